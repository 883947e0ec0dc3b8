/// A format in which the server sends a recording.
package enum RecordingFormat: String, CaseIterable, Hashable, Sendable {
    /// The file as it was recorded; the only format of a meeting that is still being recorded.
    case wav
    case flac
    /// Opus in Ogg.
    case opus

    package var mediaType: String {
        switch self {
        case .wav: "audio/wav"
        case .flac: "audio/flac"
        case .opus: "audio/ogg; codecs=opus"
        }
    }
}
