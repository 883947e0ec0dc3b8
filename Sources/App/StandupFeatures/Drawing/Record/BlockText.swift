/// Large letters made of half blocks, readable across a room, at any integer scale.
///
/// Latin letters, digits and signs have glyphs of the program's own, in capitals; a text with any other letter is made of
/// the bitmaps of `LetterBitmaps` as a whole. Those have twice the dots, which smaller blocks draw where space is short.
struct BlockText: Hashable {
    /// The dots in a cell of the terminal.
    enum Grain: CaseIterable {
        /// Two dots above each other, each of which is as wide as high.
        case halves
        /// Two by two dots, each of which is half as wide as high.
        case quarters
        /// Two by four dots of Braille, each of which is as wide as high, with gaps between them.
        case braille

        /// The dots beside each other.
        var columns: Int { self == .halves ? 1 : 2 }
        /// The dots above each other.
        var rows: Int { self == .braille ? 4 : 2 }
    }

    /// The dots that are set, row by row; all rows have the same length.
    private let rows: [[Bool]]
    /// The size of a dot: its columns, and its half rows.
    let scale: Int
    let grain: Grain

    /// Builds a text; nil if it is empty or contains a character without a glyph.
    init?(_ text: String, scale: Int) {
        guard let rows = BlockGlyph.rows(of: text) ?? BlockBitmap.rows(of: text) else { return nil }
        self.init(rows: rows, scale: scale)
    }

    private init(rows: [[Bool]], scale: Int, grain: Grain = .halves) {
        self.rows = rows
        self.scale = scale
        self.grain = grain
    }

    /// Builds the text at the largest scale that fits; nil if it does not fit at scale 1.
    init?(_ text: String, fitting size: Size) {
        guard let smallest = Self(text, scale: 1), smallest.columns > 0 else { return nil }
        let scale = min(size.columns / smallest.columns, size.rows * 2 / smallest.rows.count)
        guard scale > 0 else { return nil }
        self.init(rows: smallest.rows, scale: scale)
    }

    /// Builds a name at the largest scale that fits.
    ///
    /// A name loses its emoji. Nil if it does not fit, or if it contains another character without a glyph.
    init?(name: String, fitting size: Size) { self.init(Self.letters(of: name), fitting: size) }

    /// The sizes in which a name can be small, the largest first: one, or three if it is made of bitmaps; none if a
    /// character has no glyph.
    static func small(_ name: String) -> [BlockText] {
        let letters = letters(of: name)
        guard let smallest = Self(letters, scale: 1) else { return [] }
        guard BlockGlyph.rows(of: letters) == nil else { return [smallest] }
        return Grain.allCases.map { Self(rows: smallest.rows, scale: 1, grain: $0) }
    }

    /// What is drawn of a name.
    private static func letters(of name: String) -> String {
        name.prefix(80).filter { !$0.isEmoji }.split(separator: " ").joined(separator: " ")
    }

    var columns: Int { ((rows.first?.count ?? 0) * scale + grain.columns - 1) / grain.columns }
    var screenRows: Int { (rows.count * scale + grain.rows - 1) / grain.rows }
    /// The height at scale 1.
    var smallestRows: Int { (rows.count + 1) / 2 }
    var size: Size { Size(columns: columns, rows: screenRows) }

    /// Only set dots are drawn, so the background stays.
    func draw(on canvas: inout Canvas, at point: Point, style: Style) {
        for row in 0..<screenRows {
            for column in 0..<columns {
                guard let block = block(column, row) else { continue }
                canvas.fill(
                    Rect(column: point.column + column, row: point.row + row, columns: 1, rows: 1), with: block, style)
            }
        }
    }

    /// The character with the dots of a cell; nil if none is set.
    private func block(_ column: Int, _ row: Int) -> Character? {
        var dots = 0
        for line in 0..<grain.rows {
            for place in 0..<grain.columns
            where isSet(column * grain.columns + place, row * grain.rows + line) {
                dots |= 1 << (line * grain.columns + place)
            }
        }
        guard dots > 0 else { return nil }
        switch grain {
        case .halves: return Self.halves[dots]
        case .quarters: return Self.quarters[dots]
        case .braille:
            // Unicode numbers the upper six dots by columns, and the lowest two after them.
            let bits = [0, 3, 1, 4, 2, 5, 6, 7]
            let pattern = bits.indices.reduce(UInt32(0)) { $0 | UInt32(dots >> $1 & 1) << UInt32(bits[$1]) }
            return Unicode.Scalar(0x2800 + pattern).map(Character.init)
        }
    }

    /// The blocks by their dots: bit 0 is the upper one.
    private static let halves: [Character] = [" ", "▀", "▄", "█"]
    /// The blocks by their dots: bits 0 and 1 are the upper left and right ones, bits 2 and 3 the lower ones.
    private static let quarters: [Character] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    private func isSet(_ column: Int, _ row: Int) -> Bool {
        let (column, row) = (column / scale, row / scale)
        return row < rows.count && column < rows[row].count && rows[row][column]
    }
}

extension Character {
    /// Whether it is drawn as a picture.
    fileprivate var isEmoji: Bool {
        unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
    }
}
