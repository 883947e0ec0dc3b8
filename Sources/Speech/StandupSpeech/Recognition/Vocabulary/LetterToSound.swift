/// Derives the pronunciation of English words from their letters, for words in no dictionary.
///
/// Rules with left and right context, the first match from left to right, as in "Automatic translation of English text
/// to phonetics by means of letter-to-sound rules" (Elovitz, Johnson, McHugh, Shore; Naval Research Laboratory report
/// 7948, 1976). The rules here are fewer and original, as the distance tolerates wrong vowels.
enum LetterToSound {
    private struct Rule {
        enum Context {
            case anywhere, initial, final, beforeFrontVowel, beforeFinalE, beforeVowel, beforeSyllable
        }

        let letters: [Character]
        let phones: [Int]
        let context: Context

        init(_ letters: String, _ phones: String, _ context: Context = .anywhere) {
            self.letters = Array(letters)
            self.phones = phones.split(separator: " ").compactMap { Phone(rawValue: String($0))?.index }
            self.context = context
        }
    }

    /// The phones of a word in lower-case letters a to z.
    static func phones(of word: String) -> [Int] {
        let letters = Array(word)
        var phones: [Int] = []
        var position = 0
        while position < letters.count {
            // Double consonants sound once.
            if position > 0, letters[position] == letters[position - 1], !isVowel(letters[position]) {
                position += 1
                continue
            }
            guard let rule = rules[letters[position]]?.first(where: { fits($0, letters, position) }) else {
                position += 1
                continue
            }
            phones += rule.phones
            position += rule.letters.count
        }
        return phones
    }

    /// The phones of spelled letters and digits.
    static func spelling(of text: String) -> [Int] {
        text.flatMap { letterNames[$0] ?? [] }
    }

    private static func fits(_ rule: Rule, _ letters: [Character], _ position: Int) -> Bool {
        let rest = letters[position...]
        guard rest.starts(with: rule.letters) else { return false }
        let after = rest.dropFirst(rule.letters.count)
        switch rule.context {
        case .anywhere: return true
        case .initial: return position == 0
        case .final: return after.isEmpty
        case .beforeFrontVowel: return after.first.map { "eiy".contains($0) } ?? false
        case .beforeFinalE:
            guard let consonant = after.first, !isVowel(consonant) else { return false }
            return after.dropFirst().elementsEqual(["e"]) || after.dropFirst().elementsEqual(["e", "s"])
        case .beforeSyllable:
            guard let consonant = after.first, !isVowel(consonant) else { return false }
            return after.dropFirst().first.map(isVowel) ?? false
        case .beforeVowel: return after.first.map(isVowel) ?? false
        }
    }

    private static func isVowel(_ letter: Character) -> Bool { "aeiouy".contains(letter) }

    private static let rules: [Character: [Rule]] = Dictionary(
        grouping: [
            Rule("augh", "AO"), Rule("aigh", "EY"), Rule("ai", "EY"), Rule("ay", "EY"), Rule("au", "AO"),
            Rule("aw", "AO"), Rule("ar", "AA R"), Rule("a", "EY", .beforeFinalE), Rule("a", "AH", .final),
            Rule("a", "AE"),
            Rule("b", "B"),
            Rule("chr", "K R"), Rule("ch", "CH"), Rule("ck", "K"), Rule("cc", "K S", .beforeFrontVowel),
            Rule("cqu", "K W"), Rule("c", "S", .beforeFrontVowel), Rule("c", "K"),
            Rule("dge", "JH"), Rule("d", "D"),
            Rule("eigh", "EY"), Rule("ee", "IY"), Rule("ea", "IY"), Rule("eu", "Y UW"), Rule("ew", "Y UW"),
            Rule("ei", "AY"), Rule("ey", "IY"), Rule("eer", "IH R"), Rule("err", "EH R"), Rule("er", "ER"),
            Rule("es", "IY Z", .final),
            Rule("e", "IY", .beforeFinalE), Rule("e", "", .final), Rule("e", "EH"),
            Rule("f", "F"),
            Rule("ght", "T"), Rule("gh", "G", .initial), Rule("gh", ""), Rule("gn", "N", .initial),
            Rule("g", "JH", .beforeFrontVowel), Rule("g", "G"),
            Rule("h", "HH", .beforeVowel), Rule("h", ""),
            Rule("igh", "AY"), Rule("ie", "IY"), Rule("ir", "ER", .final), Rule("ing", "IH NG", .final),
            Rule("iy", "IY Y", .beforeVowel), Rule("ia", "IY AH"), Rule("io", "IY OW"), Rule("i", "AY", .beforeFinalE),
            Rule("i", "IY", .final),
            Rule("i", "IH"),
            Rule("j", "JH"),
            Rule("kn", "N", .initial), Rule("kh", "K"), Rule("k", "K"),
            Rule("le", "AH L", .final), Rule("l", "L"),
            Rule("mc", "M AH K", .initial), Rule("m", "M"),
            Rule("ng", "NG", .final), Rule("nk", "NG K"), Rule("n", "N"),
            Rule("ough", "AO"), Rule("oo", "UW"), Rule("ou", "AW"), Rule("ow", "OW"), Rule("oi", "OY"),
            Rule("oy", "OY"), Rule("oa", "OW"), Rule("or", "AO R"), Rule("o", "OW", .beforeFinalE),
            Rule("o", "OW", .final), Rule("o", "AA"),
            Rule("ph", "F"), Rule("ps", "S", .initial), Rule("p", "P"),
            Rule("que", "K", .final), Rule("qu", "K W"), Rule("q", "K"),
            Rule("rh", "R"), Rule("r", "R"),
            Rule("sch", "SH"), Rule("sh", "SH"), Rule("sc", "S", .beforeFrontVowel), Rule("sion", "ZH AH N"),
            Rule("s", "S"),
            Rule("tch", "CH"), Rule("tion", "SH AH N"), Rule("th", "TH"), Rule("t", "T"),
            Rule("ur", "ER"), Rule("ue", "UW", .final), Rule("u", "Y UW", .initial), Rule("u", "UW", .beforeSyllable),
            Rule("u", "UW", .final), Rule("u", "AH"),
            Rule("v", "V"),
            Rule("wr", "R", .initial), Rule("wh", "W"), Rule("w", "W", .beforeVowel), Rule("w", ""),
            Rule("x", "Z", .initial), Rule("x", "K S"),
            Rule("y", "Y", .initial), Rule("y", "IY", .final), Rule("y", "IH"),
            Rule("zh", "ZH"), Rule("z", "Z"),
        ], by: { $0.letters.first ?? "?" })

    private static let letterNames: [Character: [Int]] = [
        "a": "EY", "b": "B IY", "c": "S IY", "d": "D IY", "e": "IY", "f": "EH F", "g": "JH IY", "h": "EY CH", "i": "AY",
        "j": "JH EY", "k": "K EY", "l": "EH L", "m": "EH M", "n": "EH N", "o": "OW", "p": "P IY", "q": "K Y UW",
        "r": "AA R", "s": "EH S", "t": "T IY", "u": "Y UW", "v": "V IY", "w": "D AH B AH L Y UW", "x": "EH K S",
        "y": "W AY", "z": "Z IY", "0": "Z IH R OW", "1": "W AH N", "2": "T UW", "3": "TH R IY", "4": "F AO R",
        "5": "F AY V", "6": "S IH K S", "7": "S EH V AH N", "8": "EY T", "9": "N AY N",
    ]
    .mapValues { $0.split(separator: " ").compactMap { Phone(rawValue: String($0))?.index } }
}
