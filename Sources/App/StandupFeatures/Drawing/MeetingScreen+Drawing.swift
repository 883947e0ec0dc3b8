import MeetingModel
import Presentation

extension MeetingScreen {
    private enum Block {
        case gap
        case fact(Int)
        case columns
        case attendee(Int)
        case transcriptTitle
        case empty
        case item(Int)
    }

    /// What is drawn below each other: some blocks, and the items of the transcript after them.
    ///
    /// A transcript of a long meeting has thousands of lines, so they have no blocks of their own.
    private struct Blocks {
        var first: [Block]
        var items = 0

        var count: Int { first.count + items }

        subscript(index: Int) -> Block { index < first.count ? first[index] : .item(index - first.count) }
    }

    private struct Column {
        enum Content {
            case blocks(Blocks)
            case minutes(MinutesScreen)
        }

        let content: Content
        let area: Rect
    }

    /// Draws the meeting in one column, or with the transcript beside the rest.
    func draw(on canvas: inout Canvas, in area: Rect) {
        let date = date(columns: area.columns)
        var area = canvas.drawHeader(title, aside: date, theme: theme, in: area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        area = area.inset(left: 1)
        drawBottom(on: &canvas, from: &area)
        for column in columns(in: area, showsDate: !date.isEmpty) {
            switch column.content {
            case .blocks(let blocks):
                draw(blocks, gap: Self.gap(columns: area.columns), on: &canvas, in: column.area)
            case .minutes(let minutes): minutes.draw(on: &canvas, in: column.area, firstIndex: lines.count)
            }
        }
    }

    private func columns(in area: Rect, showsDate: Bool) -> [Column] {
        var area = area
        let facts = allFacts.indices.dropFirst(showsDate ? 1 : 0).map(Block.fact)
        let people = [.gap, .columns] + attendees.indices.map(Block.attendee)
        let items = lines.count + written.count
        let title: [Block] = lines.isEmpty ? [.transcriptTitle, .empty] : [.transcriptTitle]
        // The window has a hundred columns.
        let columns = area.columns
        let gap = Self.gap(columns: columns)
        if let minutes, minutes.isOpen, area.columns < 99 {
            return [Column(content: .minutes(minutes), area: area)]
        }
        guard area.columns >= 99 else {
            let blocks = Blocks(first: facts + people + [.gap] + title, items: items)
            return [Column(content: .blocks(blocks), area: area)]
        }
        let usual = min(tableColumns(gap: gap), area.columns * 11 / 20)
        let left = area.takeLeft(max(min(area.columns * 2 / 5, 48), usual, leastColumns(gap: gap)))
        var all = [Column(content: .blocks(Blocks(first: facts + people)), area: left)]
        area = area.inset(left: 2)
        // The window has 160 columns.
        if let minutes, minutes.isOpen || columns >= 159 {
            let right = columns >= 159 ? area.takeRight(area.columns / 2) : area.takeRight(area.columns)
            all.append(Column(content: .minutes(minutes), area: right.inset(left: columns >= 159 ? 2 : 0)))
        }
        if !area.isEmpty { all.append(Column(content: .blocks(Blocks(first: title, items: items)), area: area)) }
        return all
    }

    /// The date for the header; empty where it has no room beside the title.
    private func date(columns: Int) -> String {
        guard let date = facts.first?.value, columns >= DisplayText(date).width * 2 + 8 else { return "" }
        return date
    }

    /// Takes the search and the seek bar from the bottom of the area; they are as high whatever is shown above them.
    private func drawBottom(on canvas: inout Canvas, from area: inout Rect) {
        if let player {
            let rows = area.rows >= 40 ? 6 : area.rows >= 24 ? 4 : 1
            player.draw(on: &canvas, in: area.takeBottom(rows).inset(columns: 1))
            if rows > 1 { _ = area.takeBottom(1) }
        }
        if let find { find.draw(on: &canvas, in: area.takeBottom(1).inset(columns: 1)) }
    }

    private struct BlockLayout {
        let columns: Int
        let facts: Facts
        let transcript: TranscriptLayout

        init(_ screen: MeetingScreen, columns: Int, isSpacious: Bool) {
            self.columns = columns
            facts = Facts(screen.allFacts, columns: columns - 2)
            transcript = TranscriptLayout(screen, columns: columns, isSpacious: isSpacious)
        }
    }

    private func rows(of block: Block, _ layout: BlockLayout) -> Int {
        switch block {
        case .fact(let fact): layout.facts.rows(fact)
        case .item(let item): layout.transcript.rows(item: item)
        case .transcriptTitle: headingRows(columns: layout.columns)
        case .empty: max(TextWrapping.lines(empty ?? "", columns: layout.columns - 2, limit: 6).count, 1)
        case .gap, .columns, .attendee: 1
        }
    }

    private func draw(_ blocks: Blocks, gap: Int, on canvas: inout Canvas, in area: Rect) {
        let layout = BlockLayout(self, columns: area.columns - 1, isSpacious: area.rows >= 30)
        let (facts, transcript) = (layout.facts, layout.transcript)
        let focus = selected.flatMap { line in
            line < lines.count && blocks.items > 0 ? blocks.first.count + transcript.written.item(ofRow: line) : nil
        }
        canvas.drawScrolling(count: blocks.count, focus: focus, in: area) { index in
            rows(of: blocks[index], layout)
        } draw: { canvas, index, area in
            switch blocks[index] {
            case .gap: break
            case .fact(let fact): facts.draw(fact, on: &canvas, in: area.inset(left: 2))
            case .columns: drawTableRow(self.columns, style: .dim, gap: gap, on: &canvas, in: area)
            case .attendee(let index): drawAttendee(attendees[index], gap: gap, on: &canvas, in: area)
            case .transcriptTitle: canvas.drawHeading(heading, in: area)
            case .empty: canvas.writeWrapped(empty ?? "", in: area.inset(left: 2), style: .dim)
            case .item(let item): transcript.draw(item: item, on: &canvas, in: area)
            }
        }
    }

    /// The heading above the transcript: what is not saved comes first, so that it is never cut off.
    private var heading: String {
        [unsaved, version ?? transcriptTitle].compactMap(\.self).joined(separator: " · ")
    }

    /// The rows of the heading above the transcript; the second is for a version that is not current.
    private func headingRows(columns: Int) -> Int {
        max(TextWrapping.lines(heading, columns: columns, limit: 2).count, 1)
    }

    private func drawAttendee(_ row: AttendeeRow, gap: Int, on canvas: inout Canvas, in area: Rect) {
        var styles: [Int: Style] = [:]
        // Without times, the first of them says that the attendee was absent.
        if row.used.isEmpty { styles[1] = .dim }
        if row.isOvertime { styles[3] = .alarm }
        drawTableRow(
            [row.name, row.slot, row.used, row.overtime, row.speech], style: .plain, styles: styles, gap: gap,
            on: &canvas, in: area)
    }

    /// The four number columns are as wide as their widest value; the name gets the rest.
    ///
    /// `styles` are those of single cells.
    private func drawTableRow(
        _ cells: [String], style: Style, styles: [Int: Style] = [:], gap: Int, on canvas: inout Canvas, in area: Rect
    ) {
        var area = area.inset(left: 2, right: 1)
        let widths = numberWidths(of: area.columns, gap: gap)
        for (offset, width) in widths.enumerated().reversed() where width > 0 {
            let index = offset + 1
            let cell = area.takeRight(width)
            if index < cells.count {
                canvas.write(
                    cells[index], in: cell, style: styles[index] ?? style, alignment: .trailing)
            }
            _ = area.takeRight(gap)
        }
        canvas.write(cells.first ?? "", in: area, style: style)
    }

    /// The widest values of the number columns.
    private var widestValues: [Int] {
        (0..<4).map { index in
            attendees.map { DisplayText([$0.slot, $0.used, $0.overtime, $0.speech][index]).width }.max() ?? 0
        }
    }

    /// The widest cells of the number columns, with their headings.
    private var widestNumbers: [Int] {
        widestValues.enumerated().map { index, width in
            columns.indices.contains(index + 1) ? max(width, DisplayText(columns[index + 1]).width) : width
        }
    }

    /// The width of the table with names of up to 24 columns that are not cut.
    private func tableColumns(gap: Int) -> Int {
        widestNumbers.reduce(min(widestName, 24) + 4) { $0 + $1 + gap }
    }

    /// The width of the table with short names, whose values are not cut.
    private func leastColumns(gap: Int) -> Int {
        widestValues.reduce(min(widestName, 8) + 4) { $0 + max($1, 4) + gap }
    }

    private var widestName: Int { attendees.map { DisplayText($0.name).width }.max() ?? 0 }

    /// The columns between the columns of the table.
    private static func gap(columns: Int) -> Int { columns >= 159 ? 3 : columns >= 99 ? 2 : 1 }

    /// The widths of the number columns; 0 for those that are left out because there is no room.
    ///
    /// Values are never cut. Where their headings have no room, these are.
    private func numberWidths(of width: Int, gap: Int) -> [Int] {
        var widths = widestValues
        func room(_ name: Int) -> Int { width - name - widths.reduce(0) { $0 + ($1 > 0 ? $1 + gap : 0) } }
        let headings = widestNumbers
        // What was spoken and the slots are the first to go: the time used says most.
        for index in [3, 0, 2] where room(min(widestName, 4)) < 0 { widths[index] = 0 }
        var spare = room(min(widestName, 8))
        for index in widths.indices where widths[index] > 0 || (spare > headings[index] + gap) {
            let wanted = headings[index] - widths[index] + (widths[index] == 0 ? gap : 0)
            guard wanted > 0, spare > 0 else { continue }
            let taken = min(wanted, spare)
            widths[index] += widths[index] == 0 ? taken - gap : taken
            spare -= taken
        }
        return widths
    }
}

/// The layout of utterances: the time on the left, and the speaker once above consecutive utterances.
private struct TranscriptLayout {
    private let screen: MeetingScreen
    private let timeColumns: Int
    private let textColumns: Int
    let written: WrittenLayout

