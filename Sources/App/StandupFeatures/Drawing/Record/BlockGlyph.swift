import Foundation

/// A Latin capital, digit or sign of `BlockText`, with its accents.
///
/// A letter is 8 dots high; accents add rows above and below.
struct BlockGlyph {
    /// The height of a letter without accents, in dots.
    static let height = 8

    private let letter: [[Bool]]
    /// The rows above it, from the top.
    private var above: [[Bool]] = []
    /// The rows below it, from the top.
    private var below: [[Bool]] = []

    /// A letter with its accents; nil if one of them has no glyph.
    private init?(_ character: Character) {
        let scalars = Self.decomposed(character)
        guard let base = scalars.first, let glyph = Self.letters[Character(base)] else { return nil }
        var letter = Self.dots(glyph)
        for mark in scalars.dropFirst() {
            if mark == "\u{31B}" {
                // The horn of Vietnamese stands at the upper right corner.
                for row in letter.indices { letter[row] += [row < 3, row < 2] }
            } else if let dots = Self.marksAbove[mark] {
                above = Self.dots(dots) + above
            } else if let dots = Self.marksBelow[mark] {
                below += Self.dots(dots)
            } else {
                return nil
            }
        }
        let width = max(letter[0].count, (above + below).map(\.count).max() ?? 0)
        self.letter = letter.map { Self.centered($0, width) }
        above = above.map { Self.centered($0, width) }
        below = below.map { Self.centered($0, width) }
    }

    /// The dots of a text; nil if it is empty or contains a character without a glyph.
    static func rows(of text: String) -> [[Bool]]? {
        var glyphs: [Self] = []
        for character in text.uppercased() {
            guard let glyph = Self(character) else { return nil }
            glyphs.append(glyph)
        }
        guard !glyphs.isEmpty else { return nil }
        let above = glyphs.map(\.above.count).max() ?? 0
        let below = glyphs.map(\.below.count).max() ?? 0
        return (-above..<height + below).map { row in
            Array(glyphs.map { $0.row(row) }.joined(separator: [false]))
        }
    }

    private func row(_ row: Int) -> [Bool] {
        let all = above + letter + below
        let index = row + above.count
        return all.indices.contains(index) ? all[index] : [Bool](repeating: false, count: letter[0].count)
    }

    private static func dots(_ rows: [String]) -> [[Bool]] { rows.map { $0.map { $0 == "#" } } }

    private static func centered(_ row: [Bool], _ width: Int) -> [Bool] {
        let before = (width - row.count) / 2
        return [Bool](repeating: false, count: before) + row
            + [Bool](repeating: false, count: width - row.count - before)
    }

    /// The scalars of a character with its accents separated.
    private static func decomposed(_ character: Character) -> [Unicode.Scalar] {
        if let ascii = character.asciiValue { return [Unicode.Scalar(ascii)] }
        return Array(String(character).decomposedStringWithCanonicalMapping.unicodeScalars)
    }

    /// The scalars of a character with its accents joined to its letter where Unicode has such a letter.
    static func composed(_ character: Character) -> [Unicode.Scalar] {
        if let ascii = character.asciiValue { return [Unicode.Scalar(ascii)] }
        return Array(String(character).precomposedStringWithCanonicalMapping.unicodeScalars)
    }

    /// Accents above a letter, with their distance to it.
    private static let marksAbove: [Unicode.Scalar: [String]] = [
        "\u{300}": ["##..", "..##", "...."],
        "\u{301}": ["..##", "##..", "...."],
        "\u{302}": ["..##..", "##..##", "......"],
        "\u{303}": [".##..#", "#..##.", "......"],
        "\u{304}": ["######", "......"],
        "\u{306}": ["##..##", "..##..", "......"],
        "\u{307}": ["##", "##", ".."],
        "\u{308}": ["##..##", "##..##", "......"],
        "\u{309}": [".##.", "..##", ".#..", "...."],
        "\u{30A}": [".##.", "#..#", ".##.", "...."],
        "\u{30B}": [".##.##", "##.##.", "......"],
        "\u{30C}": ["##..##", "..##..", "......"],
        "\u{30F}": ["##.##.", ".##.##", "......"],
        "\u{311}": ["..##..", "##..##", "......"],
        "\u{313}": ["##", "#.", ".."],
        "\u{315}": ["##", "#.", ".."],
    ]

    /// Accents below a letter, with their distance to it.
    private static let marksBelow: [Unicode.Scalar: [String]] = [
        "\u{323}": ["..", "##"],
        "\u{324}": ["......", "##..##"],
        "\u{325}": ["....", ".##.", "#..#", ".##."],
        "\u{326}": ["..", "##", "#."],
        "\u{327}": ["..#.", "..##", "###."],
        "\u{328}": ["..##..", ".##...", "..###."],
        "\u{32E}": ["......", "##..##", "..##.."],
        "\u{331}": ["......", "######"],
    ]
}
