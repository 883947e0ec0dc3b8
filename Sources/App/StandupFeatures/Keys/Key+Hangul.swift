extension Key {
    /// The key as it is on a Latin keyboard, for somebody whose keyboard is switched to Hangul.
    ///
    /// Letters that are commands are the same keys then. The layout is the common one of two sets (KS X 5002).
    var onLatinKeyboard: Key {
        guard case .character(let character) = self, let latin = Self.hangul[character] else { return self }
        return .character(latin)
    }

    private static let hangul: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ", "qwertyuiopasdfghjklzxcvbnmQWERTOP"))
}
