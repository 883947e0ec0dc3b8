package import Localization
package import MeetingEngine
package import MeetingModel
import SpeechRecognition

/// A running meeting, as the engine last told of it, and what is open in front of it.
///
/// It cannot be left: whatever leads back elsewhere opens the question whether to end the meeting. The question is the
/// engine's (`MeetingTimer.Phase.asking`), which keeps the countdown waiting while it is open.
package struct RunningMeeting: Feature {
    /// What it asks of the feature that shows it.
    package enum Request: Hashable, Sendable {
        /// The meeting is over: kept, unless the reason is `discarded`.
        case ended(Meeting.ID, MeetingTimer.EndReason)
    }

    /// An answer to what to do after something has failed.
    package enum FailureAnswer: Hashable, Sendable {
        case goOn
        case discard
        case useDefaultMicrophone
    }

    /// What has failed.
    enum Failure: Hashable {
        case recognizer(RecognizerError)
        /// The device that somebody chose is gone.
        case microphone(String)
    }

    /// The meeting.
    package let meeting: Meeting.ID
    /// The meeting as the engine last told of it.
    package internal(set) var status: MeetingStatus
    /// The instant of the engine's clock at which that was.
    package internal(set) var now: Duration
    /// What the wall clock showed then; nil before it has been told.
    package internal(set) var wallClock: Timestamp?
    /// The attendee that keys for absence and order work on: somebody who waits or is absent.
    package internal(set) var selected: Attendee.ID?
    /// The private note while it is typed.
    var draft: NoteDraft?
    /// The answer to the engine's question that Enter gives.
    var selectedAnswer = 0
    /// What to do after something has failed, until it is answered; the meeting goes on meanwhile.
    var failure: Dialog<FailureAnswer>?
    /// What has failed.
    var failed: Failure?
    /// What happened last.
    var incident: Incident?

    /// A meeting that has just started.
    package init(meeting: Meeting.ID, status: MeetingStatus, now: Duration) {
        self.meeting = meeting
        self.status = status
        self.now = now
        // Behind the gap may stand the pause in which the meeting was.
        if let pause = status.timer.pauses.suffix(2).last(where: { $0.reason == .interruption }),
            status.timer.elapsed(at: now) - pause.at < .seconds(5), let gap = pause.duration
        {
            incident = Incident(.information, Message("record.resumed", ["time": .duration(gap)]))
        }
    }

    /// The countdown as it is now.
    var timer: MeetingTimer { status.timer.advanced(to: now) }

    /// Whether the countdown is over and only what is left has to be written.
    var isEnding: Bool {
        if case .ended = status.timer.phase { return true }
        return status.isEnding
    }

    /// The engine's question, if it asks one.
    var question: Dialog<MeetingTimer.Answer>? {
        guard !isEnding, case .asking(let question) = status.timer.phase else { return nil }
        return Dialog(question.answers, selected: min(selectedAnswer, question.answers.count - 1))
    }

    /// What is open on it.
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

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> {
        switch outcome {
        case .meetingStatus(let status, let now, let wallClock):
            self.status = status
            self.now = now
            self.wallClock = wallClock
            settle()
            return Reply(keepDraft())
        case .meetingEvent(let event):
            take(event)
        case .meetingEnded(meeting, let reason):
            return Reply(request: .ended(meeting, reason))
        default:
            break
        }
        return Reply()
    }

    /// Takes the countdown as it will be when the engine has done what it was told.
    mutating func take(_ timer: MeetingTimer) {
        status.timer = timer
        settle()
    }

    /// Closes what has no place any more as the meeting now stands.
    private mutating func settle() {
        if question == nil { selectedAnswer = 0 }
        if isEnding { failure = nil }
        if let selected, !selectable.contains(selected) { self.selected = nil }
    }

    private mutating func take(_ event: MeetingEvent) {
        switch event.kind {
        case .deviceLost(let device):
            incident = Incident(.warning, Message("record.microphone-lost", ["device": .text(device)]))
            if status.isMicrophoneChosen, failure == nil {
                ask([.goOn, .useDefaultMicrophone], after: .microphone(device))
            }
        case .deviceChanged(let device):
            incident = Incident(.information, Message("record.microphone-changed", ["device": .text(device)]))
        case .deviceRestored(let gap):
            if case .microphone = failed { failure = nil }
            incident = Incident(.information, Message("record.microphone-restored", ["gap": .duration(gap)]))
        case .deviceSilent(let device):
            incident = Incident(.warning, Message("record.microphone-silent", ["device": .text(device)]))
        case .diskRestored(let since):
            incident = Incident(.information, Message("record.disk-restored", ["time": .duration(since)]))
        case .recognizerFailed(let error):
            ask([.goOn, .discard], after: .recognizer(error))
            // While the note is typed a letter must answer nothing: the question waits, and this says so.
            incident = Incident(.warning, Message("record.failure.title"))
        case .resumed(let paused) where status.timer.pauses.last?.reason == .suspend:
            incident = Incident(.information, Message("record.suspended", ["time": .duration(paused)]))
        case .error(let problem):
            incident = Incident(problem, at: event.at)
        default:
            break
        }
    }

    mutating func ask(_ answers: [FailureAnswer], after failed: Failure) {
        guard !isEnding else { return }
        self.failed = failed
        failure = Dialog(answers)
    }

    /// What keys mean at present.
    package var context: KeyContext {
        if question != nil { return .dialog }
        if draft != nil { return .line }
        if isEnding { return .ending }
        return failure == nil ? .record : .dialog
    }

    /// What has happened that the line at the bottom is to say.
    package func notice(_ localizer: Localizer) -> Notice? { incident?.notice(localizer) }
}
