/// One stretch of speech with its words, placed in the recording.
public struct RecognizedUtterance: Hashable, Sendable {
    /// A word of an utterance.
    public struct Word: Hashable, Sendable {
        /// The word as it is shown.
        public var text: String
        /// Its first frame in the recording.
        public var start: Int64
        /// The frame after its last.
        public var end: Int64
        /// How sure the recogniser is, 0 to 1.
        public var confidence: Double
        /// What the recogniser gave where a name or term of the vocabulary was put in its place, else nil.
        ///
        /// Of several words that stand for others the first has all of them, and the rest have "".
        public var heard: String?

        /// A word.
        public init(text: String, start: Int64, end: Int64, confidence: Double, heard: String? = nil) {
            self.text = text
            self.start = start
            self.end = end
            self.confidence = confidence
            self.heard = heard
        }
    }

    /// The first word's first frame in the recording.
    public var start: Int64
    /// The frame after the last word.
    public var end: Int64
    /// The words, in order; at least one.
    public var words: [Word]
    /// The name of the recogniser that heard it.
    public var recognizer: String

    /// The words with spaces between them.
    public var text: String { words.map(\.text).joined(separator: " ") }

    /// What a recogniser heard; nil if it heard no word.
    public init?(words: [Word], recognizer: String) {
        guard let first = words.first, let last = words.last else { return nil }
        self.start = first.start
        self.end = max(first.start, last.end)
        self.words = words
        self.recognizer = recognizer
    }

    /// The parts between boundaries, in order; none of them crosses one, and none is empty.
    ///
    /// A word goes to the side on which most of it was spoken, and its time ends at the boundary.
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
            if let part = RecognizedUtterance(words: words, recognizer: recognizer) { parts.append(part) }
            lower = boundary
        }
        return parts
    }
}

/// What a transcriber gives.
public enum TranscriptResult: Hashable, Sendable {
    /// What the speech that set in at this frame of the recording is taken to be so far. An empty text takes back the one
    /// before: it was no speech after all.
    case partial(text: String, start: Int64)
    /// An utterance that will not change any more.
    case final(RecognizedUtterance)
}
