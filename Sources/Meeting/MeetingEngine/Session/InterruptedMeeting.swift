public import MeetingHistory
public import MeetingModel

/// A meeting whose program crashed, ready to be resumed: its history and its countdown.
///
/// At most its last second is missing. Its state is `interrupted`; the program sets that at its next start.
public struct InterruptedMeeting: Sendable {
    /// The meeting from the history.
    public let meeting: Meeting
    /// The standup as it was held, with the attendees, language and settings of that time.
    public let standup: Standup
    /// The countdown at the crash, with the meeting's start at instant 0.
    public let timer: MeetingTimer

    /// Reads an interrupted meeting; nil if it cannot be resumed.
    ///
    /// `standup` is the current standup; it supplies data that the meeting does not copy.
    public init?(_ id: Meeting.ID, of standup: Standup?, in journal: any MeetingJournal) throws(HistoryError) {
        guard let meeting = try journal.meeting(id), meeting.state == .interrupted else { return nil }
        let steps = try journal.countdownSteps(of: id).compactMap(MeetingTimer.Step.init(line:))
        guard case .started(_, _, let length, _)? = steps.first,
            let timer = MeetingTimer(steps: steps, elapsed: meeting.duration), timer.speaker != nil
        else { return nil }
        var standup = standup ?? Standup(id: meeting.standupID)
        standup.title = meeting.title
        standup.attendees = meeting.attendees.map { Attendee(id: $0.id, name: $0.name, isRemote: $0.isRemote) }
        standup.length = length
        standup.settings = timer.settings
        standup.language = meeting.language
        self.meeting = meeting
        self.standup = standup
        self.timer = timer
    }

    /// Reads an interrupted meeting from the history; nil if it cannot be resumed.
    package init?(_ id: Meeting.ID, in store: any MeetingJournal & StandupStore) throws(HistoryError) {
        let standup = try store.meeting(id)?.standupID
        try self.init(id, of: try store.standups().first { $0.id == standup }, in: store)
    }

    /// The interrupted meetings that can be resumed, newest first, at most one per standup.
    ///
    /// If a meeting's countdown has reached its end, this marks the countdown as settled.
    package static func all(
        in store: any MeetingJournal & StandupStore & MeetingCatalogue
    ) throws(HistoryError) -> [InterruptedMeeting] {
        var all: [InterruptedMeeting] = []
        for meeting in try store.resumableMeetings() {
            if let interrupted = try InterruptedMeeting(meeting.id, in: store) {
                all.append(interrupted)
            } else {
                try store.record([.countdownSettled], in: meeting.id)
            }
        }
        return all
    }

    /// The meeting time of the interruption.
    public var elapsed: Duration { timer.elapsed }

    /// The length of the interruption if the meeting resumes at an instant of the wall clock.
    ///
    /// An open pause may be part of it. It is never negative, even if the wall clock was changed.
    func gap(until instant: Timestamp) -> Duration {
        let paused = meeting.pauses.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
        let last = meeting.startedAt + elapsed + paused
        return max(.zero, instant - last)
    }
}
