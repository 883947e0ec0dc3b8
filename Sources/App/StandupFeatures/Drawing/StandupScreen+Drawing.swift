import MeetingModel
import Presentation

extension StandupScreen {
    private enum Block {
        case gap
        case fact(Int)
        case start
        case attendeesTitle
        case columns
        case attendee(Int)
        case updatesTitle
        case update(Int)
        case pointsTitle
        case point(Int)
        case meetingsTitle
        case meeting(Int)
        case noMeetings
    }

    /// Draws the page in one column, or with the meetings beside the rest.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        area = area.inset(left: 1)
        let facts = [.gap] + allFacts.indices.map(Block.fact)
        let people =
            [.gap, .attendeesTitle] + (columns.isEmpty ? [] : [.columns]) + attendees.indices.map(Block.attendee)
        let history = meetingsTitle == nil ? [] : [.meetingsTitle] + meetings.indices.map(Block.meeting)
        let written = updatesTitle == nil ? [] : [.gap, .updatesTitle] + updates.indices.map(Block.update)
        let open = pointsTitle == nil ? [] : [.gap, .pointsTitle] + points.indices.map(Block.point)
        // Settings come last: they are changed rarely.
        let page = [.start] + people + written + open
        if area.columns >= 100 && !history.isEmpty {
            let left = area.takeLeft(min(area.columns * 3 / 5, AttendeeColumns.most))
            var right = area.inset(left: 2)
            draw(page + facts, on: &canvas, in: left)
            canvas.drawHeading(meetingsTitle ?? "", in: right.takeTop(1).inset(right: 1))
            draw(Array(history.dropFirst()), on: &canvas, in: right)
        } else {
            let none: [Block] = noMeetings == nil ? [] : [.gap, .noMeetings]
            draw(page + (history.isEmpty ? none : [.gap]) + history + facts, on: &canvas, in: area)
        }
    }

    private struct BlockHeights {
        let facts: Facts
        let widths: AttendeeColumns
        let points: OpenPointLayout

        init(_ screen: StandupScreen, columns: Int) {
            facts = Facts(screen.allFacts, columns: columns - 2)
            widths = AttendeeColumns(screen.attendees, headings: screen.columns, columns: columns - 2)
            points = OpenPointLayout(screen.points, columns: columns)
        }

        func rows(_ block: Block) -> Int {
            switch block {
            case .fact(let fact): facts.rows(fact)
            case .attendee: widths.rows
            case .columns: widths.headingRows
            case .point(let point): points.rows(point)
            default: 1
            }
        }
    }

    private func draw(_ blocks: [Block], on canvas: inout Canvas, in area: Rect) {
        let heights = BlockHeights(self, columns: area.columns - 1)
        let (facts, widths, dates) = (heights.facts, heights.widths, MeetingColumns(meetings))
        let focused = selected.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
        let focus = blocks.firstIndex(where: isTyped) ?? blocks.firstIndex { isRow($0, focused) }
        canvas.drawScrolling(count: blocks.count, focus: focus, in: area) { index in
            heights.rows(blocks[index])
        } draw: { canvas, index, area in
            let isSelected = index == focus
            switch blocks[index] {
            case .gap: break
            case .fact(let fact): facts.draw(fact, on: &canvas, in: area.inset(left: 2))
            case .start:
                canvas.drawButton(
                    start, in: area, isSelected: isSelected, style: .theme(theme).bold, command: .start)
            case .attendeesTitle:
                canvas.drawHeading([attendeesTitle, statistics].compactMap(\.self).joined(separator: " · "), in: area)
            case .updatesTitle: canvas.drawHeading(updatesTitle ?? "", in: area)
            case .update(let update): draw(updates[update], on: &canvas, in: area)
            case .pointsTitle: canvas.drawHeading(pointsTitle ?? "", in: area)
            case .point(let point):
                heights.points.draw(
                    point, on: &canvas, in: area, isSelected: isSelected, command: select(.point(point)))
            case .meetingsTitle: canvas.drawHeading(meetingsTitle ?? "", in: area)
            case .noMeetings: canvas.write(noMeetings ?? "", in: area.inset(left: 2), style: .dim)
            case .columns: widths.drawHeadings(on: &canvas, in: area.inset(left: 2))
            case .attendee(let attendee):
                let row = canvas.drawRow(area, isSelected: isSelected, command: select(.attendee(attendee)))
                widths.draw(attendees[attendee], on: &canvas, in: row.area, style: row.style)
            case .meeting(let meeting):
                dates.draw(
                    meetings[meeting], on: &canvas, in: area, isSelected: isSelected,
                    command: select(.meeting(meeting)))
            }
        }
    }

    /// Draws an update: the name, and the first line or the field beside it.
    private func draw(_ update: UpdateRow, on canvas: inout Canvas, in area: Rect) {
        var text = area.inset(left: 2, right: 1)
        let widest = updates.map { DisplayText($0.name).width }.max() ?? 0
        let name = text.takeLeft(min(widest, text.columns / 3))
        canvas.write(update.name, in: name, style: update.field == nil ? .plain.bold : .accent)
        _ = text.takeLeft(2)
        guard let field = update.field else { return canvas.write(update.text, in: text) }
        canvas.write(Mark.selected, at: area.origin, style: .accent)
        field.draw(on: &canvas, in: text)
    }

    private func isTyped(_ block: Block) -> Bool {
        if case .update(let index) = block { updates[index].field != nil } else { false }
    }

    private func isRow(_ block: Block, _ row: Row?) -> Bool {
        switch (block, row) {
        case (.start, .start): true
        case (.attendee(let index), .attendee(let other)): index == other
        case (.point(let index), .point(let other)): index == other
        case (.meeting(let index), .meeting(let other)): index == other
        default: false
        }
    }

    /// Rows are ordered start, attendees, points, meetings; any may be missing.
    private func select(_ row: Row) -> Command? {
        rows.firstIndex(of: row).map(Command.select)
    }
}

