package import MeetingModel

/// A finished segment of a draft.
package struct DraftPart: Hashable, Sendable {
    /// The transcribed frames of the recording.
    package let frames: Range<Int64>
    /// The utterances in them, in order.
    package let utterances: [Utterance]

    package init(frames: Range<Int64>, utterances: [Utterance]) {
        self.frames = frames
        self.utterances = utterances
    }

    /// The name under which a channel's parts of a draft are stored; a draft is removed with its parts of the call.
    package static func name(of draft: String, _ channel: AudioChannel) -> String {
        channel == .room ? draft : draft + "/" + channel.rawValue
    }
}
