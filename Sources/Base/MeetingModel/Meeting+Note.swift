extension Meeting {
    /// The longest note, in Unicode scalars.
    public static let longestNote = 10_000

    /// The note to store: truncated between two characters if too long; nil if nothing in it is visible.
    public static func keptNote(_ text: String) -> String? {
        guard !text.trimmedName.isEmpty else { return nil }
        guard text.unicodeScalars.count > longestNote else { return text }
        let limit = text.unicodeScalars.index(text.startIndex, offsetBy: longestNote)
        let kept = text[..<text.index(after: limit)].dropLast()
        return kept.isEmpty ? nil : String(kept)
    }
}
