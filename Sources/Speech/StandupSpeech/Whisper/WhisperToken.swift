/// A Whisper token: a word, a part of one, or punctuation.
package struct WhisperToken: Hashable, Sendable {
    /// The UTF-8 bytes; a character may continue in the next token.
    package let bytes: [UInt8]
    /// The number of its segment, roughly a sentence.
    package let segment: Int
    /// The natural logarithm of its probability.
    package let logProbability: Double
    /// The end, in samples at 16 kHz; nil if unknown.
    package let end: Int?

    package init(bytes: [UInt8], segment: Int, logProbability: Double, end: Int?) {
        self.bytes = bytes
        self.segment = segment
        self.logProbability = logProbability
        self.end = end
    }
}

extension [WhisperToken] {
    /// The minimum mean log probability of a spoken segment.
    ///
    /// Measured with the full context: -1.33 or less on sounds without speech, -0.3 or more on speech.
    private static let minimumLogProbability = -1.0

    /// The tokens of segments above the minimum probability.
    package var probable: [WhisperToken] {
        let sums = reduce(into: [Int: (sum: Double, count: Double)]()) { sums, token in
            let before = sums[token.segment] ?? (0, 0)
            sums[token.segment] = (before.sum + token.logProbability, before.count + 1)
        }
        return filter { token in
            sums[token.segment].map { $0.sum / $0.count >= Self.minimumLogProbability } ?? false
        }
    }

    /// The minimum if the detector is not sure of speech: chimes become "Hmm", at -0.91 or less.
    private static let minimumIfUnsure = -0.85

    /// Whether the tokens are probable enough although the speech detector is not sure.
    var areProbableIfUnsure: Bool {
        let said = filter(\.isPartOfWord)
        return said.reduce(0) { $0 + $1.logProbability } >= Self.minimumIfUnsure * Double(said.count)
    }
}
