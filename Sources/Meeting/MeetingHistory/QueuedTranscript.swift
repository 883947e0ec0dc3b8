public import MeetingModel

/// A transcript that a meeting is still to get, turn by turn, from a recogniser that is not always there.
///
/// It refers to the meeting's recording, of which it holds nothing, and goes with the meeting. What has come of it is the
/// draft.
public struct QueuedTranscript: Identifiable, Hashable, Sendable {
    /// The meeting; none has two.
    public let meeting: Meeting.ID
    /// The name of its draft, which says what the words depend on, such as a server's address; no place for secrets.
    public let draft: String

    /// The meeting's id.
    public var id: Meeting.ID { meeting }

    /// A transcript to come.
    public init(meeting: Meeting.ID, draft: String) {
        self.meeting = meeting
        self.draft = draft
    }
}
