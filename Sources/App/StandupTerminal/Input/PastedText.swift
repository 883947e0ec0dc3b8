enum PastedText {
    /// The text with a line feed per line break and a space per tab, trimmed at both ends.
    ///
    /// All other control characters are removed. The printable part of an escape sequence stays.
    static func clean(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for character in text {
            if character.isNewline {
                clean.append("\n")
            } else if character == "\t" {
                clean.append(" ")
            } else {
                clean.append(contentsOf: character.unicodeScalars.filter { $0.properties.generalCategory != .control })
            }
        }
        let isKept = { (character: Character) in character != " " && character != "\n" }
        let text = String(clean)
        guard let first = text.firstIndex(where: isKept), let last = text.lastIndex(where: isKept) else { return "" }
        return String(text[first...last])
    }
}
