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
        for (spelling, ending) in terms.flatMap({ hearing.endings(of: $0, "s") })
            + parts.flatMap({ hearing.endings(of: $0, "'s") })
        {
            let words = (spelling + ending).split(whereSeparator: \.isWhitespace).map(String.init)
            let letters = words.map(Pronouncer.letters)
            guard letters.contains(where: { !$0.isEmpty }), !entries.contains(where: { $0.letters == letters })
            else { continue }
            entries.append(
                Entry(
                    words: words, letters: letters, sounds: hearing.sounds(of: spelling, ending: ending),
                    isDerived: !ending.isEmpty))
        }
        self.entries = entries
    }

    /// `J.` and `Li` sound like too much else.
    private static let shortestName = 3
}

extension Vocabulary.Hearing {
    /// A spelling as it is, and with the ending of the plural or the genitive where there is one.
    func endings(of spelling: String, _ ending: String) -> [(spelling: String, ending: String)] {
        guard case .english = self, let last = spelling.last, ending == "'s" || !"sS'".contains(last) else {
            return [(spelling, "")]
        }
        return [(spelling, ""), (spelling, ending)]
    }

    /// How a name or term may sound.
    func sounds(of spelling: String, ending: String) -> [[Int]] {
        switch self {
        case .letters: return [Self.letters(spelling + ending)]
        case .english(let pronouncer):
            let sounds = pronouncer.pronunciations(of: spelling)
            return ending.isEmpty ? sounds : sounds.map { $0 + Self.plural($0) }
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

    /// The s behind these phones.
    private static func plural(_ phones: [Int]) -> [Int] {
        switch phones.last.map({ Phone.allCases[$0] }) {
        case .S, .Z, .SH, .ZH, .CH, .JH: [Phone.IH.index, Phone.Z.index]
        case .P, .T, .K, .F, .TH: [Phone.S.index]
        default: [Phone.Z.index]
        }
    }
}
