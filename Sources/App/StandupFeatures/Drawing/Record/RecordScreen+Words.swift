import MeetingModel
import Presentation

extension RecordScreen {
    /// Draws the live transcript, and above it the speaker's open points and, if there is room, what they said in the
    /// previous meeting.
    func drawTranscript(on canvas: inout Canvas, in area: Rect) {
        var area = area
        drawPoints(on: &canvas, in: &area)
        if let lastWords, area.rows >= 12 {
            let columns = area.columns - 2
            let rows = TextWrapping.lines(lastWords.value, columns: columns, limit: area.rows / 3).count
            canvas.write(lastWords.label, in: area.takeTop(1), style: .accent)
            canvas.writeWrapped(lastWords.value, in: area.takeTop(rows).inset(left: 2), style: .dim)
            canvas.horizontalLine(area.takeTop(3).inset(rows: 1))
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
        var rows: [WordRow] = []
        for index in lines.indices.reversed() where rows.count < area.rows {
            rows = self.rows(of: index, columns: area.columns, limit: area.rows - rows.count) + rows
        }
        for (offset, row) in rows.enumerated() {
            var place = Rect(column: area.column, row: area.row + offset, columns: area.columns, rows: 1)
            let lead = DisplayText(row.lead).truncated(to: area.columns)
            canvas.write(lead, at: place.takeLeft(lead.width).origin, style: row.leadStyle)
            canvas.write(row.text, at: place.origin, style: row.style, width: place.columns)
        }
    }

    private struct WordRow {
        /// The name at the start of the row, or the indent below it.
        var lead: String
        var leadStyle: Style
        var text: DisplayText
        var style: Style
    }

    /// The last rows of a line of the transcript, at most `limit`.
    ///
    /// The first row names the speaker if another one spoke before. In the first row of the area, the name is repeated in
    /// dim letters if it stands further up.
    private func rows(of index: Int, columns: Int, limit: Int) -> [WordRow] {
        let line = lines[index]
        let isNew = index == 0 || lines[index - 1].name != line.name
        let style: Style = line.isPartial ? .dim : .plain
        let name = line.name.isEmpty ? "" : DisplayText(line.name).truncated(to: columns / 2).description + ": "
        let indent = columns < 20 || name.isEmpty ? "" : "  "
        var text = line.text + (line.isPartial ? "…" : "")
        func wrapped(_ lead: String, _ leadStyle: Style) -> [WordRow] {
            let width = DisplayText(lead).width
            let first = TextWrapping.lines(text, columns: columns - width).first ?? DisplayText("")
            let rest = text.dropFirst(first.description.count).drop { $0 == " " }
            let rows = rest.isEmpty ? [] : TextWrapping.lines(String(rest), columns: columns - indent.count)
            return [WordRow(lead: lead, leadStyle: leadStyle, text: first, style: style)]
                + rows.map { WordRow(lead: indent, leadStyle: .plain, text: $0, style: style) }
        }
        var rows = isNew ? wrapped(name, .accent) : wrapped(indent, .plain)
        guard rows.count > limit || (rows.count == limit && !isNew) else { return rows }
        var isCut = rows.count > limit
        rows = rows.suffix(limit)
        guard !name.isEmpty else { return rows }
        // The words that are left out make room for the name, and for a sign that they are.
        var words = rows.map(\.text.description).joined(separator: " ").split(separator: " ")[...]
        repeat {
            text = (isCut ? "… " : "") + words.joined(separator: " ")
            rows = wrapped(name, .dim)
            words = words.dropFirst()
            isCut = true
        } while rows.count > limit && !words.isEmpty
        return rows.suffix(limit)
    }
}
