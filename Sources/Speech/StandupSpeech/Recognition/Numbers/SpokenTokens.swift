import MeetingModel

/// The words of an utterance in lower case, with hyphenated words split, and punctuation as pauses between them.
struct SpokenTokens {
    private static let pause = ","

    private struct Token {
        let text: String
        /// The index of its word; nil for a pause.
        var word: Int?
        var isCapitalized = false
    }

    private var tokens: [Token] = []
    private var affixes: [(before: Substring, after: Substring)] = []

    init(_ words: [String]) {
        for (index, word) in words.enumerated() {
            let bare = word.trimmingPunctuation
            affixes.append((word[..<bare.startIndex], word[bare.endIndex...]))
            if bare.startIndex > word.startIndex { tokens.append(Token(text: Self.pause)) }
            for part in bare.split(separator: "-") {
                let text = String(part.lowercased().map { $0 == "’" ? "'" : $0 })
                tokens.append(Token(text: text, word: index, isCapitalized: part.first?.isUppercase == true))
            }
            if bare.endIndex < word.endIndex { tokens.append(Token(text: Self.pause)) }
        }
    }

    var count: Int { tokens.count }

    /// A pause before the first token and after the last.
    subscript(index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : Self.pause }

    func isCapitalized(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].isCapitalized }

    /// The number of a token in digits.
    func numeral(_ index: Int) -> SpokenNumber? {
        guard self[index].count < 7, let value = UInt32(self[index]), String(value) == self[index] else { return nil }
        return SpokenNumber(Int(value), end: index + 1, isDigit: value < 10)
    }

    /// The replacement of tokens by words, with the punctuation around them; nil unless the tokens are complete words.
    func replacement(_ range: Range<Int>, by written: [String]) -> Vocabulary.Replacement? {
        func word(_ index: Int) -> Int? { tokens.indices.contains(index) ? tokens[index].word : nil }
        guard let first = word(range.lowerBound), let last = word(range.upperBound - 1),
            word(range.lowerBound - 1) != first, word(range.upperBound) != last
        else { return nil }
        var words = written
        // The dot of an ordinal also ends the sentence.
        let hasDot = words[words.count - 1].last == "." && affixes[last].after.first == "."
        words[0] = affixes[first].before + words[0]
        words[words.count - 1] += affixes[last].after.dropFirst(hasDot ? 1 : 0)
        return Vocabulary.Replacement(range: first..<last + 1, words: words)
    }
}