/// The columns of the attendees' rows: one line each, or two if there is no room.
private struct AttendeeColumns {
    /// The most columns that the rows need: longer bars are not easier to compare.
    static let most = 120
    /// The fewest columns that are left for a bar beside the other cells.
    private static let bar = 12

    private let headings: [String]
    private let isWide: Bool
    private let name: Int
    private let slot: Int
    private let used: Int
    private let trend: Int
    private let change: Int

    init(_ rows: [StandupScreen.AttendeeRow], headings: [String], columns: Int) {
        func widest(_ heading: Int, _ text: (StandupScreen.AttendeeRow) -> String) -> Int {
            let title = headings.indices.contains(heading) ? DisplayText(headings[heading]).width : 0
            return rows.reduce(title) { max($0, DisplayText(text($1)).width) }
        }
        self.headings = headings
        slot = min(widest(1, \.slot), columns / 4)
        used = min(widest(3, Self.averages), columns / 3)
        trend = min(rows.map(\.trend.count).max() ?? 0, columns / 4)
        // The heading of the change is above the trend too.
        let changes = rows.reduce(0) { max($0, DisplayText($1.change).width) }
        change = min(max(changes, widest(4) { _ in "" } - trend - 1), columns / 6)
        isWide = columns >= 72
        let rest = columns - slot - used - trend - change - 8 - Self.bar
        name = min(widest(0, \.name), isWide ? max(columns / 6, min(rest, columns * 2 / 5)) : columns - 20)
    }

    private var hasStatistics: Bool { !headings.isEmpty }

    var rows: Int { hasStatistics && !isWide ? 2 : 1 }

    /// The height of the headings; the meaning of the bars is below the others in a narrow window.
    var headingRows: Int { isWide ? 1 : 2 }

    private static func averages(_ row: StandupScreen.AttendeeRow) -> String {
        row.averageSpeech.isEmpty ? row.averageUsed : row.averageUsed + " / " + row.averageSpeech
    }

    private struct Cells {
        var name: Rect
        /// Nil where there is no room.
        var slot: Rect?
        var bar: Rect
        var used: Rect
        var trend: Rect
        var change: Rect
        /// The trend and the change with what is between them.
        var last: Rect
    }

    private func cells(in area: Rect) -> Cells {
        isWide ? wideCells(in: area.inset(right: 1)) : narrowCells(in: area.inset(right: 1))
    }

