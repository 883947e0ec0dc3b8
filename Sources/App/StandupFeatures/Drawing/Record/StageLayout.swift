import MeetingModel

/// Chooses the sizes of the block letters on the stage of a running meeting.
///
/// The time, or the sign of a pause, is as large as the stage allows beside a name of the smallest size. The name gets
/// what is left, and the next speaker's name is at most half as high.
struct StageLayout {
    /// The speaker's name; nil if it is a line of text.
    private(set) var name: BlockText?
    /// The time left; nil if it is a line of text.
    private(set) var clock: BlockText?
    /// The sign of a pause; nil if there is no pause, or no room.
    private(set) var sign: BlockText?
    /// The next speaker's name; nil if it is a line of text.
    private(set) var next: BlockText?
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
        let room = Size(columns: columns, rows: left - smallName)
        if screen.pausedSign.isEmpty {
            clock = BlockText(screen.clock, fitting: room)
        } else {
            sign =
                BlockText(screen.pausedSign, fitting: Size(columns: columns, rows: room.rows * 2 / 3))
                ?? BlockText(screen.pausedSign, fitting: room)
            let half = Size(columns: columns / 2, rows: room.rows - (sign?.screenRows ?? 0) - 1)
            clock =
                sign.flatMap { BlockText(screen.clock, fitting: half.limited(to: $0.screenRows / 2)) }
                ?? (sign == nil ? BlockText(screen.clock, fitting: room) : nil)
        }
        let tallest = max(sign?.screenRows ?? 0, clock?.screenRows ?? 0)
        left -= clock?.screenRows ?? 0
        if let sign { left -= sign.screenRows + (clock == nil ? 0 : 1) }
        name = BlockText(
            name: screen.speaker, fitting: Size(columns: columns, rows: min(left, max(tallest, Self.smallest * 2))))
        left -= name?.screenRows ?? 1
        let label = DisplayText(screen.nextLabel).width + 3
        let tall = name?.screenRows ?? 0
        func next(rows: Int) -> BlockText? {
            BlockText(name: screen.nextSpeaker, fitting: Size(columns: columns - label, rows: min(left + 1, rows)))
        }
        // Bitmaps of other scripts cannot be halved: where there is room, they are as high as the name.
        self.next = next(rows: tall / 2) ?? (left > tall ? next(rows: tall) : nil)
        if let next = self.next { left -= next.screenRows - 1 }
        spare = max(left, 0)
    }
}

extension Size {
    /// This size with at most these rows.
    fileprivate func limited(to rows: Int) -> Size { Size(columns: columns, rows: min(self.rows, rows)) }
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
        drawName(layout.name, on: &canvas, in: &area, style: style)
        var bottom = area.takeBottom((layout.next?.screenRows ?? 1) + gap)
        drawNext(layout.next, on: &canvas, in: bottom.takeTop(layout.next?.screenRows ?? 1), style: style)
        _ = area.takeTop(1)
        drawTime(layout, on: &canvas, in: area, style: style)
    }

    private func drawName(_ name: BlockText?, on canvas: inout Canvas, in area: inout Rect, style: Style) {
        guard let name else {
            let line = area.takeTop(1).inset(columns: 2)
            canvas.write(speaking, in: line, style: style.bold, alignment: .center)
            return
        }
        let place = area.takeTop(name.screenRows).centered(name.size)
        name.draw(on: &canvas, at: place.origin, style: style.bold)
    }

    /// Draws the sign of a pause, the time and its label in the middle of an area.
    private func drawTime(_ layout: StageLayout, on canvas: inout Canvas, in area: Rect, style: Style) {
        var label = layout.clock == nil ? "\(clock) \(clockLabel)" : clockLabel
        let parts = [layout.sign?.screenRows, layout.clock?.screenRows].compactMap(\.self)
        let height = parts.reduce(0, +) + max(parts.count - 1, 0) + 1
        var area = area.centered(Size(columns: area.columns, rows: height))
        let signStyle: Style = isFlashing ? style : .warning
        if let sign = layout.sign {
            sign.draw(on: &canvas, at: area.takeTop(sign.screenRows).centered(sign.size).origin, style: signStyle)
            if layout.clock != nil { _ = area.takeTop(1) }
        } else if !pausedSign.isEmpty {
            canvas.write(pausedSign, in: area.takeTop(1).inset(columns: 2), style: signStyle, alignment: .center)
        }
        if let clock = layout.clock {
            let place = area.takeTop(clock.screenRows).centered(clock.size)
            clock.draw(on: &canvas, at: place.origin, style: style.bold)
            if !drawAttention(beside: place, in: area, scale: clock.scale, on: &canvas, style: style) {
                label = "\(Mark.attention) \(label) \(Mark.attention)"
            }
        }
        canvas.write(label, in: area.takeTop(1).inset(columns: 2), style: style, alignment: .center)
    }

    /// Draws an exclamation mark before the time, so that a warning does not show by colour alone; false without room.
    private func drawAttention(
        beside clock: Rect, in area: Rect, scale: Int, on canvas: inout Canvas, style: Style
    ) -> Bool {
        guard clockState == .warning, let mark = BlockText(String(BlockText.attention), scale: scale) else {
            return true
        }
        let column = clock.column - mark.columns - 2 * scale
        guard column > area.column else { return false }
        mark.draw(on: &canvas, at: Point(column, clock.row), style: style.bold)
        return true
    }

    /// Draws the next speaker's name after its label.
    private func drawNext(_ name: BlockText?, on canvas: inout Canvas, in area: Rect, style: Style) {
        guard let name else {
            canvas.write(next, in: area.inset(columns: 2), style: style.bold, alignment: .center)
            return
        }
        let label = DisplayText(nextLabel)
        let size = Size(columns: label.width + 3 + name.columns, rows: name.screenRows)
        var place = area.centered(size)
        let left = place.takeLeft(label.width + 3)
        canvas.write(label, at: Point(left.column, left.row + left.rows / 2), style: style)
        name.draw(on: &canvas, at: place.origin, style: style)
    }
}
