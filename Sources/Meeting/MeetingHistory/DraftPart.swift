public import MeetingModel

/// A part of a transcript that is being made: what was heard in one stretch of the recording.
public struct DraftPart: Hashable, Sendable {
    /// The frames of the recording that were heard.
    public let frames: Range<Int64>
    /// What was said in them, in order; none if nothing was.
    public let utterances: [Utterance]

    /// A part.
    public init(frames: Range<Int64>, utterances: [Utterance]) {
        self.frames = frames
        self.utterances = utterances
    }
}
