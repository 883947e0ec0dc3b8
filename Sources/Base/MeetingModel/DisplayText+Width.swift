extension DisplayText {
    /// The best estimate of the terminal columns: two for wide letters and emoji.
    package var width: Int {
        description.reduce(0) { $0 + Self.width(of: $1) }
    }

    /// The text if it fits; otherwise the longest beginning that fits, followed by `…`.
    package func truncated(to columns: Int) -> DisplayText {
        var used = 0
        // The longest beginning that leaves a column for the ellipsis.
        var cut = description.startIndex
        for index in description.indices {
            used += Self.width(of: description[index])
            if used > columns { return DisplayText(safe: columns > 0 ? description[..<cut] + "…" : "") }
            if used < columns { cut = description.index(after: index) }
        }
        return self
    }

    /// The text, truncated or padded with spaces to exactly this many columns.
    package func padded(to columns: Int) -> DisplayText {
        let cut = truncated(to: columns)
        return DisplayText(safe: cut.description + String(repeating: " ", count: max(0, columns - cut.width)))
    }

    /// The number of columns of a character: 0, 1 or 2; more only for clusters of several spacing letters.
    package static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count == 1 && first.isASCII { return 1 }
        let isEmoji =
            first.properties.isEmojiPresentation
            || first.properties.isEmoji && scalars.contains { $0.value == 0xfe0f || $0.value == 0x20e3 }
        return isEmoji ? 2 : scalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch scalar.value {
        // Medial and final letters of a Hangul syllable, whose initial letter is wide.
        case 0x1160...0x11ff, 0xd7b0...0xd7ff: return 0
        case 0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
            0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff,
            0x1aff0...0x1b2ff, 0x1f200...0x1f265, 0x20000...0x3fffd:
            return 2
        default: return 1
        }
    }
}
