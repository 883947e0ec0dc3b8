package import MeetingEngine

/// Decides when a meeting that nobody looks at ends.
///
/// It runs until its planned time is over. Overtime, pauses and questions may take ten minutes longer, because only
/// somebody who leads the meeting could end them.
package struct UnattendedLimit: Hashable, Sendable {
    /// The time beyond the planned end.
    static let grace = Duration.seconds(600)

    /// When the meeting is to be saved and ended; nil while somebody attends.
    package private(set) var instant: Duration?

    /// A meeting that somebody attends.
    init() {}

    mutating func attend() {
        instant = nil
    }

    /// Nobody attends from now on, or somebody who does not look on gave a command.
    package mutating func leave(_ timer: MeetingTimer, at now: Duration) {
        instant = now + timer.meetingRemaining(at: now) + Self.grace
    }
}
