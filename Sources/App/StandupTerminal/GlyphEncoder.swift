/// Converts a character to output that takes as many terminal columns as the canvas uses.
///
/// Terminals disagree on the width of clusters of several scalars: families, skin tones, emoji with a variation
/// selector.
///
/// Such clusters are reduced to a form that all terminals draw with the same width, because one wrong width would shift
/// the rest of the row.
struct GlyphEncoder {
    /// Whether the terminal supports more than ASCII.
    let isUnicode: Bool
    /// The width of a scalar according to the C library, in columns; -1 if it is unknown.
    let columns: (UInt32) -> Int

    /// The scalars for each cell of a character; together they fill exactly `width` columns.
    func encode(_ character: Character, width: Int) -> [[UInt32]] {
        if let ascii = character.asciiValue, ascii >= 0x20 { return padded([[UInt32(ascii)]], used: 1, to: width) }
        let letters = character.unicodeScalars.compactMap(Self.letter)
        if !letters.isEmpty, letters.count <= width {
            return padded(letters.map { [$0] }, used: letters.count, to: width)
        }
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

    /// The letter that stands for half a flag: 🇩🇪 is drawn as DE.
    ///
    /// tmux 3.5 joins half a flag to whatever wide character is before it.
    private static func letter(of scalar: Unicode.Scalar) -> UInt32? {
        let indicators: ClosedRange<UInt32> = 0x1f1e6...0x1f1ff
        guard indicators.contains(scalar.value) else { return nil }
        return scalar.value - indicators.lowerBound + UInt32(UInt8(ascii: "A"))
    }

    /// Whether terminals disagree on the effect of a scalar on its cluster's width.
    ///
    /// These are joiners between emoji, variation selectors and skin tones.
    private static func isDoubtful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200d, 0xfe0e, 0xfe0f, 0x20e3, 0x1f3fb...0x1f3ff: true
        default: false
        }
    }
}

/// ASCII replacements for lines, blocks and symbols, for terminals without Unicode.
enum AsciiGlyphs {
    /// The nearest ASCII character; `?` if there is none.
    static func replacement(for character: Character) -> Unicode.Scalar {
        guard let first = character.unicodeScalars.first else { return "?" }
        if first.isASCII && first.value >= 0x20 { return first }
        return table[first] ?? braille(first) ?? "?"
    }

    /// A pattern of Braille by the halves that have dots; nil for any other character.
    private static func braille(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0x2801...0x28ff).contains(scalar.value) else { return nil }
        let (upper, lower) = (scalar.value & 0x1b != 0, scalar.value & 0xe4 != 0)
        return upper && lower ? ":" : upper ? "'" : "."
    }

    private static let table: [Unicode.Scalar: Unicode.Scalar] = {
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (replacement, glyphs) in [
            ("-", "─┄┅┈┉╌╍╴╶╸╺–—‐‑−"), ("|", "│║‖┆┇┊┋╎╏╵╷╹╻▏▕"),
            ("+", "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬"), ("#", "┃█▇▆▉▊▋▓■▪◼▐"), ("=", "━═▅▄▌▒"), (":", "▃▎▍░"),
            ("_", "▁▂"),
            ("\"", "▀"), ("'", "▘▝"), (".", "▖▗"), ("#", "▛▜▙▟"), ("\\", "▚"), ("/", "▞"),
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
