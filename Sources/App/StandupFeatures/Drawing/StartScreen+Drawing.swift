import MeetingModel

extension StartScreen {
    private enum Block {
        case title
        case attendee(Int)
        case gap
        case button
        case factsTitle
        case fact(Int)
    }

    /// The smallest width for the attendees and what will be recorded side by side.
    private static let wide = 90

    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        drawState(problem.map { Mark.attention + " " + $0 }, .error.bold, on: &canvas, in: &area)
        drawState(progress, .accent, on: &canvas, in: &area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        area = area.narrowed()
        if area.columns >= Self.wide {
            drawWide(on: &canvas, in: area.inset(left: 1, right: 2))
        } else {
            area = area.inset(left: 1)
            let people = [.title] + attendees.indices.map(Block.attendee) + [.gap, .button, .gap]
            let blocks = people + [.factsTitle] + facts.indices.map(Block.fact)
            let shown = Facts(facts, columns: area.columns - 3)
            let rows = blocks.reduce(0) { $0 + self.rows(of: $1, shown, buttonRows: 3) }
            draw(blocks, buttonRows: rows <= area.rows ? 3 : 1, on: &canvas, in: area)
        }
    }

    /// Draws the attendees and the facts side by side, and the button below both; all in the middle of the window.
    private func drawWide(on canvas: inout Canvas, in area: Rect) {
        var area = area
        let half = (area.columns - 4) / 2
        let shown = Facts(facts, columns: half - 2)
        let people = [.title] + attendees.indices.map(Block.attendee)
        // Empty rows around the button, and its height.
        let buttonRows = area.rows >= max(people.count, shown.rows + 1) + 5 ? 3 : 1
        let button = buttonRows == 3 ? 5 : 2
        let rows = max(people.count, shown.rows + 1)
        let all = Size(columns: area.columns, rows: min(rows + button, area.rows))
        area = area.centered(all)
        let bottom = area.takeBottom(button)
        drawStart(on: &canvas, in: bottom.centered(Size(columns: bottom.columns, rows: buttonRows)))
        draw(people, buttonRows: 1, on: &canvas, in: area.takeLeft(half).inset(right: -2))
        var right = area.inset(left: 4)
        canvas.drawHeading(factsTitle, in: right.takeTop(1))
        shown.draw(on: &canvas, in: right.inset(left: 2))
    }

    /// Draws the start button in the theme's color in the middle of an area.
    private func drawStart(on canvas: inout Canvas, in area: Rect) {
        let isSelected = selected >= attendees.count
        let label = DisplayText((isSelected ? Mark.selected + " " : "") + start).truncated(to: area.columns - 4)
        let place = area.centered(Size(columns: max(label.width + 12, 40), rows: area.rows))
        let style: Style = isSelected ? .selection : .theme(theme)
        canvas.fill(place, style)
        let line = place.centered(Size(columns: label.width, rows: 1))
        canvas.write(label, at: line.origin, style: style.bold)
        canvas.addRegion(place, .start)
    }

    private func drawState(_ text: String?, _ style: Style, on canvas: inout Canvas, in area: inout Rect) {
        guard let text else { return }
        let rows = TextWrapping.lines(text, columns: area.columns - 4, limit: 4).count
        canvas.writeWrapped(text, in: area.takeTop(rows).inset(columns: 2), style: style)
    }

    private func rows(of block: Block, _ facts: Facts, buttonRows: Int) -> Int {
        switch block {
        case .fact(let fact): facts.rows(fact)
        case .button: buttonRows
        default: 1
        }
    }

    private func draw(_ blocks: [Block], buttonRows: Int, on canvas: inout Canvas, in area: Rect) {
        let facts = Facts(self.facts, columns: area.columns - 3)
        canvas.drawScrolling(count: blocks.count, focus: focus(in: blocks), in: area) { index in
            rows(of: blocks[index], facts, buttonRows: buttonRows)
        } draw: { canvas, index, area in
            switch blocks[index] {
            case .title: canvas.drawHeading(attendeesTitle, in: area.inset(right: 1))
            case .factsTitle: canvas.drawHeading(factsTitle, in: area.inset(right: 1))
            case .gap: break
            case .attendee(let index): drawAttendee(index, on: &canvas, in: area)
            case .button: drawStart(on: &canvas, in: area)
            case .fact(let fact): facts.draw(fact, on: &canvas, in: area.inset(left: 2))
            }
        }
    }

    private func focus(in blocks: [Block]) -> Int? {
        blocks.firstIndex { block in
            switch block {
            case .attendee(let index): index == selected
            case .button: selected >= attendees.count
            default: false
            }
        }
    }

    private func drawAttendee(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        let attendee = attendees[index]
        var (row, style) = canvas.drawRow(area, isSelected: index == selected, command: .select(index))
        if !attendee.isPresent { style = style.dimmed }
        let check = attendee.isPresent ? Mark.check.on : Mark.check.off
        canvas.write(check, in: row.takeLeft(4), style: style)
        row = row.inset(right: 1)
        let slot = DisplayText(attendee.slot).truncated(to: row.columns / 2)
        canvas.write(slot, at: row.takeRight(slot.width).origin, style: style)
        let update = DisplayText(attendee.update)
        if update.width > 0, row.columns > update.width + 12 {
            _ = row.takeRight(2)
            canvas.write(update, at: row.takeRight(update.width).origin, style: style.dimmed)
        }
        canvas.write(attendee.name, in: row.inset(right: 1), style: style)
    }
}
