extension Meeting {
    /// The most Unicode scalars that a note may have.
    public static let longestNote = 10_000

    /// A note as it is kept: cut where it gets too long, between two characters; nil if there is nothing to be seen.
    public static func keptNote(_ text: String) -> String? {
        guard !text.trimmedName.isEmpty else { return nil }
        guard text.unicodeScalars.count > longestNote else { return text }
        let limit = text.unicodeScalars.index(text.startIndex, offsetBy: longestNote)
        let kept = text[..<text.index(after: limit)].dropLast()
        return kept.isEmpty ? nil : String(kept)
    }
}
