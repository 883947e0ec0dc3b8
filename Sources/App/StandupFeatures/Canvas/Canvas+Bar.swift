/// Bars drawn in eighths of a column.
extension Canvas {
    /// Draws a horizontal bar in the first row of an area.
    ///
    /// `fraction`, from 0 to 1, is filled from the left in steps of an eighth of a column. `style` sets the foreground
    /// of the filled part and the background of the rest.
    package mutating func bar(_ area: Rect, fraction: Double, style: Style = .accent) {
        let eighths = Self.eighths(fraction, of: area.columns)
        for offset in 0..<area.columns {
            let part = min(max(eighths - offset * 8, 0), 8)
            fill(
                Rect(column: area.column + offset, row: area.row, columns: 1, rows: min(area.rows, 1)),
                with: Self.horizontalEighths[part], style)
        }
    }

    /// A line of vertical bars, one per value from 0 to 1.
    ///
    /// Every value above 0 is visible; 1 is full height.
    package static func sparkline(_ values: [Double]) -> String {
        String(values.map { verticalEighths[max(eighths($0, of: 1), $0 > 0 ? 1 : 0)] })
    }

    private static func eighths(_ fraction: Double, of length: Int) -> Int {
        // 0 / 0 is NaN and draws nothing.
        guard fraction > 0 else { return 0 }
        return Int((min(fraction, 1) * Double(length * 8)).rounded())
    }

    private static let horizontalEighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    private static let verticalEighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
