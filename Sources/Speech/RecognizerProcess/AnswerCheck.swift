import SpeechRecognition

/// Whether what a recogniser's process answers can be about the sound that it was sent.
enum AnswerCheck {
    /// No speech has as many words a second; the shortest word that PocketSphinx gives has 30 ms.
    private static let wordsPerSecond = 40
    /// A last acoustic frame may reach beyond the sound, by less than this: 1 s.
    private static let slack = 16_000
    private static let longestWord = 200
    private static let longestText = 1 << 16
    private static let mostLearned = 4096

    /// What is wrong with the words of an utterance of so many samples; nil if nothing is.
    static func fault(in words: [RecognizedWord], of samples: Int) -> String? {
        guard words.count <= wordsPerSecond * (samples / 16_000 + 1) else {
            return "\(words.count) words in \(samples / 16_000) s of sound"
        }
        var earliest = 0
        for word in words {
            guard isLine(word.text), !word.text.isEmpty, word.text.utf8.count <= longestWord else {
                return "a word of \(word.text.utf8.count) bytes that is none"
            }
            guard earliest <= word.start, word.start <= word.end, word.end <= samples + slack else {
                return "a word from sample \(word.start) to \(word.end) in an utterance of \(samples)"
            }
            guard (0...1).contains(word.confidence) else { return "a confidence of \(word.confidence)" }
            earliest = word.start
        }
        return nil
    }

    /// What is wrong with a text; nil if nothing is.
    static func fault(in text: String) -> String? {
        isLine(text) && text.utf8.count <= longestText ? nil : "a text of \(text.utf8.count) bytes that is none"
    }

    /// What is wrong with what was learned; nil if nothing is.
    static func fault(inLearned learned: [Float]?) -> String? {
        guard let learned else { return nil }
        return learned.count <= mostLearned && learned.allSatisfy(\.isFinite) ? nil : "a learned state that is none"
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
