import MeetingModel

/// Chooses the sizes of the block letters on the stage of a running meeting.
///
/// The time is as large as the stage allows beside a name of the smallest size. The name gets what is left, up to half of
/// its height, and the next speaker's name is at most half as high as the name.
struct StageLayout {
    /// The speaker's name; nil if it is a line of text.
    private(set) var name: BlockText?
    /// The time left; nil if it is a line of text.
    private(set) var clock: StageClock?
    /// The next speaker's name; nil if it is a line of text.
    private(set) var next: BlockText?
    /// The rows of the speaker's name.
    private(set) var nameRows = 1
    /// The rows that stay empty.
    private(set) var spare = 0

    /// The height of the smallest capitals.
    private static let smallest = 4

    /// Chooses sizes for an area.
    init(_ screen: RecordScreen, columns: Int, rows: Int) {
        let columns = max(columns - 4, 0)
        // A gap below the name, the label of the clock, and the line of the next speaker.
        var left = rows - 3
        let names = Size(columns: columns, rows: left / 2)
        let smallName = BlockText(name: screen.speaker, fitting: names)?.smallestRows ?? 1
        clock = StageClock(screen, fitting: Size(columns: columns, rows: left - smallName))
        left -= clock?.rows ?? 0
        name = BlockText(
            name: screen.speaker,
            fitting: Size(columns: columns, rows: min(left, max((clock?.rows ?? 0) / 2, Self.smallest * 2))))
        // A name in a line of text stands in the middle of the place of large letters.
        nameRows = name?.screenRows ?? (left >= Self.smallest ? Self.smallest - 1 : 1)
        left -= nameRows
        let tall = name?.screenRows ?? 0
        func next(rows: Int) -> BlockText? {
            BlockText(name: screen.nextSpeaker, fitting: Size(columns: columns, rows: min(left, rows)))
        }
        // Bitmaps of other scripts cannot be halved: where there is room, they are as high as the name.
        self.next = next(rows: tall / 2) ?? (left > tall ? next(rows: tall) : nil)
        // A large name stands below its label.
        if let next = self.next { left -= next.screenRows }
        spare = max(left, 0)
    }
}

extension RecordScreen {
    /// Draws the speaker, the time and the next speaker in block letters on the background of the clock state.
    func drawLargeStage(on canvas: inout Canvas, in area: Rect) {
        let layout = StageLayout(self, columns: area.columns, rows: area.rows)
        let style = stageStyle
        canvas.fill(area, style)
        var area = area
        // Empty rows are shared out: above the name, around the clock, and below.
        let gap = max(layout.spare / 4, min(layout.spare / 2, 1))
        _ = area.takeTop(max(gap, min(layout.spare, 1)))
        let name = area.takeTop(layout.nameRows)
        if let letters = layout.name {
            letters.draw(on: &canvas, at: name.centered(letters.size).origin, style: style.bold)
        } else {
            let line = Size(columns: name.columns - 4, rows: 1)
            canvas.write(speaking, in: name.centered(line), style: style.bold, alignment: .center)
        }
        var bottom = area.takeBottom((layout.next.map { $0.screenRows + 1 } ?? 1) + gap)
        if let letters = layout.next {
            canvas.write(nextLabel, in: bottom.takeTop(1), style: style, alignment: .center)
            let place = bottom.takeTop(letters.screenRows).centered(letters.size)
            letters.draw(on: &canvas, at: place.origin, style: style)
        } else {
            canvas.write(next, in: bottom.takeTop(1).inset(columns: 2), style: style.bold, alignment: .center)
        }
        _ = area.takeTop(1)
        drawTime(layout.clock, on: &canvas, in: area, style: style)
    }

    /// Draws the time in the middle of an area, and below it its label, or that the meeting is paused.
    private func drawTime(_ clock: StageClock?, on canvas: inout Canvas, in area: Rect, style: Style) {
        guard let clock else {
            let line = area.centered(Size(columns: area.columns - 4, rows: 1))
            return drawLabel("\(self.clock) \(markedLabel)", on: &canvas, in: line, style: style)
        }
        var area = area
        // A little above the middle if that makes room for the sign of a pause.
        let free = area.rows - clock.rows
        _ = area.takeTop(free >= 8 ? min(free / 2, free - 6) : (free - 1) / 2)
        clock.draw(on: &canvas, in: area.takeTop(clock.rows).inset(columns: 2), style: style.bold)
        // The sign takes the empty rows below the time, so that the time keeps its place.
        if !pausedSign.isEmpty, !isFlashing,
            let sign = BlockText(pausedSign, fitting: Size(columns: area.columns - 4, rows: min(area.rows - 2, 8)))
        {
            sign.draw(on: &canvas, at: area.inset(top: 1).centered(sign.size).origin, style: .plain.bold)
            return
        }
        drawLabel(markedLabel, on: &canvas, in: area.takeTop(1).inset(columns: 2), style: style)
    }

    /// Draws the label of the clock, or that the meeting is paused, in the middle of a line.
    func drawLabel(_ label: String, on canvas: inout Canvas, in line: Rect, style: Style) {
        guard !pausedSign.isEmpty else { return canvas.write(label, in: line, style: style, alignment: .center) }
        let sign = DisplayText(" ‖ \(pausedSign) ").truncated(to: line.columns)
        let place = line.centered(Size(columns: sign.width, rows: 1))
        canvas.write(sign, at: place.origin, style: .plain.reversed.bold)
    }
}
