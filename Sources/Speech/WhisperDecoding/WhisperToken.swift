/// A Whisper token: a word, a part of one, or punctuation.
package struct WhisperToken: Hashable, Sendable {
    /// Its text in UTF-8; a character may continue in the next token.
    package let bytes: [UInt8]
    /// The number of its segment, which is about a sentence.
    package let segment: Int
    /// The natural logarithm of its probability.
    package let logProbability: Double
    /// Where it ends, in samples at 16 kHz; nil if that is not known.
    package let end: Int?

    /// A token.
    package init(bytes: [UInt8], segment: Int, logProbability: Double, end: Int?) {
        self.bytes = bytes
        self.segment = segment
        self.logProbability = logProbability
        self.end = end
    }
}

extension [WhisperToken] {
    /// The lowest mean log probability of a segment that was said.
    ///
    /// Measured with the full context: -1.33 or less on sounds without speech, -0.3 or more on speech.
    private static let leastLogProbability = -1.0

    /// The tokens of those segments that are probable enough to have been said.
    package var probable: [WhisperToken] {
        let sums = reduce(into: [Int: (sum: Double, count: Double)]()) { sums, token in
            let before = sums[token.segment] ?? (0, 0)
            sums[token.segment] = (before.sum + token.logProbability, before.count + 1)
        }
        return filter { token in
            sums[token.segment].map { $0.sum / $0.count >= Self.leastLogProbability } ?? false
        }
    }

    /// The same where the detector is not sure of speech: Whisper takes chimes for "Hmm", at -0.91 or less.
    private static let leastWhereUnsure = -0.85

    /// Whether they are probable enough to have been said although the speech detector is not sure.
    var areProbableWhereUnsure: Bool {
        let said = filter(\.isPartOfWord)
        return said.reduce(0) { $0 + $1.logProbability } >= Self.leastWhereUnsure * Double(said.count)
    }
}
