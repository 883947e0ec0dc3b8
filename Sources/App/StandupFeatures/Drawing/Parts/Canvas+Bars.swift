/// Bars that are readable without color.
extension Canvas {
    /// Draws a heavy line, of the fraction's length, over a thin line.
    mutating func drawLineBar(_ area: Rect, fraction: Double, style: Style) {
        let area = Rect(column: area.column, row: area.row, columns: area.columns, rows: min(area.rows, 1))
        horizontalLine(area)
        var rest = area
        fill(rest.takeLeft(fraction.part(of: area.columns)), with: "━", style)
    }

    /// Draws a level meter from 0 to 1, in the warning color near the top.
    mutating func drawMeter(_ area: Rect, level: Double) {
        drawLineBar(area, fraction: level, style: level > 0.98 ? .alarm : level > 0.92 ? .warning : .good)
    }

    /// Draws a full-height bar on a track.
    mutating func drawTrack(_ area: Rect, fraction: Double, style: Style) {
        guard !area.isEmpty else { return }
        bar(area, fraction: fraction, style: style.on(.track))
    }
}
