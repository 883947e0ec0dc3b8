import MeetingModel
import Presentation

extension ListScreen {
    /// The rows of a card whose names share a line.
    private static let cardRows = 5
    /// The most names that have a line of their own.
    private static let mostNames = 20
    /// The number of meetings that larger cards leave in sight.
    private static let fewMeetings = 5

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
        // The meetings are below the cards, a few of them in sight if there is room.
        let below = meetingsTitle == nil ? 0 : 2 + min(meetings.count, Self.fewMeetings)
        let rows = CardRows(cards, in: grid, height: area.rows, below: below)
        let columns = MeetingColumns(meetings)
        let spacing = ScrollWindow.spacing(
            count: meetings.count, height: area.rows - grid.rows * rows.total - 2
        ) { _ in 1 }
        let (gap, title) = (grid.rows, grid.rows + 1)
        let count = meetingsTitle == nil ? grid.rows : title + 1 + meetings.count
        let focus = selected.map { $0 < cards.count ? grid.row(of: $0) : title + 1 + $0 - cards.count }
        canvas.drawScrolling(count: count, focus: focus, in: area.inset(left: 1)) { index in
            index < gap ? rows.total : index <= title ? 1 : 1 + spacing
        } draw: { canvas, index, area in
            if index < grid.rows {
                draw(grid.cards(inRow: index), of: grid, rows: rows, on: &canvas, in: area)
            } else if index == title {
                canvas.drawHeading(meetingsTitle ?? "", in: area)
            } else if index > title {
                let meeting = index - title - 1
                columns.draw(
                    meetings[meeting], on: &canvas, in: area.inset(bottom: spacing),
                    isSelected: cards.count + meeting == selected, command: .select(cards.count + meeting))
            }
        }
    }

    private func draw(
        _ indices: Range<Int>, of grid: CardGrid, rows: CardRows, on canvas: inout Canvas, in area: Rect
    ) {
        for (index, card) in zip(indices, area.columns(grid.columns, gap: 1)) {
            drawCard(index, rows: rows, on: &canvas, in: card)
        }
    }

    /// The rows of every card: as much of it as lets all cards fit.
    private struct CardRows {
        /// The lines of names; 0 if all names share a line.
        var names = 0
        /// The lines of settings; 0 if there is no room for them.
        var settings = 0

        init(_ cards: [StandupCard], in grid: CardGrid, height: Int, below: Int) {
            let most = cards.lazy.map { min($0.attendeeNames.count, ListScreen.mostNames) }.max() ?? 0
            guard most > 0 else { return }
            let height = height - below
            var larger = self
            larger.names = most
            if grid.rows * larger.total <= height && most > 1 { self = larger }
            larger.settings = cards.lazy.map(\.settings.count).max() ?? 0
            if grid.rows * larger.total <= height { self = larger }
        }

        /// The height of a card: a frame, the title, the last line, and the parts between empty lines.
        var total: Int { names == 0 ? ListScreen.cardRows : names + 6 + (settings > 0 ? settings + 1 : 0) }
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

    private func drawCard(_ index: Int, rows: CardRows, on canvas: inout Canvas, in area: Rect) {
        let card = cards[index]
        let isSelected = index == selected
        let style = Style.theme(card.theme)
        let frame = isSelected ? .accent : Style(.theme(card.theme))
        let inside = canvas.box(area, style: frame, border: isSelected ? .heavy : .round)
        canvas.fill(inside, style)
        canvas.addRegion(area, .select(index))
        var lines = inside.inset(left: 2, right: 1)
        if isSelected { canvas.write(Mark.selected, at: inside.origin, style: style.bold) }
        drawLine(card.title, card.length, style.bold, on: &canvas, in: lines.takeTop(1))
        drawLine(card.attendees, card.lastMeeting ?? "", style, on: &canvas, in: lines.takeBottom(1))
        guard rows.names > 0 else {
            canvas.write(card.names, in: lines.takeBottom(1), style: style)
            return
        }
        lines = lines.inset(left: 1, top: 1, bottom: 1)
        if rows.settings > 0 {
            for (text, line) in zip(card.settings, lines.takeBottom(rows.settings).rows(rows.settings)) {
                canvas.write(text, in: line, style: style)
            }
            _ = lines.takeBottom(1)
        }
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