    init(_ screen: MeetingScreen, columns: Int, isSpacious: Bool) {
        self.screen = screen
        let widest = screen.lines.lazy.suffix(1).map { DisplayText($0.time).width }.max() ?? 0
        timeColumns = min(max(widest, 4), 8)
        // Longer lines are hard to read.
        textColumns = min(max(columns - timeColumns - 4, 1), 110)
        written = WrittenLayout(
            screen.written, indent: timeColumns + 3, textColumns: textColumns, isSpacious: isSpacious)
    }

    private func nameRows(_ index: Int) -> Int {
        written.rows(ofName: screen.lines[index].name, aboveRow: index)
    }

    private func correction(_ index: Int) -> FieldScreen? { index == screen.selected ? screen.correction : nil }

    /// The height of an utterance or of something written.
    func rows(item: Int) -> Int {
        switch written[item] {
        case .row(let line): rows(line)
        case .written(let index): written.rows(index)
        }
    }

    func draw(item: Int, on canvas: inout Canvas, in area: Rect) {
        switch written[item] {
        case .row(let line): draw(line, on: &canvas, in: area)
        case .written(let index): written.draw(index, on: &canvas, in: area)
        }
    }

    private func rows(_ index: Int) -> Int {
        if let field = correction(index) { return nameRows(index) + 1 + field.errorRows(columns: textColumns) }
        return nameRows(index) + TextWrapping.lines(screen.lines[index].text, columns: textColumns).count
    }

