public import MeetingModel

/// A meeting in a list: everything of it but turns and transcript.
public struct ListedMeeting: Hashable, Sendable {
    /// The meeting, without turns and transcript.
    public var meeting: Meeting
    /// How long each attendee was heard to speak, by the transcript that is shown.
    public var speech: [Attendee.ID: Duration]
    /// Its place among those that started at the same instant, or in the list; it says where the next page begins.
    public let place: Int64

    /// A meeting in a list.
    public init(_ meeting: Meeting, speech: [Attendee.ID: Duration], place: Int64) {
        self.meeting = meeting
        self.speech = speech
        self.place = place
    }
}
