import MeetingModel

extension StandupScreen {
    /// A block of the page, in order from the top.
    private enum Block {
        case gap
        case fact(Int)
        case start
        case attendeesTitle
        case statistics
        case attendee(Int)
        case meetingsTitle
        case meeting(Int)
    }

    /// Draws the page in one column, or with the meetings beside the rest.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        area = area.inset(left: 1)
        let facts = allFacts.indices.map(Block.fact)
        let people =
            [.gap, .attendeesTitle] + (statistics == nil ? [] : [.statistics]) + attendees.indices.map(Block.attendee)
        let history = meetingsTitle == nil ? [] : [.meetingsTitle] + meetings.indices.map(Block.meeting)
        let page = [.start, .gap] + facts + people
        if area.columns >= 100 && !history.isEmpty {
            var right = area.takeRight(min(area.columns * 2 / 5, 60))
            let left = area.inset(right: 2)
            // Both columns have the same rhythm.
            let spacing = min(spacing(of: page, in: left), spacing(of: history, in: right))
            // Without the first gap, the rows of both columns are beside each other.
            draw(spacing > 0 ? [.start] + page.dropFirst(2) : page, spacing: spacing, on: &canvas, in: left)
            canvas.drawHeading(meetingsTitle ?? "", in: right.takeTop(1))
            _ = right.takeTop(spacing)
            draw(Array(history.dropFirst()), spacing: spacing, on: &canvas, in: right)
        } else {
            let blocks = page + (history.isEmpty ? [] : [.gap]) + history
            draw(blocks, spacing: spacing(of: blocks, in: area), on: &canvas, in: area)
        }
    }

    /// The empty rows to leave after each block.
    private func spacing(of blocks: [Block], in area: Rect) -> Int {
        let height = BlockHeights(self, columns: area.columns - 1, spacing: 0)
        return ScrollWindow.spacing(count: blocks.count, height: area.rows) { height.rows(blocks[$0]) }
    }

    /// The heights of blocks in rows.
    private struct BlockHeights {
        let facts: Facts
        let widths: AttendeeWidths
        private let statistics: Int
        private let gap: Int

        init(_ screen: StandupScreen, columns: Int, spacing: Int) {
            facts = Facts(screen.allFacts, columns: columns - 2)
            widths = AttendeeWidths(screen.attendees, columns: columns - 2, hasStatistics: screen.statistics != nil)
            let lines = TextWrapping.lines(screen.statistics ?? "", columns: columns - 2, limit: 2).count
            statistics = lines + (screen.legend == nil ? 0 : 1)
            gap = 1 - spacing
        }

        func rows(_ block: Block) -> Int {
            switch block {
            case .fact(let fact): facts.rows(fact)
            case .attendee: widths.rows
            case .statistics: statistics
            case .gap: gap
            default: 1
            }
        }
    }

    private func draw(_ blocks: [Block], spacing: Int, on canvas: inout Canvas, in area: Rect) {
        let heights = BlockHeights(self, columns: area.columns - 1, spacing: spacing)
        let (facts, widths) = (heights.facts, heights.widths)
        let focused = selected.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
        let focus = blocks.firstIndex { isRow($0, focused) }
        canvas.drawScrolling(count: blocks.count, focus: focus, in: area, spacing: spacing) { index in
            heights.rows(blocks[index])
        } draw: { canvas, index, area in
            let isSelected = index == focus
            switch blocks[index] {
            case .gap: break
            case .fact(let fact): facts.draw(fact, on: &canvas, in: area.inset(left: 2))
            case .start:
                canvas.drawButton(
                    start, in: area, isSelected: isSelected, style: .theme(theme).bold, command: .start)
            case .attendeesTitle: canvas.drawHeading(attendeesTitle, in: area)
            case .meetingsTitle: canvas.drawHeading(meetingsTitle ?? "", in: area)
            case .statistics:
                var text = area.inset(left: 2)
                let last = text.takeBottom(legend == nil ? 0 : 1)
                canvas.writeWrapped(statistics ?? "", in: text, style: .dim)
                canvas.write(legend ?? "", in: last, style: .dim)
            case .attendee(let attendee):
                let row = canvas.drawRow(area, isSelected: isSelected, command: select(.attendee(attendee)))
                widths.draw(attendees[attendee], theme: theme, on: &canvas, in: row.area, style: row.style)
            case .meeting(let meeting):
                let row = canvas.drawRow(area, isSelected: isSelected, command: select(.meeting(meeting)))
                draw(meetings[meeting], on: &canvas, in: row.area, style: row.style)
            }
        }
    }

    private func isRow(_ block: Block, _ row: Row?) -> Bool {
        switch (block, row) {
        case (.start, .start): true
        case (.attendee(let index), .attendee(let other)): index == other
        case (.meeting(let index), .meeting(let other)): index == other
        default: false
        }
    }

    /// The command that selects a row.
    ///
    /// Rows are ordered start, attendees, meetings; any may be missing.
    private func select(_ row: Row) -> Command? {
        rows.firstIndex(of: row).map(Command.select)
    }

    private func draw(_ meeting: MeetingRow, on canvas: inout Canvas, in area: Rect, style: Style) {
        var area = area
        let state = DisplayText(meeting.state).truncated(to: area.columns / 3)
        canvas.write(state, at: area.takeRight(state.width).origin, style: style.foreground(.warning))
        let duration = area.takeRight(min(DisplayText(meeting.duration).width + 2, area.columns / 2)).inset(right: 1)
        canvas.write(meeting.duration, in: duration, style: style, alignment: .trailing)
        canvas.write(meeting.date, in: area, style: style)
    }
}

