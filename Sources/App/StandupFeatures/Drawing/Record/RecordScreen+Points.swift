import MeetingModel
import Presentation

extension RecordScreen {
    /// The rows from which points have a heading, and their whole text.
    private static let roomyRows = 12
    /// The most rows of a text.
    private static let mostRows = 3

    /// Draws the speaker's open points, and the last words below them.
    ///
    /// In a single row, the point that the next key marks stands in place of the words until all points are marked.
    func drawPointsAndWords(on canvas: inout Canvas, in area: Rect) {
        var area = area
        drawPoints(on: &canvas, in: &area)
        drawWords(on: &canvas, in: area)
    }

    /// Draws the speaker's open points at the top of an area, and takes their rows from it.
    ///
    /// With many rows, the points have a heading and up to half of the rows; with few, all but two, or
    /// one row for the next one if they do not fit.
    func drawPoints(on canvas: inout Canvas, in area: inout Rect) {
        guard !openPoints.isEmpty, area.rows > 1 || openPoints.contains(where: \.isNext) else { return }
        if area.rows >= Self.roomyRows {
            let limit = area.rows / 2
            canvas.write(
                [(openPointsLabel, .accent), ("  ", .plain), (openPointsPlace, .dim)], at: area.takeTop(1).origin,
                width: area.columns)
            let rows = pointRows(columns: area.columns)
            for index in shownPoints(rows, in: limit) {
                openPoints[index].draw(on: &canvas, in: area.takeTop(rows[index]))
            }
            canvas.horizontalLine(area.takeTop(3).inset(rows: 1))
            return
        }
        let limit = max(area.rows - 2, 1)
        guard openPoints.count > limit else {
            var rows = pointRows(columns: area.columns)
            if rows.reduce(0, +) > limit { rows = rows.map { _ in 1 } }
            for (point, rows) in zip(openPoints, rows) { point.draw(on: &canvas, in: area.takeTop(rows)) }
            return
        }
        let point = openPoints[focusedPoint]
        var line = area.takeTop(1)
        let place = DisplayText(openPointsPlace + " · ").truncated(to: line.columns / 2)
        canvas.write(place, at: line.takeLeft(place.width).origin, style: .accent)
        canvas.write(point.line, in: line, style: point.style)
    }

    /// The point that the next key marks; the last one if all are marked.
    private var focusedPoint: Int { openPoints.firstIndex(where: \.isNext) ?? openPoints.count - 1 }

    /// The rows of each point with its whole text.
    private func pointRows(columns: Int) -> [Int] {
        openPoints.map { point in
            let lines = TextWrapping.lines(point.line, columns: columns - OpenPoint.signColumns, limit: Self.mostRows)
            return max(lines.count, 1)
        }
    }

    /// The points that fit in a number of rows: all, or those around the next one.
    private func shownPoints(_ rows: [Int], in limit: Int) -> ClosedRange<Int> {
        var (first, last) = (0, focusedPoint)
        while first < last, rows[first...last].reduce(0, +) > limit { first += 1 }
        while last + 1 < rows.count, rows[first...last + 1].reduce(0, +) <= limit { last += 1 }
        while first > 0, rows[first - 1...last].reduce(0, +) <= limit { first -= 1 }
        return first...last
    }
}

extension RecordScreen.OpenPoint {
    /// The columns of the sign of the next point.
    fileprivate static let signColumns = 2

    /// The point after its box; one that is still open says so, because its box is that of an unmarked one.
    fileprivate var line: String {
        (mark ?? .open).box + " " + (mark == .open ? markText + " · " : "")
            + (isLongBlock ? Mark.attention + " " : "") + text
    }

    fileprivate var style: Style {
        if mark != nil { return .dim }
        let style: Style = isLongBlock ? .warning : .plain
        return isNext ? style.bold : style
    }

    /// Draws the point after a sign that says whether the next key marks it.
    fileprivate func draw(on canvas: inout Canvas, in area: Rect) {
        var area = area
        canvas.write(isNext ? Mark.selected : "", in: area.takeLeft(Self.signColumns), style: style)
        canvas.writeWrapped(line, in: area, style: style)
    }
}
