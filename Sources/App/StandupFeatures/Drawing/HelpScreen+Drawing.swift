import MeetingModel

extension HelpScreen {
    private enum Line {
        case gap
        case title(String)
        case key(KeyHint)
    }

    /// The minimum width of a column of keys, in terminal columns.
    private static let columnWidth = 38
    /// The rows of a running meeting that stay visible above the help.
    private static let rowsOfMeeting = 5

    /// Cuts the help's panel from the bottom of an area.
    ///
    /// It never covers a running meeting's countdown.
    func takePanel(from area: inout Rect, over content: Screen.Content) -> Rect {
        let needed = (columns(of: area).map(\.count).max() ?? 0) + 2
        if case .record = content { return area.takeBottom(min(needed, area.rows - Self.rowsOfMeeting)) }
        return area.takeBottom(needed)
    }

    /// Draws the keys in a box, scrolled by `offset` lines; a wide area gets several columns.
    func draw(on canvas: inout Canvas, in area: Rect) {
        canvas.fill(area, .plain)
        let inside = canvas.box(area, style: .accent, title: title, titleStyle: .accent).inset(columns: 1)
        let columns = columns(of: area)
        let parts = inside.inset(right: 1).columns(columns.count, gap: 3)
        let most = columns.map(\.count).max() ?? 0
        let offset = max(min(self.offset, most - inside.rows), 0)
        canvas.firstLine = offset
        for (part, lines) in zip(parts, columns) {
            let keyColumns = keyColumns(lines, of: part.columns)
            for (row, line) in lines.dropFirst(offset).prefix(part.rows).enumerated() {
                let area = Rect(column: part.column, row: part.row + row, columns: part.columns, rows: 1)
                switch line {
                case .gap: break
                case .title(let text): canvas.drawHeading(text, in: area)
                case .key(let hint):
                    canvas.write(hint.key, at: area.origin, style: .accent, width: keyColumns)
                    canvas.write(hint.text, in: area.inset(left: keyColumns + 2))
                }
            }
        }
        guard most > inside.rows else { return }
        canvas.drawScrollBar(
            Rect(column: area.endColumn - 1, row: inside.row, columns: 1, rows: inside.rows),
            seen: offset..<offset + inside.rows, of: most)
    }

    /// The lines, split into columns of about equal height, as many as fit the area.
    private func columns(of area: Rect) -> [[Line]] {
        let lines = sections.flatMap { [.gap, .title($0.title)] + $0.keys.map(Line.key) }.dropFirst()
        let count = max((area.columns - 4) / Self.columnWidth, 1)
        var height = (lines.count + count - 1) / count
        while true {
            let columns = Self.columns(lines, height: height)
            if columns.count <= count { return columns }
            height += 1
        }
    }

    private static func columns(_ lines: ArraySlice<Line>, height: Int) -> [[Line]] {
        var lines = lines
        var columns: [[Line]] = []
        while !lines.isEmpty {
            if case .gap = lines.first { lines.removeFirst() }
            var column = lines.prefix(height)
            // A heading must not be the last line of a column.
            if case .title = column.last, column.count > 1 { column.removeLast() }
            columns.append(Array(column))
            lines.removeFirst(column.count)
        }
        return columns
    }

    private func keyColumns(_ lines: [Line], of columns: Int) -> Int {
        let widest = lines.map { if case .key(let hint) = $0 { DisplayText(hint.key).width } else { 0 } }.max() ?? 0
        return min(widest, columns / 2)
    }
}
