/// A Korean particle whose form depends on the preceding sound: 을 after a consonant, 를 after a vowel.
///
/// Where the preceding word is unknown, Korean writes both forms, as in 을(를).
///
/// Catalogues do the same after a substitution, and the correct form is chosen once the word is known. After letters of
/// unknown pronunciation both forms stay.
enum KoreanParticle: String, CaseIterable, Hashable, Sendable {
    case object = "을(를)"
    case subject = "이(가)"
    case topic = "은(는)"
    case together = "과(와)"
    case direction = "(으)로"
    case copula = "(이)"

    func text(after word: String) -> String {
        guard let sound = FinalSound(of: word) else { return rawValue }
        switch (self, sound) {
        case (.object, .vowel): return "를"
        case (.object, _): return "을"
        case (.subject, .vowel): return "가"
        case (.subject, _): return "이"
        case (.topic, .vowel): return "는"
        case (.topic, _): return "은"
        case (.together, .vowel): return "와"
        case (.together, _): return "과"
        case (.direction, .consonant): return "으로"
        case (.direction, _): return "로"
        case (.copula, .vowel): return ""
        case (.copula, _): return "이"
        }
    }

    /// Finds the particle at the start of the text after a substitution, allowing for a closing quote or bracket.
    static func first(in text: Substring) -> (closing: Substring, particle: KoreanParticle, rest: Substring)? {
        let closing = text.prefix(while: "’”'\"」』》)".contains)
        let behind = text[closing.endIndex...]
        guard let particle = allCases.first(where: { behind.hasPrefix($0.rawValue) }) else { return nil }
        return (closing, particle, behind.dropFirst(particle.rawValue.count))
    }
}

private enum FinalSound {
    case vowel
    /// ㄹ, which is treated as a vowel before 로.
    case liquid
    case consonant

    /// The final sound of a word; nil if the word does not end with a Hangul syllable or a digit.
    init?(of word: String) {
        guard let last = word.unicodeScalars.last?.value else { return nil }
        switch last {
        case 0xac00...0xd7a3:
            // Each block of 28 syllables is ordered by final sound: the first has none, the ninth is ㄹ.
            switch (last - 0xac00) % 28 {
            case 0: self = .vowel
            case 8: self = .liquid
            default: self = .consonant
            }
        // 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구
        case 0x30, 0x33, 0x36: self = .consonant
        case 0x31, 0x37, 0x38: self = .liquid
        case 0x32, 0x34, 0x35, 0x39: self = .vowel
        default: return nil
        }
    }
}
