/// An utterance with its words and their positions in the recording.
public struct RecognizedUtterance: Hashable, Sendable {
    /// A word of an utterance.
    public struct Word: Hashable, Sendable {
        /// The text as displayed.
        public var text: String
        /// The first frame in the recording.
        public var start: Int64
        /// The frame after the last.
        public var end: Int64
        /// The confidence, 0 to 1.
        public var confidence: Double
        /// The recognizer's text, if a name, a term or a number in digits replaced it; else nil.
        ///
        /// If several words replace others, the first has all of the text, and the rest have "".
        public var heard: String?

        /// Creates a word.
        public init(text: String, start: Int64, end: Int64, confidence: Double, heard: String? = nil) {
            self.text = text
            self.start = start
            self.end = end
            self.confidence = confidence
            self.heard = heard
        }
    }

    /// The first frame of the first word.
    public var start: Int64
    /// The frame after the last word.
    public var end: Int64
    /// The words, in order; at least one.
    public var words: [Word]
    /// The name of the recognizer.
    public var recognizer: String
    /// The voices in its windows, in order; none unless voices are told apart.
    package var voices: [HeardVoice] = []

    /// The words, separated by spaces.
    public var text: String { words.map(\.text).joined(separator: " ") }

    /// Creates an utterance; nil without words.
    public init?(words: [Word], recognizer: String) {
        guard let first = words.first, let last = words.last else { return nil }
        self.start = first.start
        self.end = max(first.start, last.end)
        self.words = words
        self.recognizer = recognizer
    }

    /// Splits the utterance like `cut(at:)`, but leaves a rest of less than `shortest` frames with the words before it.
    ///
    /// The end of a sentence that runs over a speaker change belongs to the sentence.
    package func cut(at boundaries: some Sequence<Int64>, shortestRest shortest: Int64) -> [RecognizedUtterance] {
        cut(at: boundaries.filter { end - $0 >= shortest })
    }

    /// Splits the utterance at boundaries into nonempty parts, in order.
    ///
    /// A word belongs to the side with most of its duration, and is clipped at the boundary.
    public func cut(at boundaries: some Sequence<Int64>) -> [RecognizedUtterance] {
        var parts: [RecognizedUtterance] = []
        var rest = words[...]
        var lower = Int64.min
        for boundary in boundaries.filter({ start < $0 && $0 < end }).sorted() + [Int64.max] {
            let part = rest.prefix { $0.start + ($0.end - $0.start) / 2 < boundary }
            rest = rest.dropFirst(part.count)
            let words = part.map { word in
                Word(
                    text: word.text,
                    start: min(max(word.start, lower), boundary),
                    end: max(min(word.end, boundary), lower),
                    confidence: word.confidence,
                    heard: word.heard
                )
            }
            if var part = RecognizedUtterance(words: words, recognizer: recognizer) {
                part.voices = voices.filter {
                    lower <= $0.frames.middle && $0.frames.middle < boundary
                }
                parts.append(part)
            }
            lower = boundary
        }
        return parts
    }
}

/// A result of a transcriber.
public enum TranscriptResult: Hashable, Sendable {
    /// The text so far of the speech that started at this frame. An empty text retracts it: there was no speech.
    case partial(text: String, start: Int64)
    /// A final utterance.
    case final(RecognizedUtterance)
}
