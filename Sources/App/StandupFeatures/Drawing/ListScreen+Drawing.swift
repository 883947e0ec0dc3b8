import MeetingModel

extension ListScreen {
    /// The rows of a card whose names share a line.
    private static let cardRows = 5
    /// The most names that have a line of their own.
    private static let mostNames = 10

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
        let rows = cardRows(in: grid, height: area.rows)
        canvas.drawScrolling(count: grid.rows, focus: selected.map(grid.row), in: area.inset(left: 1)) { _ in
            rows
        } draw: { canvas, row, area in
            for (index, part) in zip(grid.cards(inRow: row), area.columns(grid.columns, gap: 1)) {
                drawCard(index, on: &canvas, in: part)
            }
        }
    }

    /// The rows of a card: enough for a line for each name if all cards fit then.
    private func cardRows(in grid: CardGrid, height: Int) -> Int {
        let names = cards.lazy.map { min($0.attendeeNames.count, Self.mostNames) }.max() ?? 0
        // A frame, the title, the names between empty lines, and the last line.
        let wanted = names + 6
        return names > 1 && grid.rows * wanted <= height ? wanted : Self.cardRows
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
        var lines = inside.inset(columns: 1)
        drawLine(
            (isSelected ? Mark.selected + " " : "") + card.title, card.length, style.bold, on: &canvas,
            in: lines.takeTop(1))
        drawLine(card.attendees, card.lastMeeting ?? "", style, on: &canvas, in: lines.takeBottom(1))
        guard lines.rows > 2 else {
            canvas.write(card.names, in: lines.takeBottom(1), style: style)
            return
        }
        lines = lines.inset(left: 2, top: 1, bottom: 1)
        for (index, name) in card.attendeeNames.enumerated() {
            let line = lines.takeTop(1)
            let isLast = lines.isEmpty && index < card.attendeeNames.count - 1
            canvas.write(isLast ? "…" : name, in: line, style: style)
        }
    }

    /// Draws one text on the left and one on the right.
    ///
    /// The right one is not truncated if it takes at most half of the width, or if there is room for both.
    private func drawLine(
        _ left: String, _ right: String, _ style: Style, on canvas: inout Canvas, in area: Rect
    ) {
        var area = area
        let room = max(area.columns / 2, area.columns - DisplayText(left).width - 1)
        let right = DisplayText(right).truncated(to: room)
        canvas.write(right, at: area.takeRight(right.width).origin, style: style)
        canvas.write(left, in: area.inset(right: right.width > 0 ? 1 : 0), style: style)
    }
}
