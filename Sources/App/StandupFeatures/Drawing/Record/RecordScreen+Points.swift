import MeetingModel
import Presentation

extension RecordScreen {
    /// The rows from which points have a heading, and their whole text.
    private static let roomyRows = 12
    /// The rows of words beside which few rows of points are shown.
    private static let wordRows = 8
    /// The most rows of a text.
    private static let mostRows = 3

    /// Draws the speaker's open points, and the last words below them.
    ///
    /// In a single row, the point that the next key marks replaces the words until all points are marked.
    func drawPointsAndWords(on canvas: inout Canvas, in area: Rect) {
        var area = area
        drawPoints(on: &canvas, in: &area)
        drawWords(on: &canvas, in: area)
    }

    /// Draws the speaker's open points at the top of an area, and takes their rows from it.
    ///
    /// With many rows, the points have a heading and up to half of the rows. With few they leave eight rows to the words,
    /// six if they are many, or two in a low window; those around the next one are shown if not all fit, and its place.
    func drawPoints(on canvas: inout Canvas, in area: inout Rect) {
        guard !openPoints.isEmpty, area.rows > 1 || openPoints.contains(where: \.isNext) else { return }
        let hasHeading = area.rows >= Self.roomyRows
        if hasHeading { canvas.write(openPointsLabel, in: area.takeTop(1), style: .accent) }
        let limit = hasHeading ? area.rows / 2 : max(area.rows - (area.rows > Self.wordRows ? Self.wordRows - 2 : 2), 1)
        var rows = pointRows(columns: area.columns)
        // A whole text is worth a row, but not one of the eight.
        if !hasHeading, rows.reduce(0, +) > max(area.rows - Self.wordRows, 1) { rows = rows.map { _ in 1 } }
        let shown = shownPoints(rows, in: limit)
        for index in shown {
            var line = area.takeTop(rows[index])
            if shown.count < rows.count, index == focusedPoint {
                let place = DisplayText(openPointsPlace).truncated(to: line.columns / 2)
                canvas.write(place, at: line.takeRight(place.width + 1).moved(by: Point(1, 0)).origin, style: .accent)
            }
            openPoints[index].draw(on: &canvas, in: line)
        }
        if hasHeading { canvas.horizontalLine(area.takeTop(3).inset(rows: 1)) }
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
