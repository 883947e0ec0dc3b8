import MeetingModel

extension ListScreen {
    private static let cardRows = 5

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
        let grid = CardGrid(count: cards.count, width: area.columns)
        canvas.drawScrolling(count: grid.rows, focus: selected.map(grid.row), in: area.inset(left: 1)) { _ in
            Self.cardRows
        } draw: { canvas, row, area in
            for (index, part) in zip(grid.cards(inRow: row), area.columns(grid.columns, gap: 1)) {
                drawCard(index, on: &canvas, in: part)
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

    /// Draws one text on the left and one on the right.
    ///
    /// The right one is not truncated if it takes at most half of the width.
    private func drawLine(
        _ left: String, _ right: String, _ style: Style, on canvas: inout Canvas, in area: Rect
    ) {
        var area = area
        let right = DisplayText(right).truncated(to: area.columns / 2)
        canvas.write(right, at: area.takeRight(right.width).origin, style: style)
        canvas.write(left, in: area.inset(right: right.width > 0 ? 1 : 0), style: style)
    }
}
