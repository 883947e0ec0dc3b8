import MeetingModel

extension ImportScreen {
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = form.drawHead(on: &canvas, in: area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        let frame = canvas.frame(rows: frameRows(columns: min(area.columns, 100)), in: area)
        area = frame ?? area.narrowed()
        // A low window has room for the fields alone.
        if area.rows >= 10 || frame != nil || form.fields.isEmpty {
            let facts = Facts(facts, columns: area.columns - 4)
            facts.draw(on: &canvas, in: area.takeTop(min(facts.rows, area.rows / 2)).inset(columns: 2))
        }
        if area.rows >= 6 { canvas.horizontalLine(area.takeTop(1)) }
        if area.rows >= 8 || form.fields.isEmpty {
            let rows = TextWrapping.lines(hint, columns: area.columns - 4, limit: 2).count
            let part = form.fields.isEmpty ? area.takeTop(rows) : area.takeBottom(rows)
            canvas.writeWrapped(hint, in: part.inset(columns: 2), style: .dim)
        }
        form.drawFields(on: &canvas, in: area)
    }

    /// The rows of the facts, the line, the fields with their errors, and the hint.
    private func frameRows(columns: Int) -> Int {
        let hint = TextWrapping.lines(hint, columns: columns - 10, limit: 2).count
        let errors = form.fields.reduce(0) { $0 + $1.field.errorRows(columns: 30) }
        return Facts(facts, columns: columns - 10).rows + 1 + form.fields.count + errors + 1 + hint
    }
}
