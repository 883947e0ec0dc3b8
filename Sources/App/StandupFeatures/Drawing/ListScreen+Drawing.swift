import MeetingModel
import Presentation

extension ListScreen {
    /// The height of a card: a frame, the title, two lines of names, and the last meeting.
    private static let cardRows = 6

    func draw(on canvas: inout Canvas, in area: Rect) {
        // A single card as wide as a large window is hard to read.
        var area = cards.count == 1 ? area.narrowed() : area
        canvas.drawHeading(title, summary: summary, in: area.takeTop(1).inset(columns: 1))
        if area.rows >= 18 { _ = area.takeTop(1) }
        if let filter { drawFilter(filter, on: &canvas, in: area.takeTop(1).inset(columns: 1)) }
        guard !cards.isEmpty else {
            if let empty { drawEmpty(empty, on: &canvas, in: area.inset(columns: 3)) }
            return
        }
        let grid = CardGrid(count: cards.count, width: area.columns)
        // The meetings are below the cards.
        let columns = MeetingColumns(meetings)
        let (gap, title) = (grid.rows, grid.rows + 1)
        let count = meetingsTitle == nil ? grid.rows : title + 1 + meetings.count
        let focus = selected.map { $0 < cards.count ? grid.row(of: $0) : title + 1 + $0 - cards.count }
        canvas.drawScrolling(count: count, focus: focus, in: area.inset(left: 1)) { index in
            index < gap ? Self.cardRows : 1
        } draw: { canvas, index, area in
            if index < grid.rows {
                for (index, card) in zip(grid.cards(inRow: index), area.columns(grid.columns, gap: 1)) {
                    drawCard(index, on: &canvas, in: card)
                }
            } else if index == title {
                canvas.drawHeading(meetingsTitle ?? "", in: area)
            } else if index > title {
                let meeting = index - title - 1
                columns.draw(
                    meetings[meeting], on: &canvas, in: area,
                    isSelected: cards.count + meeting == selected, command: .select(cards.count + meeting))
            }
        }
    }

    private func drawFilter(_ filter: FieldScreen, on canvas: inout Canvas, in area: Rect) {
        canvas.addRegion(filter.drawWithLabel(on: &canvas, in: area), .filter)
    }

    private func drawEmpty(_ text: String, on canvas: inout Canvas, in area: Rect) {
        let columns = min(area.columns, 60)
        let lines = TextWrapping.lines(text, columns: columns, limit: area.rows)
        let title = emptyTitle == nil ? 0 : 2
        var place = area.centered(Size(columns: columns, rows: lines.count + title))
        canvas.write(emptyTitle ?? "", in: place.takeTop(title), style: .accent.bold, alignment: .center)
        canvas.writeWrapped(text, in: place, alignment: .center)
    }

    /// Draws a card; its theme is a thin edge.
    private func drawCard(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        let card = cards[index]
        let isSelected = index == selected
        var lines = canvas.box(area, style: isSelected ? .accent : .dim, border: isSelected ? .heavy : .round)
        canvas.fill(lines.takeLeft(1), .theme(card.theme))
        canvas.addRegion(area, .select(index))
        canvas.write(isSelected ? Mark.selected : "", at: lines.origin, style: .accent.bold)
        lines = lines.inset(left: 2, right: 1)
        drawLine(card.title, card.length, .plain.bold, on: &canvas, in: lines.takeTop(1))
        drawLine(card.lastMeeting ?? "", card.attendees, .dim, on: &canvas, in: lines.takeBottom(1))
        canvas.writeWrapped(card.names, in: lines)
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
