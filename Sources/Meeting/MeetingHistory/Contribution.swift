public import MeetingModel

/// What one attendee took of one meeting.
public struct Contribution: Hashable, Sendable {
    /// The meeting.
    public let meeting: Meeting.ID
    /// When it started.
    public let startedAt: Timestamp
    /// The attendee's part in it.
    public let attendee: MeetingAttendee
    /// How long the attendee was heard to speak, by the transcript that is shown.
    public let speech: Duration

    /// A contribution.
    public init(meeting: Meeting.ID, startedAt: Timestamp, attendee: MeetingAttendee, speech: Duration) {
        self.meeting = meeting
        self.startedAt = startedAt
        self.attendee = attendee
        self.speech = speech
    }
}
