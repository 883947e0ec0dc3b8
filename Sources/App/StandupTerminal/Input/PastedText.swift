/// Makes one line of text of what was pasted.
enum PastedText {
    /// The text with a space for each tab and line break, none of those at its ends, and without any other control
    /// character: what would have been a sequence is what is left of its letters.
    static func clean(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for character in text {
            if character == "\t" || character.isNewline {
                clean.append(" ")
                continue
            }
            clean.append(contentsOf: character.unicodeScalars.filter { $0.properties.generalCategory != .control })
        }
        return String(String(clean).drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
