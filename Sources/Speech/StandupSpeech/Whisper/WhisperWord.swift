import Glibc

/// The tokens of one word, with its punctuation.
struct WhisperWord {
    private var bytes: [UInt8] = []
    private var logProbability = 0.0
    private var count = 0
    /// The end of its last letter or digit, in samples; nil if unknown.
    private(set) var end: Int?

    /// The maximum bytes of a word without spaces, well below the protocol's limit.
    private static let longest = 120
    /// The punctuation that ends a word in languages without spaces.
    private static let closing: Set<Character> = ["。", "、", "，", "！", "？", "；", "："]

    /// Joins tokens to words; a space starts a new word.
    ///
    /// In languages without spaces a word ends after punctuation, or at the maximum length.
    static func words(of tokens: [WhisperToken]) -> [WhisperWord] {
        var words: [WhisperWord] = []
        for token in tokens {
            if token.bytes.first == UInt8(ascii: " ") || words.last?.isComplete != false { words.append(WhisperWord()) }
            words[words.count - 1].add(token)
        }
        return words
    }

    /// The text in one line, without incomplete characters.
    var text: String {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
            .filter { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: scalar != "\u{fffd}"
                }
            }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }

    var isSaid: Bool { text.hasLetterOrDigit }

    /// The mean probability of its tokens.
    var confidence: Double {
        let mean = logProbability / Double(max(count, 1))
        return mean.isNaN ? 0 : min(exp(mean), 1)
    }

    private var isComplete: Bool {
        bytes.count > Self.longest || text.last.map(Self.closing.contains) == true
    }

    private mutating func add(_ token: WhisperToken) {
        bytes += token.bytes
        logProbability += token.logProbability
        count += 1
        // Whisper puts punctuation at the end of the pause after the word.
        if end == nil || token.isPartOfWord { end = token.end ?? end }
    }
}

extension WhisperToken {
    /// Whether it is more than punctuation; incomplete characters are.
    var isPartOfWord: Bool {
        String(validating: bytes, as: UTF8.self)?.hasLetterOrDigit ?? true
    }
}

extension String {
    fileprivate var hasLetterOrDigit: Bool {
        unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}
