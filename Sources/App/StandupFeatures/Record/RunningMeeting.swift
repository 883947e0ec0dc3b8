package import Localization
package import MeetingEngine
internal import MeetingHistory
package import MeetingModel
import MeetingSocket
package import Presentation
import Sound
import StandupSpeech

/// A running meeting as last reported by the engine, with its dialogs.
///
/// It cannot be closed: commands that would leave it ask whether to end the meeting. The question belongs to the engine
/// (`MeetingTimer.Phase.asking`), which pauses the countdown.
package struct RunningMeeting: Feature {
    enum FailureAnswer: Hashable, Sendable {
        case goOn
        case discard
        case useDefaultMicrophone
    }

    /// An answer to the question whether to end the meeting.
    enum EndAnswer: Hashable, Sendable {
        case engine(MeetingTimer.Answer)
        /// Leaves the meeting, which goes on.
        case leave
    }

    enum Failure: Hashable {
        case recognizer(RecognizerError)
        /// The chosen device is disconnected.
        case microphone(String)
    }

    /// What is shown of it here and on the web pages.
    package internal(set) var reported: ReportedMeeting
    /// Whether it is shown read only: no key changes it.
    let isWatched: Bool
    /// The selected attendee, for absence and order: one who waits or is absent.
    var selected: Attendee.ID?
    var draft: NoteDraft?
    /// The answer that Enter gives to the engine's question; nil until somebody moves.
    var selectedAnswer: Int?
    /// The question after a failure, until it is answered; the meeting continues.
    var failure: Dialog<FailureAnswer>?
    var failed: Failure?
    /// What the call was last heard from, to switch it on again.
    var lastCall = DeviceSelection.loudspeakerMonitor
    /// Whether the user has been told that the meeting goes on while the program is stopped.
    var knowsSuspension = false
    /// The latest turn that a key of this screen has begun, or of whose beginning a notice has told.
    var knownTurn: MeetingTimer.TurnReference?
    /// The speaker last marked absent by the key, and who spoke then; until another command.
    var lastAbsence: (attendee: Attendee.ID, next: Attendee.ID?)?
    /// The open invitation; the countdown goes on.
    var invitation: StandupInvitation?
    var noticeMessage: NoticeMessage? { didSet { noticedAt = now } }
    private var noticedAt = Duration.zero
    /// How long a notice stays that tells of no error, unless a key takes it away.
    private static let noticeDuration = Duration.seconds(20)

    package init(meeting: Meeting.ID, status: MeetingStatus, now: Duration, isWatched: Bool = false) {
        reported = ReportedMeeting(meeting, status, at: now)
        self.isWatched = isWatched
        // The gap may be followed by the pause in progress when the meeting was interrupted.
        if let pause = status.timer.pauses.suffix(2).last(where: { $0.reason == .interruption }),
            status.timer.elapsed(at: now) - pause.at < .seconds(5), let gap = pause.duration
        {
            (noticeMessage, noticedAt) = (NoticeMessage(.information, .recordResumed(time: .duration(gap))), now)
        }
    }

    package func route(from parent: Place.Route?) -> Place.Route {
        isWatched ? .watch(status.standup.id.rawValue) : .record(status.standup.id.rawValue, dialog: dialog)
    }

    package var meeting: Meeting.ID { reported.id }

    package internal(set) var status: MeetingStatus {
        get { reported.status }
        set { reported.status = newValue }
    }

    var now: Duration { reported.now }

    var timer: MeetingTimer { reported.timer }

    var isEnding: Bool { reported.isEnding }

    /// The engine's open question.
    var question: Dialog<EndAnswer>? {
        guard !isEnding, !isWatched, case .asking(let question) = status.timer.phase else { return nil }
        let answers = question.answers.map(EndAnswer.engine) + [.leave]
        // Enter after a key pressed by mistake does not end the meeting; after the last speaker it does.
        let usual: MeetingTimer.Answer = question == .end ? .resume : .save
        let selected = selectedAnswer ?? answers.firstIndex(of: .engine(usual)) ?? 0
        return Dialog(answers, selected: min(selected, answers.count - 1))
    }

    /// The open dialog, for the address.
    var dialog: RecordDialog? {
        if question != nil { return .end }
        if draft != nil { return .note }
        guard failure != nil else { return nil }
        return switch failed {
        case .recognizer: .recognizer
        case .microphone: .microphone
        case nil: nil
        }
    }

    package mutating func receive(_ outcome: Outcome) -> Reply {
        switch outcome {
        case .meetingStatus(let status, let now, let wallClock):
            (reported.status, reported.now, reported.wallClock) = (status, now, wallClock)
            if let call = status.call?.selection, call != .none { lastCall = call }
            settle()
            return Reply(keepDraft())
        case .meetingEvent(let event):
            take(event)
        case .keysTooFast:
            noticeMessage = NoticeMessage(.information, .recordKeysTooFast)
        case .audience(let audience):
            let before = Set(reported.audience.filter { $0.hand == true }.compactMap(\.attendee))
            let hand = audience.first { $0.hand == true && $0.attendee.map(before.contains) == false }?.attendee
            reported.audience = audience
            if let hand {
                noticeMessage = NoticeMessage(.information, .recordHand(name: .text(status.name(of: hand))))
            }
        case .meetingEnded(meeting, _), .meetingDetached(meeting), .meetingLost(meeting, _):
            return Reply(request: .close)
        default:
            break
        }
        return Reply()
    }

    /// Reads what each attendee said in the meeting of the same standup before this one.
    func loadLastWords() -> Effect {
        let (standup, meeting) = (status.standup.id, meeting)
        return call {
            try LastWords.read(of: standup, before: meeting, in: $0.store)
        } show: {
            $0.reported.lastWords = $1
        }
    }

    package var identity: String { meeting.rawValue }

    package mutating func receive(_ answer: Answer) -> Reply {
        answer.deliver(to: &self) ?? invitation?.receive(answer) ?? Reply()
    }

    /// Applies the countdown state expected after a command.
    mutating func take(_ timer: MeetingTimer) {
        status.timer = timer
        settle()
    }

    /// Closes dialogs and selections that no longer apply.
    private mutating func settle() {
        if question == nil { selectedAnswer = nil }
        if let kind = noticeMessage?.kind, kind != .error, now - noticedAt > Self.noticeDuration { noticeMessage = nil }
        if isEnding { failure = nil }
        if isEnding || question != nil { invitation = nil }
        if let selected, !selectable.contains(selected) { self.selected = nil }
    }

    private mutating func take(_ event: MeetingEvent) {
        switch event.kind {
        case .deviceLost(let device, .call):
            noticeMessage = NoticeMessage(.warning, .recordCallLost(device: .text(device)))
        case .deviceChanged(let device, .call):
            noticeMessage = NoticeMessage(.information, .recordCallChanged(device: .text(device)))
        case .deviceRestored(let gap, .call):
            noticeMessage = NoticeMessage(.information, .recordCallRestored(gap: .duration(gap)))
        case .deviceSilent(_, .call, let program?):
            noticeMessage = NoticeMessage(
                .warning,
                .recordCallSilent(program: .text(program.name), loudspeaker: .text(program.loudspeaker)))
        case .deviceLost(let device, .room):
            noticeMessage = NoticeMessage(.warning, .recordMicrophoneLost(device: .text(device)))
            if status.isMicrophoneChosen, failure == nil {
                ask([.goOn, .useDefaultMicrophone], after: .microphone(device))
            }
        case .deviceChanged(let device, .room):
            noticeMessage = NoticeMessage(.information, .recordMicrophoneChanged(device: .text(device)))
        case .deviceRestored(let gap, .room):
            if case .microphone = failed { failure = nil }
            noticeMessage = NoticeMessage(.information, .recordMicrophoneRestored(gap: .duration(gap)))
        case .deviceSilent(let device, .room, _):
            noticeMessage = NoticeMessage(.warning, .recordMicrophoneSilent(device: .text(device)))
        case .diskRestored(let since):
            noticeMessage = NoticeMessage(.information, .recordDiskRestored(time: .duration(since)))
        case .recognizerFailed(let error):
            ask([.goOn, .discard], after: .recognizer(error))
            // While the note is typed, letters must not answer a question: the question waits, and a notice says so.
            noticeMessage = NoticeMessage(.warning, .recordFailureTitle)
        case .resumed(let paused) where status.timer.pauses.last?.reason == .suspend:
            noticeMessage = NoticeMessage(.information, .recordSuspended(time: .duration(paused)))
        case .error(.refused(.turnIsOver)): tellTurnIsOver()
        case .error(let problem):
            noticeMessage = NoticeMessage(problem, at: event.at)
        default:
            break
        }
    }

    mutating func ask(_ answers: [FailureAnswer], after failed: Failure) {
        guard !isEnding, !isWatched else { return }
        self.failed = failed
        failure = Dialog(answers)
    }

    package var context: KeyContext {
        if knowsSuspension { return .dialog }
        if isWatched { return .watch }
        if question != nil { return .dialog }
        if draft != nil { return .line }
        if let invitation { return invitation.context }
        if isEnding { return .ending }
        return failure == nil ? .record : .dialog
    }

    package func notice(_ localizer: Localizer) -> Notice? {
        invitation?.notice(localizer) ?? endNotice(localizer) ?? noticeMessage?.notice(localizer)
    }
}
