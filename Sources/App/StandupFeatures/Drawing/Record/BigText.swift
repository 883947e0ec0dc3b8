import MeetingModel

/// Large digits made of half blocks, readable across a room, at any integer scale.
struct BigText {
    /// The dots that are set, row by row; glyphs are 8 dots high and have individual widths.
    private let rows: [[Bool]]
    /// The size of a dot: its columns, and its half rows.
    let scale: Int

    /// The height of a glyph in dots.
    private static let height = 8

    /// Builds a text of digits, colons and signs; nil if it contains any other character.
    init?(_ text: String, scale: Int) {
        let glyphs = text.map { Self.glyphs[$0] }
        guard !text.isEmpty, !glyphs.contains(nil) else { return nil }
        self.scale = scale
        rows = (0..<Self.height).map { row in
            Array(glyphs.compactMap { $0.map { $0[row].map { $0 == "#" } } }.joined(separator: [false]))
        }
    }

    /// Builds the text at the largest scale that fits; nil if it does not fit at scale 1.
    init?(_ text: String, fitting size: Size) {
        guard let smallest = Self(text, scale: 1) else { return nil }
        let scale = min(size.columns / max(smallest.columns, 1), size.rows * 2 / Self.height)
        guard scale > 0 else { return nil }
        self.init(text, scale: scale)
    }

    /// The width in columns.
    var columns: Int { (rows.first?.count ?? 0) * scale }
    /// The height in rows.
    var screenRows: Int { (Self.height * scale + 1) / 2 }

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
        return row < Self.height && rows[row][column / scale]
    }

    /// The sign for a slot about to end.
    static let attention: Character = "!"
    /// The sign for a paused countdown.
    static let pause: Character = "‖"

    private static let glyphs: [Character: [String]] = [
        "0": [".####.", "######", "##..##", "##..##", "##..##", "##..##", "######", ".####."],
        "1": ["..##..", ".###..", "####..", "..##..", "..##..", "..##..", "######", "######"],
        "2": [".####.", "######", "##..##", "...###", "..###.", ".###..", "######", "######"],
        "3": ["#####.", "######", "....##", ".#####", ".#####", "....##", "######", "#####."],
        "4": ["...###", "..####", ".##.##", "##..##", "######", "######", "....##", "....##"],
        "5": ["######", "######", "##....", "#####.", "######", "....##", "######", "#####."],
        "6": [".####.", "#####.", "##....", "#####.", "######", "##..##", "######", ".####."],
        "7": ["######", "######", "....##", "...##.", "...##.", "..##..", "..##..", "..##.."],
        "8": [".####.", "######", "##..##", ".####.", "######", "##..##", "######", ".####."],
        "9": [".####.", "######", "##..##", "######", ".#####", "....##", ".#####", ".####."],
        ":": ["..", "##", "##", "..", "..", "##", "##", ".."],
        "+": ["......", "..##..", "..##..", "######", "######", "..##..", "..##..", "......"],
        "-": ["......", "......", "......", "######", "######", "......", "......", "......"],
        attention: ["##", "##", "##", "##", "##", "..", "##", "##"],
        pause: ["##..##", "##..##", "##..##", "##..##", "##..##", "##..##", "##..##", "##..##"],
    ]
}
