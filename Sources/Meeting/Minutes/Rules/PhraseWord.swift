/// A word in the form in which phrases are compared.
///
/// Lowercase; Korean syllables are decomposed into their letters, because endings begin within a syllable.
struct PhraseWord: Hashable, Sendable {
    let scalars: [Unicode.Scalar]

    init(_ word: some StringProtocol) {
        scalars = word.lowercased().unicodeScalars.flatMap(Self.letters)
    }

    /// The letters of a Korean syllable (Unicode, section 3.12); other characters stay, with straight apostrophes.
    private static func letters(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if scalar == "\u{2019}" { return ["'"] }
        if let final = finals[scalar] { return [final] }
        guard (0xac00...0xd7a3).contains(scalar.value) else { return [scalar] }
        let index = scalar.value - 0xac00
        let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (index % 28 > 0 ? [0x11a7 + index % 28] : [])
        return letters.compactMap(Unicode.Scalar.init)
    }

    /// Letters that stand alone in patterns mean the ends of syllables: `ㅆ습니다` matches 했습니다.
    private static let finals: [Unicode.Scalar: Unicode.Scalar] = [
        "ㄴ": "\u{11ab}", "ㄹ": "\u{11af}", "ㅁ": "\u{11b7}", "ㅂ": "\u{11b8}", "ㅆ": "\u{11bb}",
    ]

    /// The words of a sentence, without punctuation; a final question mark is a word.
    static func words(of sentence: some StringProtocol) -> [PhraseWord] {
        var words: [PhraseWord] = []
        var isQuestion = false
        for part in sentence.split(whereSeparator: \.isWhitespace) {
            let ending = part.reversed().prefix { !$0.isPartOfWord }
            isQuestion = ending.contains { $0 == "?" || $0 == "？" }
            let word = part.drop { !$0.isPartOfWord }.dropLast(ending.count)
            if !word.isEmpty { words.append(PhraseWord(word)) }
        }
        return isQuestion ? words + [PhraseWord("?")] : words
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

/// A word of a pattern, in which `*` stands for any letters.
struct WordPattern: Sendable {
    private let parts: [[Unicode.Scalar]]

    init(_ text: some StringProtocol) {
        parts = text.split(separator: "*", omittingEmptySubsequences: false).map { PhraseWord($0).scalars }
    }

    func matches(_ word: PhraseWord) -> Bool {
        let (first, last) = (parts[0], parts[parts.count - 1])
        guard word.scalars.count >= first.count + last.count, word.scalars.starts(with: first),
            word.scalars.suffix(last.count).elementsEqual(last)
        else { return false }
        var rest = word.scalars[first.count..<word.scalars.count - last.count]
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            let found = rest.indices.first { rest[$0...].starts(with: part) }
            guard let found else { return false }
            rest = rest[(found + part.count)...]
        }
        return true
    }
}

/// A set of words of patterns; those that begin with `!` are exceptions.
struct WordClass: Sendable {
    private let members: WordSet
    private let exceptions: WordSet

    init(_ texts: [Substring]) {
        members = WordSet(texts.filter { !$0.hasPrefix("!") })
        exceptions = WordSet(texts.filter { $0.hasPrefix("!") }.map { $0.dropFirst() })
    }

    func contains(_ word: PhraseWord) -> Bool { members.contains(word) && !exceptions.contains(word) }
}

/// Words of patterns: most stand for themselves and are looked up.
private struct WordSet: Sendable {
    private let words: Set<PhraseWord>
    private let patterns: [WordPattern]

    init(_ texts: [Substring]) {
        words = Set(texts.filter { !$0.contains("*") }.map { PhraseWord($0) })
        patterns = texts.filter { $0.contains("*") }.map { WordPattern($0) }
    }

    func contains(_ word: PhraseWord) -> Bool {
        words.contains(word) || patterns.contains { $0.matches(word) }
    }
}
