import MeetingModel

extension FilesScreen {
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = area.narrowed()
        canvas.drawHeading(title, summary: summary, in: area.takeTop(1).inset(columns: 1))
        if area.rows >= 14 { _ = area.takeTop(1) }
        canvas.write(folderEnd(columns: area.columns - 2), in: area.takeTop(1).inset(columns: 1), style: .plain.bold)
        field.drawWithLabel(on: &canvas, in: area.takeTop(1).inset(columns: 1))
        if let error {
            let text = Mark.attention + " " + error
            // A row of the list always stays.
            let rows = TextWrapping.lines(text, columns: area.columns - 4, limit: max(min(4, area.rows - 1), 0)).count
            canvas.writeWrapped(text, in: area.takeTop(rows).inset(columns: 2), style: .error)
        }
        if area.rows >= 8 { canvas.horizontalLine(area.takeTop(1).inset(columns: 1)) }
        if let state {
            let most = self.rows.isEmpty ? area.rows : max(min(3, area.rows - 1), 0)
            let rows = TextWrapping.lines(state, columns: area.columns - 6, limit: most).count
            let part = self.rows.isEmpty ? area.takeTop(rows) : area.takeBottom(rows)
            canvas.writeWrapped(state, in: part.inset(columns: 3), style: .dim)
        }
        canvas.drawScrolling(count: rows.count, focus: selected, in: area.inset(left: 1)) { _ in
            1
        } draw: { canvas, index, area in
            drawRow(index, on: &canvas, in: area)
        }
    }

    /// The end of the folder's path, which says more than its beginning.
    private func folderEnd(columns: Int) -> String {
        guard DisplayText(folder).width > columns else { return folder }
        var width = 1
        let end = folder.reversed().prefix { character in
            width += DisplayText.width(of: character)
            return width <= columns
        }
        return "…" + String(end.reversed())
    }

    private func drawRow(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        let row = rows[index]
        var (text, style) = canvas.drawRow(area, isSelected: index == selected, command: .select(index))
        text = text.inset(right: 1)
        let detail = DisplayText(row.detail).truncated(to: text.columns / 2)
        canvas.write(
            detail.description, at: text.takeRight(detail.width).origin, style: index == selected ? style : .dim)
        canvas.write(
            row.isFolder ? row.name + "/" : row.name, in: text.inset(right: 1),
            style: row.isFolder ? style.bold : style)
    }
}