/// The column widths of an attendee's row: one line, or two if there is no room.
private struct AttendeeWidths {
    private let hasStatistics: Bool
    private let isWide: Bool
    private let name: Int
    private let slot: Int
    private let used: Int
    private let trend: Int
    private let change: Int

    init(_ rows: [StandupScreen.AttendeeRow], columns: Int, hasStatistics: Bool) {
        func widest(_ text: (StandupScreen.AttendeeRow) -> String) -> Int {
            rows.map { DisplayText(text($0)).width }.max() ?? 0
        }
        self.hasStatistics = hasStatistics
        slot = min(widest(\.slot), columns / 4)
        used = min(widest { Self.averages($0) }, columns / 3)
        trend = min(rows.map(\.trend.count).max() ?? 0, columns / 4)
        change = min(widest(\.change), columns / 6)
        isWide = columns >= 72
        // A bar of 16 columns is long enough; the names may take what is left.
        let rest = columns - slot - used - trend - change - 24
        name = min(widest(\.name), isWide ? max(columns / 4, min(rest, columns * 2 / 5)) : columns - 20)
    }

    var rows: Int { hasStatistics && !isWide ? 2 : 1 }

    private static func averages(_ row: StandupScreen.AttendeeRow) -> String {
        row.averageSpeech.isEmpty ? row.averageUsed : row.averageUsed + " / " + row.averageSpeech
    }

    func draw(
        _ row: StandupScreen.AttendeeRow, theme: Theme, on canvas: inout Canvas, in area: Rect, style: Style
    ) {
        var (first, second) = (area.inset(right: 1), area.inset(right: 1))
        guard hasStatistics else {
            canvas.write(row.slot, in: first.takeRight(slot), style: style, alignment: .trailing)
            canvas.write(row.name, in: first.inset(right: 1), style: style)
            return
        }
        if isWide {
            canvas.write(row.name, in: first.takeLeft(name), style: style)
            canvas.write(row.slot, in: first.takeLeft(slot + 2), style: style.foreground(.dim), alignment: .trailing)
            _ = first.takeLeft(2)
            second = first
        } else {
            _ = first.takeBottom(1)
            _ = second.takeTop(1)
        }
        var text = isWide ? second : first
        canvas.write(row.change, in: text.takeRight(change), style: style, alignment: .trailing)
        if change > 0 { _ = text.takeRight(1) }
        if isWide {
            drawTrend(row, on: &canvas, in: text.takeRight(trend))
            _ = text.takeRight(2)
        }
        canvas.write(Self.averages(row), in: text.takeRight(used), style: style, alignment: .trailing)
        _ = text.takeRight(1)
        if isWide {
            second = text
        } else {
            canvas.write(row.name, in: text, style: style)
            drawTrend(row, on: &canvas, in: second.takeRight(trend))
            _ = second.takeRight(1)
        }
        drawBar(row, theme: theme, on: &canvas, in: second)
    }

    private func drawTrend(_ row: StandupScreen.AttendeeRow, on canvas: inout Canvas, in area: Rect) {
        let line = Canvas.sparkline(row.trend.suffix(area.columns).map { $0 ?? 0 })
        canvas.write(line, in: area, style: .accent, alignment: .trailing)
    }

    /// Draws an attendee's bar.
    ///
    /// Speech is solid, other time used is shaded, overtime is highlighted, and a line marks the end of the slot.
    private func drawBar(
        _ row: StandupScreen.AttendeeRow, theme: Theme, on canvas: inout Canvas, in area: Rect
    ) {
        guard area.columns > 1 else { return }
        for column in 0..<area.columns {
            let place = (Double(column) + 0.5) / Double(area.columns)
            let isPast = place > row.slotEnd
            let character: Character = place < row.speech ? "█" : place < row.used ? "▒" : " "
            let ink: Style = isPast ? .alarm : .good
            canvas.fill(
                Rect(column: area.column + column, row: area.row, columns: 1, rows: 1), with: character, ink)
        }
        let end = area.column + min(row.slotEnd.part(of: area.columns), area.columns - 1)
        canvas.fill(
            Rect(column: end, row: area.row, columns: 1, rows: 1), with: "│", .plain)
    }
}
