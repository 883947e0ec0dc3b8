import MeetingModel

/// Digits that can be read from across a room, made of half blocks, in any whole multiple of their size.
struct BigText {
    /// Which dots are set, row by row; glyphs are 8 dots high and as wide as they are.
    private let rows: [[Bool]]
    /// A dot's columns, and its half rows.
    let scale: Int

    /// The height of a glyph in dots.
    private static let height = 8

    /// A text of digits, colons and signs; nil if there is anything else in it.
    init?(_ text: String, scale: Int) {
        let glyphs = text.map { Self.glyphs[$0] }
        guard !text.isEmpty, !glyphs.contains(nil) else { return nil }
        self.scale = scale
        rows = (0..<Self.height).map { row in
            Array(glyphs.compactMap { $0.map { $0[row].map { $0 == "#" } } }.joined(separator: [false]))
        }
    }

    /// The largest scale at which a text fits into an area; nil if it does not fit even at 1.
    init?(_ text: String, fitting size: Size) {
        guard let smallest = Self(text, scale: 1) else { return nil }
        let scale = min(size.columns / max(smallest.columns, 1), size.rows * 2 / Self.height)
        guard scale > 0 else { return nil }
        self.init(text, scale: scale)
    }

    /// How many columns it takes.
    var columns: Int { (rows.first?.count ?? 0) * scale }
    /// How many rows it takes.
    var screenRows: Int { (Self.height * scale + 1) / 2 }

    /// Draws it with its upper left corner at a place; only the dots, so what is between them stays.
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

    /// The sign for a slot that ends soon.
    static let attention: Character = "!"
    /// The sign for a countdown that stands still.
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
