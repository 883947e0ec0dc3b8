/// Makes a text without control characters of what was pasted.
enum PastedText {
    /// The text with a line feed for each line break, a space for each tab, none of those at its ends, and without any
    /// other control character: what would have been a sequence is what is left of its letters.
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
