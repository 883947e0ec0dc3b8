/// Says what a terminal is sent for a character, so that it takes as many columns there as on the canvas.
///
/// Terminals disagree on how wide a cluster of several scalars is: families, flags of skin, an emoji that is asked for
/// by a variation selector. Those are reduced to what all of them draw in the same width. One wrong width would shift
/// the rest of the row.
struct GlyphEncoder {
    /// Whether the terminal is sent more than ASCII.
    let isUnicode: Bool
    /// How many columns the terminal gives a scalar, as far as the C library knows; -1 if it does not know it.
    let columns: (UInt32) -> Int

    /// The scalars of each cell that a character takes; together they fill exactly `width` columns.
    func encode(_ character: Character, width: Int) -> [[UInt32]] {
        if let ascii = character.asciiValue, ascii >= 0x20 { return padded([[UInt32(ascii)]], used: 1, to: width) }
        guard isUnicode else {
            return padded([[UInt32(AsciiGlyphs.replacement(for: character).value)]], used: 1, to: width)
        }
        var parts: [[UInt32]] = []
        var used = 0
        for scalar in character.unicodeScalars {
            let own = columns(scalar.value)
            if own > 0 {
                parts.append([scalar.value])
                used += own
            } else if own == 0, !parts.isEmpty {
                parts[parts.count - 1].append(scalar.value)
            }
        }
        let isCertain = used == width && !character.unicodeScalars.contains(where: Self.isDoubtful)
        if isCertain { return parts.map { Array($0.prefix(5)) } }
        guard let base = parts.first?.first, columns(base) <= width else {
            return padded([[UInt32(UInt8(ascii: "?"))]], used: 1, to: width)
        }
        return padded([[base]], used: columns(base), to: width)
    }

    private func padded(_ parts: [[UInt32]], used: Int, to width: Int) -> [[UInt32]] {
        parts + Array(repeating: [0x20], count: max(width - used, 0))
    }

    /// What changes the width of its cluster on some terminals only: joiners between emoji, variation selectors,
    /// skin colours.
    private static func isDoubtful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200d, 0xfe0e, 0xfe0f, 0x20e3, 0x1f3fb...0x1f3ff: true
        default: false
        }
    }
}

/// What a terminal without Unicode shows in place of lines, blocks and marks.
enum AsciiGlyphs {
    /// One character of ASCII that is nearest to another one; `?` if none is.
    static func replacement(for character: Character) -> Unicode.Scalar {
        guard let first = character.unicodeScalars.first else { return "?" }
        if first.isASCII && first.value >= 0x20 { return first }
        return table[first] ?? "?"
    }

    private static let table: [Unicode.Scalar: Unicode.Scalar] = {
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (replacement, glyphs) in [
            ("-", "─┄┅┈┉╌╍╴╶╸╺–—‐‑−"), ("|", "│║‖┆┇┊┋╎╏╵╷╹╻▏▕"),
            ("+", "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬"), ("#", "┃█▇▆▉▊▋▓■▪◼▐"), ("=", "━═▅▄▌▒"), (":", "▃▎▍░"),
            ("_", "▁▂"),
            ("\"", "▀"),
            (".", "…·‥⋯"), ("*", "•●◉◆★☆✱✲∗⬤♦"), ("o", "○◦◯◌◇□◻"), (">", "▶▸►→❯›»⏵⇒"), ("<", "◀◂◄←❮‹«⏴⇐"),
            ("^", "▲▴↑⏶⇑"),
            ("v", "▼▾↓⏷⇓"), ("x", "✗✘✕×☒✖"), ("'", "‘’‚‛′"), ("\"", "“”„‟″"), ("a", "äàáâãå"), ("A", "ÄÀÁÂÃÅ"),
            ("o", "öòóôõø"),
            ("O", "ÖÒÓÔÕØ"), ("u", "üùúû"), ("U", "ÜÙÚÛ"), ("s", "ß"), ("e", "éèêë"), ("E", "ÉÈÊË"), ("i", "íìîï"),
            ("c", "ç"), ("n", "ñ"), (" ", "\u{a0}\u{2009}\u{202f}\u{2007}"), ("v", "✓✔☑"), ("~", "≈∼"), ("!", "⚠"),
        ] as [(Unicode.Scalar, String)] {
            for glyph in glyphs.unicodeScalars where table[glyph] == nil { table[glyph] = replacement }
        }
        return table
    }()
}
