/// The names and terms that are likely to be said, as they are to be written where what was heard sounds like them.
package struct Vocabulary: Sendable {
    /// One spelling of a name or term, and how it sounds.
    struct Entry: Sendable {
        /// The words as they are written.
        let words: [String]
        /// The same as they are compared.
        let letters: [String]
        /// Its pronunciations: phones in English, letters elsewhere.
        let sounds: [[Int]]
        /// The pronunciations of each word of a term that has several.
        let parts: [[[Int]]]
        /// Whether it is part of somebody's name.
        let isName: Bool
        /// Whether it is a plural or genitive.
        let isDerived: Bool
    }

    /// How the sounds of what is heard are compared.
    enum Hearing: Sendable {
        /// By phones.
        case english(Pronouncer)
        /// By letters, which says less, and so has to fit better.
        case letters
    }

    let entries: [Entry]
    let hearing: Hearing

    /// The names of those who speak, and terms; the language is a BCP 47 tag.
    ///
    /// Each part of a name counts by itself; a term of several words is taken as a whole. The dictionary, if there is one,
    /// is that of English.
    package init(
        names: [String] = [], terms: [String] = [], language: String = "en", dictionary: PronunciationDictionary? = nil
    ) {
        let isEnglish = language.lowercased().prefix { $0.isLetter } == "en"
        let hearing = isEnglish ? Hearing.english(Pronouncer(dictionary: dictionary)) : .letters
        self.hearing = hearing
        let parts = names.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
            .filter { Pronouncer.letters($0).count >= Self.shortestName && $0.first?.isLowercase == false }
        var entries: [Entry] = []
        var seen: Set<[String]> = []
        for (text, isName) in terms.map({ ($0, false) }) + parts.map({ ($0, true) }) {
            for ending in hearing.endings(of: text, isName: isName) {
                let words = (text + ending).split(whereSeparator: \.isWhitespace).map(String.init)
                let letters = words.map(Pronouncer.letters)
                guard letters.contains(where: { !$0.isEmpty }), seen.insert(letters).inserted else { continue }
                entries.append(
                    Entry(
                        words: words, letters: letters, sounds: hearing.sounds(of: text, ending: ending),
                        parts: words.count > 1 ? words.map { hearing.sounds(of: $0, ending: "") } : [],
                        isName: isName, isDerived: !ending.isEmpty))
            }
        }
        self.entries = entries
    }

    /// `J.` and `Li` sound like too much else.
    private static let shortestName = 3
}

extension Vocabulary.Hearing {
    /// The endings of a name or term: none, and that of the genitive or the plural where there is one.
    func endings(of text: String, isName: Bool) -> [String] {
        guard case .english = self, let last = text.last, isName || !"sS'".contains(last) else { return [""] }
        return ["", isName ? "'s" : "s"]
    }

    /// How a name or term may sound.
    func sounds(of spelling: String, ending: String) -> [[Int]] {
        switch self {
        case .letters: return [Self.letters(spelling + ending)]
        case .english(let pronouncer):
            let sounds = pronouncer.pronunciations(of: spelling)
            return ending.isEmpty ? sounds : sounds.map(Pronouncer.withS)
        }
    }

    /// How a word that was heard sounds.
    func sound(of word: String) -> [Int] {
        switch self {
        case .letters: Self.letters(word)
        case .english(let pronouncer): pronouncer.phones(ofHeard: word)
        }
    }

    /// How far two sounds are apart, per phone or letter; what is more than `limit` may be any number above it.
    func distance(_ first: [Int], _ second: [Int], limit: Float) -> Float {
        switch self {
        case .english:
            EditDistance.between(
                first, second, limit: limit, gap: PhoneDistance.gap, substitution: PhoneDistance.substitution)
        case .letters where first.first == second.first:
            EditDistance.between(first, second, limit: limit, gap: { _ in 1 }, substitution: { $0 == $1 ? 0 : 1 })
        case .letters: .infinity
        }
    }

    private static func letters(_ text: String) -> [Int] {
        Pronouncer.letters(text).unicodeScalars.map { Int($0.value) }
    }
}