    private func draw(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        let line = screen.lines[index]
        let isSelected = index == screen.selected && screen.minutes?.isOpen != true
        var area = area
        written.drawName(line.name, aboveRow: index, on: &canvas, from: &area)
        let field = correction(index)
        var (text, style) =
            field == nil
            ? canvas.drawRow(area, isSelected: isSelected, command: .select(index)) : (area.inset(left: 2), .plain)
        if line.isMarked {
            canvas.write(Mark.passage, at: Point(text.column + timeColumns, text.row), style: style.foreground(.accent))
        }
        if line.isChanged {
            canvas.write(Mark.changed, at: Point(area.column + 1, area.row), style: style.foreground(.accent))
        }
        if screen.spoken?.line == index {
            canvas.write(Mark.playing, at: Point(area.column + 1, area.row), style: style.bold)
        }
        canvas.write(line.time, in: text.takeLeft(timeColumns), style: style.dimmed, alignment: .trailing)
        _ = text.takeLeft(1)
        text = text.takeLeft(textColumns)
        guard let field else {
            canvas.writeWrapped(line.text, in: text, style: style)
            canvas.highlight(screen.highlights(of: index), in: line.text, wrappedIn: text)
            return
        }
        canvas.write(Mark.selected, at: area.origin, style: .accent)
        field.draw(on: &canvas, in: text)
        field.drawError(on: &canvas, in: text.inset(top: 1))
    }
}
