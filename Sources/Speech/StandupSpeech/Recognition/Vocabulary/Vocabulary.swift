/// Likely names and terms, whose spelling replaces similar-sounding words.
package struct Vocabulary: Sendable {
    /// One form of a name or term, and its pronunciations.
    struct Entry: Sendable {
        /// The words as written.
        let words: [String]
        /// The words in normalized letters.
        let letters: [String]
        /// The pronunciations: phones in English, letters in other languages.
        let sounds: [[Int]]
        /// The pronunciations of each word of a term with several words.
        let parts: [[[Int]]]
        /// Whether it is part of a person's name.
        let isName: Bool
        /// Whether it is a plural or genitive.
        let isDerived: Bool
        /// Whether it is a term of a list for many teams, not one that this team has chosen.
        let isGeneral: Bool

        /// Whether it is written with capitals that a sentence's start does not explain, such as `GitHub`.
        var hasInnerCapitals: Bool { words.contains { $0.dropFirst().contains(where: \.isUppercase) } }
    }

    enum Matching: Sendable {
        /// By phones.
        case english(Pronouncer)
        /// By letters, which is less reliable and has lower limits.
        case letters
    }

    private(set) var entries: [Entry]
    let matching: Matching
    /// The rules for numbers; nil if they stay as spoken.
    let numbers: WrittenNumbers?

    /// Creates a vocabulary for the words of a recognition.
    package init(names: [String] = [], terms: [String], language: String, for recognition: SegmentRecognition) {
        self.init(
            names: names, terms: terms, general: recognition.generalTerms, language: language,
            dictionary: recognition.pronunciations, writesNumbers: recognition.writesNumbers)
    }

    /// Creates a vocabulary of speakers' names and terms for a language, a BCP 47 tag.
    ///
    /// Each part of a name is an entry; a term of several words is one entry. The dictionary, if any, is English.
    package init(
        names: [String] = [], terms: [String] = [], general: [String] = [], language: String = "en",
        dictionary: PronunciationDictionary? = nil, writesNumbers: Bool = false
    ) {
        let isEnglish = language.lowercased().prefix { $0.isLetter } == "en"
        let matching = isEnglish ? Matching.english(Pronouncer(dictionary: dictionary)) : .letters
        self.matching = matching
        let parts = names.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
            .filter { Pronouncer.letters($0).count >= Self.shortestName && $0.first?.isLowercase == false }
        var entries: [Entry] = []
        var seen: Set<[String]> = []
        let chosen = terms.map { ($0, false, false) } + parts.map { ($0, true, false) }
        for (text, isName, isGeneral) in chosen + general.map({ ($0, false, true) }) {
            for ending in matching.endings(of: text, isName: isName) {
                let words = (text + ending).split(whereSeparator: \.isWhitespace).map(String.init)
                let letters = words.map(Pronouncer.letters)
                guard letters.contains(where: { !$0.isEmpty }), seen.insert(letters).inserted else { continue }
                entries.append(
                    Entry(
                        words: words, letters: letters, sounds: matching.sounds(of: text, ending: ending),
                        parts: words.count > 1 ? words.map { matching.sounds(of: $0, ending: "") } : [],
                        isName: isName, isDerived: !ending.isEmpty, isGeneral: isGeneral))
            }
        }
        self.entries = entries
        numbers = writesNumbers ? WrittenNumbers(language: language, keeping: Set(entries.flatMap(\.letters))) : nil
    }

    /// Whether a word is frequent in English, and so no term.
    package static func isCommon(_ word: String) -> Bool {
        let letters = Pronouncer.letters(word)
        return CommonWords.function.contains(letters) || CommonWords.frequent.contains(letters)
    }

    /// The vocabulary without general terms.
    package var chosen: Vocabulary {
        var chosen = self
        chosen.entries.removeAll(where: \.isGeneral)
        return chosen
    }

    /// `J.` and `Li` resemble too many words.
    private static let shortestName = 3
}

extension Vocabulary.Matching {
    /// The endings of a name or term: none, and the genitive or plural if it has one.
    func endings(of text: String, isName: Bool) -> [String] {
        guard case .english = self, let last = text.last, isName || !"sS'".contains(last) else { return [""] }
        return ["", isName ? "'s" : "s"]
    }

    func sounds(of spelling: String, ending: String) -> [[Int]] {
        switch self {
        case .letters: return [Self.letters(spelling + ending)]
        case .english(let pronouncer):
            let sounds = pronouncer.pronunciations(of: spelling)
            return ending.isEmpty ? sounds : sounds.map(Pronouncer.withPluralEnding)
        }
    }

    /// The sound of a recognized word.
    func sound(of word: String) -> [Int] {
        switch self {
        case .letters: Self.letters(word)
        case .english(let pronouncer): pronouncer.phones(ofHeard: word)
        }
    }

    /// Whether a word in normalized letters is in the language's dictionary; true without one.
    func isWord(_ letters: String) -> Bool {
        guard case .english(let pronouncer) = self, let dictionary = pronouncer.dictionary else { return true }
        return !dictionary.pronunciations(of: letters).isEmpty
    }

    /// The distance between two sounds, per phone or letter; above `limit` any larger number.
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
