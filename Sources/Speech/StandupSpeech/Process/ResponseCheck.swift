/// Checks that a recognizer's responses are plausible for the samples sent.
enum ResponseCheck {
    /// More than in any speech; PocketSphinx's shortest word is 30 ms long.
    private static let wordsPerSecond = 40
    /// The maximum overhang of the last acoustic frame: 1 s.
    private static let slack = 16_000
    private static let longestWord = 200
    private static let longestText = 1 << 16
    private static let mostLearned = 4096

    /// The problem with the words of an utterance; nil if there is none.
    static func fault(in words: [RecognizedWord], of samples: Int) -> String? {
        guard words.count <= wordsPerSecond * (samples / 16_000 + 1) else {
            return "\(words.count) words in \(samples / 16_000) s of sound"
        }
        var earliest = 0
        for word in words {
            guard isLine(word.text), !word.text.isEmpty, word.text.utf8.count <= longestWord else {
                return "an invalid word of \(word.text.utf8.count) bytes"
            }
            guard earliest <= word.start, word.start <= word.end, word.end <= samples + slack else {
                return "a word from sample \(word.start) to \(word.end) in an utterance of \(samples)"
            }
            guard (0...1).contains(word.confidence) else { return "a confidence of \(word.confidence)" }
            earliest = word.start
        }
        return nil
    }

    static func fault(in text: String) -> String? {
        isLine(text) && text.utf8.count <= longestText ? nil : "an invalid text of \(text.utf8.count) bytes"
    }

    static func fault(inLearned learned: [Float]?) -> String? {
        guard let learned else { return nil }
        return learned.count <= mostLearned && learned.allSatisfy(\.isFinite) ? nil : "an invalid learned state"
    }

    private static func isLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
