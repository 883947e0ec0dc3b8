extension Key {
    /// The same key on a Latin keyboard, for users whose keyboard is switched to Hangul.
    ///
    /// Commands are letters, so they must work in both modes. The layout is the standard two-set layout (KS X 5002).
    package var onLatinKeyboard: Key {
        guard case .character(let character) = self, let latin = Self.hangul[character] else { return self }
        return .character(latin)
    }

    private static let hangul: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ", "qwertyuiopasdfghjklzxcvbnmQWERTOP"))
}
