/// Large letters made of half blocks, readable across a room, at any integer scale.
///
/// Latin letters, digits and signs have glyphs of the program's own, in capitals; a text with any other letter is made of
/// the bitmaps of `LetterBitmaps` as a whole.
struct BlockText: Hashable {
    /// The dots that are set, row by row; all rows have the same length.
    private let rows: [[Bool]]
    /// The size of a dot: its columns, and its half rows.
    let scale: Int

    /// Builds a text; nil if it is empty or contains a character without a glyph.
    init?(_ text: String, scale: Int) {
        guard let rows = BlockGlyph.rows(of: text) ?? BlockBitmap.rows(of: text) else { return nil }
        self.init(rows: rows, scale: scale)
    }

    private init(rows: [[Bool]], scale: Int) {
        self.rows = rows
        self.scale = scale
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
    init?(name: String, fitting size: Size) {
        let name = name.prefix(80).filter { !$0.isEmoji }.split(separator: " ").joined(separator: " ")
        self.init(name, fitting: size)
    }

    /// The width in columns.
    var columns: Int { (rows.first?.count ?? 0) * scale }
    /// The height in rows.
    var screenRows: Int { (rows.count * scale + 1) / 2 }
    /// The height at scale 1.
    var smallestRows: Int { (rows.count + 1) / 2 }
    /// The size on a canvas.
    var size: Size { Size(columns: columns, rows: screenRows) }

    /// Draws the text with its top left corner at `point`.
    ///
    /// Only set dots are drawn, so the background stays.
    func draw(on canvas: inout Canvas, at point: Point, style: Style) {
        for row in 0..<screenRows {
            for column in 0..<columns {
                let upper = isSet(column, row * 2)
                let lower = isSet(column, row * 2 + 1)
                guard upper || lower else { continue }
                canvas.fill(
                    Rect(column: point.column + column, row: point.row + row, columns: 1, rows: 1),
                    with: upper && lower ? "█" : upper ? "▀" : "▄", style)
            }
        }
    }

    private func isSet(_ column: Int, _ halfRow: Int) -> Bool {
        let row = halfRow / scale
        return row < rows.count && rows[row][column / scale]
    }
}

extension Character {
    /// Whether it is drawn as a picture.
    fileprivate var isEmoji: Bool {
        unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
    }
}
