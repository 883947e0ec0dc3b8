import MeetingModel

extension RecordScreen {
    /// Draws the live transcript, and above it, if there is room, what the speaker said in the previous meeting.
    func drawTranscript(on canvas: inout Canvas, in area: Rect) {
        var area = area
        if let lastWords, area.rows >= 12 {
            let columns = area.columns - 2
            let rows = TextWrapping.lines(lastWords.value, columns: columns, limit: area.rows / 3).count
            canvas.write(lastWords.label, in: area.takeTop(1), style: .accent)
            canvas.writeWrapped(lastWords.value, in: area.takeTop(rows).inset(left: 2), style: .dim)
            _ = area.takeTop(1)
            canvas.horizontalLine(area.takeTop(1))
        }
        drawWords(on: &canvas, in: area)
    }

    /// Draws the last words in the rows available, the newest at the bottom.
    func drawWords(on canvas: inout Canvas, in area: Rect) {
        guard !area.isEmpty else { return }
        guard !lines.isEmpty else {
            canvas.writeWrapped(noLines, in: area, style: .dim)
            return
        }
        var rows: [(name: String, text: DisplayText, style: Style)] = []
        for index in lines.indices.reversed() where rows.count < area.rows {
            let line = lines[index]
            let isNew = index == 0 || lines[index - 1].name != line.name
            let lead = isNew && !line.name.isEmpty ? line.name + ": " : ""
            let style: Style = line.isPartial ? .dim : .plain
            let wrapped = TextWrapping.lines(
                lead + line.text + (line.isPartial ? "…" : ""), columns: area.columns)
            rows = wrapped.enumerated().map { ($0 == 0 ? lead : "", $1, style) } + rows
        }
        for (offset, row) in rows.suffix(area.rows).enumerated() {
            let place = Point(area.column, area.row + offset)
            canvas.write(row.text, at: place, style: row.style, width: area.columns)
            let lead = DisplayText(row.name).width
            canvas.restyle(Rect(column: place.column, row: place.row, columns: min(lead, area.columns), rows: 1)) {
                $0.foreground(.accent)
            }
        }
    }
}
