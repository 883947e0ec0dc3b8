import MeetingModel

extension RecordScreen {
    /// The rows from which points have a heading, and their whole text.
    private static let roomyRows = 12
    /// The most rows of a text.
    private static let mostRows = 3

    /// Draws the speaker's open points in up to half of the rows, and the last words below them.
    ///
    /// Points that do not fit are one line, with the one that the next key marks. In a single row, it stands in place of
    /// the words until all points are marked.
    func drawPointsAndWords(on canvas: inout Canvas, in area: Rect) {
        var area = area
        drawPoints(on: &canvas, in: &area)
        drawWords(on: &canvas, in: area)
    }

    /// Draws the speaker's open points at the top of an area, and takes their rows from it.
    func drawPoints(on canvas: inout Canvas, in area: inout Rect) {
        let isOpen = openPoints.contains(where: \.isNext)
        if !openPoints.isEmpty, area.rows > 1 || isOpen {
            if area.rows >= Self.roomyRows {
                drawRoomyPoints(on: &canvas, in: &area)
            } else if openPoints.count <= area.rows / 2 {
                for point in openPoints { point.draw(on: &canvas, in: area.takeTop(1)) }
            } else if let point = openPoints.first(where: \.isNext) ?? openPoints.last {
                var line = area.takeTop(1)
                let place = DisplayText(openPointsPlace + " · ").truncated(to: line.columns / 2)
                canvas.write(place, at: line.takeLeft(place.width).origin, style: .accent)
                canvas.write(point.line, in: line, style: point.style)
            }
        }
    }

    /// Draws the points with a heading, and a line below them; with more than fit, those around the next one.
    private func drawRoomyPoints(on canvas: inout Canvas, in area: inout Rect) {
        let limit = area.rows / 2
        let columns = area.columns - OpenPoint.signColumns
        let rows = openPoints.map { max(TextWrapping.lines($0.line, columns: columns, limit: Self.mostRows).count, 1) }
        var first = 0
        var last = openPoints.firstIndex(where: \.isNext) ?? openPoints.count - 1
        while first < last, rows[first...last].reduce(0, +) > limit { first += 1 }
        while last + 1 < rows.count, rows[first...last + 1].reduce(0, +) <= limit { last += 1 }
        while first > 0, rows[first - 1...last].reduce(0, +) <= limit { first -= 1 }
        canvas.write(
            [(openPointsLabel, .accent), ("  ", .plain), (openPointsPlace, .dim)], at: area.takeTop(1).origin,
            width: area.columns)
        for index in first...last { openPoints[index].draw(on: &canvas, in: area.takeTop(rows[index])) }
        canvas.horizontalLine(area.takeTop(3).inset(rows: 1))
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
