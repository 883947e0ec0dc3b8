public import AudioDevices
public struct RecognizedUtterance: Hashable, Sendable {
    public var start: Int64
    public var end: Int64
    public var text: String
    public var words: [W]
    public var recognizer: String
    public struct W: Hashable, Sendable {
        public var text: String
        public var start: Int64
        public var end: Int64
        public var confidence: Double
    }
}
public enum TranscriptResult {
    case partial(text: String, start: Int64)
    case final(RecognizedUtterance)
}
public final class Transcriber {
    public init(
        sampleRate: Int, cues: CueSounds?, startFrame: Int64 = 0,
        makeRecognizer: @escaping () throws(RecognizerError) -> any SpeechRecognizer
    ) {}
    public func markBoundary(at frame: Int64) {}
    public func markCue(_ cue: Cue, at frame: Int64) {}
    public func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> [TranscriptResult] {
        position += Int64(samples.count)
        return []
    }
    public func finish() throws(RecognizerError) -> [TranscriptResult] { [] }
    public var position: Int64 = 0
    public var confirmed: Int64 = 0
    public var learnedState: [Float]? { nil }
}
