import MeetingModel

extension StartScreen {
    private enum Block {
        case title
        case attendee(Int)
        case gap
        case button
        case fact(Int)
    }

    /// Draws the attendance list, the start button, and what will be recorded.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        drawState(problem.map { Mark.attention + " " + $0 }, .error.bold, on: &canvas, in: &area)
        drawState(progress, .accent, on: &canvas, in: &area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        area = area.narrowed().inset(left: 1)
        let people = [.title] + attendees.indices.map(Block.attendee) + [.gap, .button]
        let facts = self.facts.indices.map(Block.fact)
        if area.columns >= 90 {
            let right = area.takeRight(area.columns / 2)
            let shown = Facts(self.facts, columns: right.columns - 2)
            let spacing = min(spacing(of: people, in: area), shown.spacing(height: right.rows - 2))
            draw(people, spacing: spacing, on: &canvas, in: area.inset(right: 2))
            shown.draw(on: &canvas, in: right.inset(left: 2, top: 1 + spacing), spacing: spacing)
        } else {
            let blocks = people + [.gap] + facts
            draw(blocks, spacing: spacing(of: blocks, in: area), on: &canvas, in: area)
        }
    }

    private func drawState(_ text: String?, _ style: Style, on canvas: inout Canvas, in area: inout Rect) {
        guard let text else { return }
        let rows = TextWrapping.lines(text, columns: area.columns - 4, limit: 4).count
        canvas.writeWrapped(text, in: area.takeTop(rows).inset(columns: 2), style: style)
    }

    /// The empty rows to leave after each block.
    private func spacing(of blocks: [Block], in area: Rect) -> Int {
        let facts = Facts(self.facts, columns: area.columns - 3)
        return ScrollWindow.spacing(count: blocks.count, height: area.rows) { index in
            if case .fact(let fact) = blocks[index] { facts.rows(fact) } else { 1 }
        }
    }

    private func draw(_ blocks: [Block], spacing: Int, on canvas: inout Canvas, in area: Rect) {
        let facts = Facts(self.facts, columns: area.columns - 3)
        canvas.drawScrolling(count: blocks.count, focus: focus(in: blocks), in: area, spacing: spacing) { index in
            switch blocks[index] {
            case .fact(let fact): facts.rows(fact)
            case .gap: 1 - spacing
            default: 1
            }
        } draw: { canvas, index, area in
            switch blocks[index] {
            case .title: canvas.drawHeading(attendeesTitle, in: area)
            case .gap: break
            case .attendee(let index): drawAttendee(index, on: &canvas, in: area)
            case .button:
                canvas.drawButton(
                    start, in: area, isSelected: selected >= attendees.count, style: .theme(theme).bold,
                    command: .start)
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
        if !attendee.isPresent && style.background != .selection { style = .dim }
        let check = attendee.isPresent ? Mark.check.on : Mark.check.off
        canvas.write(check, in: row.takeLeft(4), style: style)
        row = row.inset(right: 1)
        let slot = DisplayText(attendee.slot).truncated(to: row.columns / 2)
        canvas.write(slot, at: row.takeRight(slot.width).origin, style: style)
        canvas.write(attendee.name, in: row.inset(right: 1), style: style)
    }
}
