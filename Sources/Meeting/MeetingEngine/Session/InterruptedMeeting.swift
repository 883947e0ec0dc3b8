public import MeetingHistory
public import MeetingModel

/// A meeting whose program died, as it can be gone on with: what is in the history, and the countdown as it was.
///
/// At most the last second of it is missing. It is to have been completed (`Meeting.State.interrupted`), which the
/// program does at its start.
public struct InterruptedMeeting: Sendable {
    /// The meeting as it is in the history.
    public let meeting: Meeting
    /// The standup as it was held: with the people, the language and the settings of then.
    public let standup: Standup
    /// The countdown as it was when the program died, with the meeting's start at instant 0.
    public let timer: MeetingTimer

    /// Reads an interrupted meeting.
    ///
    /// Nil for one that cannot be gone on with: it is not there, runs, has come to its end, or is to stay as it is.
    public init?(_ id: Meeting.ID, in store: any MeetingStore) throws(HistoryError) {
        guard let meeting = try store.meeting(id), meeting.state == .interrupted else { return nil }
        let steps = try store.countdownSteps(of: id).compactMap(MeetingTimer.Step.init(line:))
        guard case .started(_, _, let length, _)? = steps.first,
            let timer = MeetingTimer(steps: steps, elapsed: meeting.duration), timer.speaker != nil
        else { return nil }
        let today = try store.standups().first { $0.id == meeting.standupID }
        var standup = today ?? Standup(id: meeting.standupID)
        standup.title = meeting.title
        standup.attendees = meeting.attendees.map { Attendee(id: $0.id, name: $0.name) }
        standup.length = length
        standup.settings = timer.settings
        standup.language = meeting.language
        self.meeting = meeting
        self.standup = standup
        self.timer = timer
    }

    /// The interrupted meetings that can be gone on with, the newest first; of each standup at most one.
    ///
    /// One that turns out to have come to its end is settled along the way.
    public static func all(in store: any MeetingStore) throws(HistoryError) -> [InterruptedMeeting] {
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

    /// The meeting time at which it was interrupted.
    public var elapsed: Duration { timer.elapsed }

    /// How long it was interrupted if it goes on at an instant of the wall clock, the pause in which it may have been
    /// included; never less than nothing, whatever the wall clock did.
    func gap(until instant: Timestamp) -> Duration {
        let paused = meeting.pauses.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
        let last = meeting.startedAt + elapsed + paused
        return max(.zero, .nanoseconds(instant.nanosecondsSince1970 - last.nanosecondsSince1970))
    }
}