    private func wideCells(in area: Rect) -> Cells {
        var line = area
        let name = line.takeLeft(name)
        let slot = line.takeLeft(slot + 2)
        _ = line.takeLeft(2)
        let last = line.takeRight(change + (trend > 0 ? trend + 1 : 0))
        if last.columns > 0 { _ = line.takeRight(2) }
        let used = line.takeRight(used)
        _ = line.takeRight(1)
        var rest = last
        let change = rest.takeRight(change)
        return Cells(
            name: name, slot: slot, bar: line, used: used, trend: rest.takeLeft(trend), change: change, last: last)
    }

    /// The name and the times, and below them the bar and the trend.
    private func narrowCells(in area: Rect) -> Cells {
        var text = area
        var bar = text.takeBottom(1)
        let change = text.takeRight(change)
        if change.columns > 0 { _ = text.takeRight(2) }
        let used = text.takeRight(used)
        _ = text.takeRight(1)
        let trend = bar.takeRight(trend)
        _ = bar.takeRight(1)
        return Cells(name: text, slot: nil, bar: bar, used: used, trend: trend, change: change, last: change)
    }

    func drawHeadings(on canvas: inout Canvas, in area: Rect) {
        guard headings.count == 5 else { return }
        let cells = cells(in: area)
        canvas.write(headings[0], in: cells.name, style: .dim)
        if let slot = cells.slot { canvas.write(headings[1], in: slot, style: .dim, alignment: .trailing) }
        var legend = isWide ? cells.bar : area.rows(2)[1]
        // The marks have the colors of the bars.
        let marks: [Style] = [.good, .good, .plain, .alarm]
        for (index, part) in headings[2].split(separator: "  ").enumerated() {
            let part = DisplayText(String(part))
            guard part.width <= legend.columns else { break }
            let place = legend.takeLeft(part.width + 2).origin
            canvas.write(part, at: place, style: .dim)
            if index < marks.count { canvas.write(String(part.description.prefix(1)), at: place, style: marks[index]) }
        }
        canvas.write(headings[3], in: cells.used, style: .dim, alignment: .trailing)
        canvas.write(headings[4], in: cells.last, style: .dim, alignment: .trailing)
    }

    func draw(_ row: StandupScreen.AttendeeRow, on canvas: inout Canvas, in area: Rect, style: Style) {
        guard hasStatistics else {
            var area = area.inset(right: 1)
            canvas.write(row.name, in: area.takeLeft(min(name, area.columns - slot - 2)), style: style)
            canvas.write(row.slot, in: area.takeLeft(slot + 2), style: style.dimmed, alignment: .trailing)
            return
        }
        let cells = cells(in: area)
        canvas.write(row.name, in: cells.name, style: style)
        if let slot = cells.slot {
            canvas.write(row.slot, in: slot, style: style.dimmed, alignment: .trailing)
        }
        drawBar(row, on: &canvas, in: cells.bar)
        canvas.write(Self.averages(row), in: cells.used, style: style, alignment: .trailing)
        let line = Canvas.sparkline(row.trend.suffix(cells.trend.columns).map { $0 ?? 0 })
        canvas.write(line, in: cells.trend, style: .accent, alignment: .trailing)
        canvas.write(row.change, in: cells.change, style: style, alignment: .trailing)
    }

    /// Speech is solid, other time used is shaded, the overtime at its end is highlighted, and a line marks the end of
    /// the slot.
    private func drawBar(_ row: StandupScreen.AttendeeRow, on canvas: inout Canvas, in area: Rect) {
        guard area.columns > 1 else { return }
        for column in 0..<area.columns {
            let place = (Double(column) + 0.5) / Double(area.columns)
            let isOvertime = place > row.used - row.overtime
            let character: Character = place < row.speech ? "█" : place < row.used ? "▒" : " "
            let ink: Style = isOvertime ? .alarm : .good
            canvas.fill(
                Rect(column: area.column + column, row: area.row, columns: 1, rows: 1), with: character, ink)
        }
        let end = area.column + min(row.slotEnd.part(of: area.columns), area.columns - 1)
        canvas.fill(
            Rect(column: end, row: area.row, columns: 1, rows: 1), with: "│", .plain)
    }
}
