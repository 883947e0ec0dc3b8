public import MeetingModel

/// Why a meeting cannot be held; `description` is one line that says what, which and what to do.
public enum MeetingTimerError: Error, Hashable, Sendable {
    /// Nobody is to speak.
    case noAttendees
    /// All attendees are absent.
    case nobodyPresent
    /// There is no time to divide.
    case lengthNotPositive(Duration)
    /// One attendee is listed more than once.
    case duplicateAttendee(Attendee.ID)
}

extension MeetingTimerError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .noAttendees:
            "cannot start the meeting, the standup has no attendees, add at least one"
        case .nobodyPresent:
            "cannot start the meeting, nobody to speak is here, start it with at least one attendee present"
        case .lengthNotPositive(let length):
            "cannot start the meeting, its length is \(length), set one above zero"
        case .duplicateAttendee(let id):
            "cannot start the meeting, the attendee \(id) is listed more than once, list everyone once"
        }
    }
}
