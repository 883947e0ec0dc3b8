public import MeetingModel

/// A transcript that a meeting is still to get, turn by turn, from a recogniser that is not always there.
///
/// It refers to the meeting's recording, of which it holds nothing, and goes with the meeting. What has come of it is a
/// transcript of the meeting that is not shown before it is whole.
public struct QueuedTranscript: Identifiable, Hashable, Sendable {
    /// The meeting; none has two.
    public let meeting: Meeting.ID
    /// The name under which the recogniser's transcript is kept.
    public let recognizer: String
    /// What the words depend on, such as a server's address and model; no place for secrets.
    public let key: String
    /// Everything before this meeting time has come.
    public var transcribedUpTo: Duration
    /// The number of the transcript that has what came so far; nil as long as that is nothing.
    public var version: Int?

    /// The meeting's id.
    public var id: Meeting.ID { meeting }

    /// A transcript of which nothing has come.
    public init(
        meeting: Meeting.ID, recognizer: String, key: String, transcribedUpTo: Duration = .zero, version: Int? = nil
    ) {
        self.meeting = meeting
        self.recognizer = recognizer
        self.key = key
        self.transcribedUpTo = transcribedUpTo
        self.version = version
    }
}
