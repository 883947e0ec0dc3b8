public import MeetingModel

/// Why a meeting cannot be held.
public enum MeetingTimerError: Error, Hashable, Sendable, Codable {
    /// The standup has no attendees.
    case noAttendees
    /// All attendees are absent.
    case nobodyPresent
    /// The length is zero or negative.
    case lengthNotPositive(Duration)
    /// An attendee is listed more than once.
    case duplicateAttendee(Attendee.ID)
}
