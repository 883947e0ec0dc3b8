/// A particle that Korean chooses by the sound before it: 을 behind a consonant, 를 behind a vowel.
///
/// Where the word before it is not known, one writes both, 을(를). Behind a substitution a catalogue does so too, and
/// the right one is taken when the word is there. Behind letters whose sound is not known both stay.
enum KoreanParticle: String, CaseIterable, Hashable, Sendable {
    case object = "을(를)"
    case subject = "이(가)"
    case topic = "은(는)"
    case together = "과(와)"
    case direction = "(으)로"
    case copula = "(이)"

    /// The particle behind a word.
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

    /// The particle with which a text behind a substitution begins, after a quote or a bracket that closes.
    static func first(in text: Substring) -> (closing: Substring, particle: KoreanParticle, rest: Substring)? {
        let closing = text.prefix(while: "’”'\"」』》)".contains)
        let behind = text[closing.endIndex...]
        guard let particle = allCases.first(where: { behind.hasPrefix($0.rawValue) }) else { return nil }
        return (closing, particle, behind.dropFirst(particle.rawValue.count))
    }
}

/// With what a word ends when it is spoken.
private enum FinalSound {
    case vowel
    /// ㄹ, which counts as a vowel before 로.
    case liquid
    case consonant

    /// Nil for a word that does not end with a syllable of Hangul or a digit.
    init?(of word: String) {
        guard let last = word.unicodeScalars.last?.value else { return nil }
        switch last {
        case 0xac00...0xd7a3:
            // Syllables are in the order of their 28 final sounds; the first is none, the ninth ㄹ.
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
