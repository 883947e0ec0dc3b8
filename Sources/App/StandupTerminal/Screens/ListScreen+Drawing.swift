import MeetingModel
import StandupFeatures

extension ListScreen {
    private static let cardRows = 5
    private static let cardColumns = 50

    /// Draws the heading, the filter and the cards.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = area
        var heading = area.takeTop(1).inset(columns: 2)
        let summary = heading.takeRight(min(DisplayText(summary).width, heading.columns / 2))
        canvas.write(self.summary, in: summary, style: .dim)
        canvas.write(title, in: heading.inset(right: 2), style: .accent)
        if area.rows >= 18 { _ = area.takeTop(1) }
        if let filter { drawFilter(filter, on: &canvas, in: area.takeTop(1).inset(columns: 2)) }
        guard !cards.isEmpty else {
            if let empty { drawEmpty(empty, on: &canvas, in: area.inset(columns: 3)) }
            return
        }
        let columns = area.columns / Self.cardColumns
        if columns > 1 {
            drawPage(on: &canvas, in: area.inset(left: 1), columns: columns)
        } else {
            canvas.drawScrolling(count: cards.count, focus: selected, in: area.inset(left: 1)) { _ in
                Self.cardRows
            } draw: { canvas, index, area in
                drawCard(index, on: &canvas, in: area)
            }
        }
    }

    private func drawFilter(_ filter: FieldScreen, on canvas: inout Canvas, in area: Rect) {
        var area = area
        let label = DisplayText(filter.label).truncated(to: area.columns / 2)
        canvas.write(label, at: area.takeLeft(label.width + 1).origin, style: filter.isFocused ? .accent : .dim)
        filter.draw(on: &canvas, in: area)
        canvas.addRegion(area, .filter)
    }

    private func drawEmpty(_ text: String, on canvas: inout Canvas, in area: Rect) {
        let columns = min(area.columns, 60)
        let lines = TextWrapping.lines(text, columns: columns, limit: area.rows)
        canvas.writeWrapped(
            text, in: area.centered(Size(columns: columns, rows: lines.count)), alignment: .center)
    }

    /// Draws the page of cards on which the selected one is, downwards first, so that up and down go where they point.
    private func drawPage(on canvas: inout Canvas, in area: Rect, columns: Int) {
        let most = max(area.rows / Self.cardRows, 1)
        let fits = cards.count <= most * columns
        let rows = fits ? (cards.count + columns - 1) / columns : most
        let first = fits ? 0 : (selected ?? 0) / (rows * columns) * rows * columns
        let page = first..<min(first + rows * columns, cards.count)
        for (column, part) in area.inset(right: 1).columns(columns, gap: 1).enumerated() {
            for row in 0..<rows where page.contains(first + column * rows + row) {
                drawCard(
                    first + column * rows + row, on: &canvas,
                    in: Rect(
                        column: part.column, row: part.row + row * Self.cardRows, columns: part.columns,
                        rows: Self.cardRows))
            }
        }
        guard !fits else { return }
        canvas.drawScrollBar(
            Rect(column: area.endColumn - 1, row: area.row, columns: 1, rows: area.rows), seen: page,
            of: cards.count)
    }

    private func drawCard(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        let card = cards[index]
        let isSelected = index == selected
        let style = Style.theme(card.theme)
        let inside = canvas.box(
            area, style: isSelected ? .accent : Style(.theme(card.theme)), border: isSelected ? .heavy : .round)
        canvas.fill(inside, style)
        canvas.addRegion(area, .select(index))
        let lines = inside.inset(columns: 1).rows(3)
        drawLine(
            (isSelected ? Mark.selected + " " : "") + card.title, card.length, style.bold, on: &canvas, in: lines[0])
        canvas.write(card.names, in: lines[1], style: style)
        drawLine(card.attendees, card.lastMeeting ?? "", style, on: &canvas, in: lines[2])
    }

    /// Draws a text at the left and one at the right, the right one whole if it takes no more than half.
    private func drawLine(
        _ left: String, _ right: String, _ style: Style, on canvas: inout Canvas, in area: Rect
    ) {
        var area = area
        let right = DisplayText(right).truncated(to: area.columns / 2)
        canvas.write(right, at: area.takeRight(right.width).origin, style: style)
        canvas.write(left, in: area.inset(right: right.width > 0 ? 1 : 0), style: style)
    }
}
