/// Bars drawn in eighths of a column.
extension Canvas {
    /// Draws a bar in the first row of an area that is filled from the left by a fraction from 0 to 1.
    ///
    /// Eighths of a column show small steps; `style` gives the colour of the filled part as its ink, and the ground of
    /// the rest.
    package mutating func bar(_ area: Rect, fraction: Double, style: Style = .accent) {
        let eighths = Self.eighths(fraction, of: area.columns)
        for offset in 0..<area.columns {
            let part = min(max(eighths - offset * 8, 0), 8)
            fill(
                Rect(column: area.column + offset, row: area.row, columns: 1, rows: min(area.rows, 1)),
                with: Self.horizontalEighths[part], style)
        }
    }

    /// A line of small columns, one for each value from 0 to 1: what is above 0 can be seen, and 1 is full.
    package static func sparkline(_ values: [Double]) -> String {
        String(values.map { verticalEighths[max(eighths($0, of: 1), $0 > 0 ? 1 : 0)] })
    }

    private static func eighths(_ fraction: Double, of length: Int) -> Int {
        // A fraction of nothing (0 / 0) is nothing.
        guard fraction > 0 else { return 0 }
        return Int((min(fraction, 1) * Double(length * 8)).rounded())
    }

    private static let horizontalEighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    private static let verticalEighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
