import MeetingModel
import Presentation

/// Chooses the sizes of the block letters on the stage of a running meeting.
///
/// The time is as large as the stage allows beside names of the smallest size. The speaker's name gets what is left, up to
/// half of the time's height, and the next speaker's name is at most half as high as the name where letters can be halved.
/// Letters of other scripts are halved by smaller blocks, and only the next speaker's.
struct StageLayout {
    /// The speaker's name; nil if it is a line of text.
    private(set) var name: BlockText?
    /// The time left; nil if it is a line of text.
    private(set) var clock: StageClock?
    /// The next speaker's name; nil if it is a line of text.
    private(set) var next: BlockText?
    private(set) var nameRows = 1
    /// The rows that stay empty.
    private(set) var spare = 0

    /// The height of the smallest capitals.
    private static let smallest = 4
    /// The height of a time that is read from across the room; the next speaker's name in Latin letters does not make it
    /// smaller.
    private static let legible = 12
    /// The rows without block letters: a gap below the name, the label of the clock, and the line of the next speaker.
    private static let lines = 3

    /// The rows from which a stage has the next speaker's name in Latin letters beside a legible time.
    static let rowsForNext = smallest + legible + smallest + lines

    /// The rows beyond which a stage gets no larger letters: the same for all names and times, so that nothing else
    /// moves when they change.
    static func ideal(columns: Int) -> Int {
        let clock = StageClock("0:00", fitting: Size(columns: columns - 4, rows: columns))?.rows ?? 1
        let name = max(clock / 2, smallest * 2)
        return clock + name + name / 2 + lines
    }

    init(_ screen: RecordScreen, columns: Int, rows: Int) {
        let columns = max(columns - 4, 0)
        var left = rows - Self.lines
        func block(_ name: String, rows: Int) -> BlockText? {
            BlockText(name: name, fitting: Size(columns: columns, rows: rows))
        }
        func clock(rows: Int) -> StageClock? { StageClock(screen.clock, fitting: Size(columns: columns, rows: rows)) }
        // A name in a line of text leaves room for the sign of a pause.
        let smallName =
            block(screen.speaker, rows: left / 2)?.smallestRows ?? (left >= Self.smallest * 4 ? Self.smallest : 1)
        let alone = clock(rows: left - smallName)
        let sizes = BlockText.small(screen.nextSpeaker).filter { $0.columns <= columns && $0.screenRows <= left / 2 }
        func size(besideTimeOf rows: Int) -> BlockText? {
            sizes.first { next in
                clock(rows: left - smallName - next.screenRows)?.rows ?? 0 >= min(alone?.rows ?? 1, rows)
            }
        }
        // Names in other scripts are twice as high as in Latin letters: where the next one would be shown in those, the
        // time may be as high as such a name.
        let mayShrink = sizes.count > 1 && rows >= Self.rowsForNext
        let smallNext =
            size(besideTimeOf: Self.legible) ?? (mayShrink ? size(besideTimeOf: Self.smallest * 2) : nil)
        self.clock = smallNext.map { clock(rows: left - smallName - $0.screenRows) } ?? alone
        left -= self.clock?.rows ?? 0
        let nextRows = smallNext?.screenRows ?? 0
        name = block(
            screen.speaker, rows: min(left - nextRows, max((self.clock?.rows ?? 0) / 2, Self.smallest * 2)))
        nameRows = name?.screenRows ?? min(smallName, max(left - nextRows, 1))
        left -= nameRows
        // Where there is room, bitmaps of other scripts are as high as the name.
        next = smallNext.flatMap { block(screen.nextSpeaker, rows: min(left, max(nameRows / 2, nextRows))) ?? $0 }
        // A large name stands below its label.
        if let next { left -= next.screenRows }
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
        var bottom = area.takeBottom((layout.next.map { $0.screenRows + 1 } ?? 1) + gap)
        if let letters = layout.next {
            canvas.write(nextLabel, in: bottom.takeTop(1), style: minorStyle, alignment: .center)
            let place = bottom.takeTop(letters.screenRows).centered(letters.size)
            // Dots of Braille are thin.
            letters.draw(on: &canvas, at: place.origin, style: letters.grain == .braille ? style.bold : minorStyle)
        } else {
            canvas.write(next, in: bottom.takeTop(1).inset(columns: 2), style: style, alignment: .center)
        }
        let below = area.takeTop(1)
        // A little above the middle if that makes room for the sign of a pause.
        let free = area.rows - (layout.clock?.rows ?? 1)
        if layout.clock != nil { _ = area.takeTop(free >= 8 ? min(free / 2, free - 6) : (free - 1) / 2) }
        let time = area.takeTop(layout.clock?.rows ?? 0)
        let sign = pauseSign(below: area, name: name, time: time)
        if let sign { sign.text.draw(on: &canvas, at: sign.place.origin, style: .plain.bold) }
        drawName(layout.name, on: &canvas, in: sign?.covers == .name ? below : name)
        guard let clock = layout.clock else {
            let line = area.centered(Size(columns: area.columns - 4, rows: 1))
            return drawLabel("\(self.clock) \(markedLabel)", on: &canvas, in: line, style: style)
        }
        let label = area.takeTop(1).inset(columns: 2)
        if sign?.covers != .time { clock.draw(on: &canvas, in: time.inset(columns: 2), style: style.bold) }
        switch sign?.covers {
        case nil: drawLabel(markedLabel, on: &canvas, in: label, style: style)
        case .nothing: break
        case .name: canvas.write(clockLabel, in: label, style: style, alignment: .center)
        case .time: canvas.write("\(self.clock) \(clockLabel)", in: label, style: style, alignment: .center)
        }
    }

    private func drawName(_ letters: BlockText?, on canvas: inout Canvas, in area: Rect) {
        if let letters, area.rows >= letters.screenRows {
            return letters.draw(on: &canvas, at: area.centered(letters.size).origin, style: nameStyle)
        }
        let line = Size(columns: area.columns - 4, rows: 1)
        canvas.write(speaking, in: area.centered(line), style: nameStyle, alignment: .center)
    }

    /// The sign of a pause in block letters, and what it covers.
    private struct PauseSign {
        enum Covered {
            case nothing
            case name
            case time
        }

        let text: BlockText
        let place: Rect
        let covers: Covered
    }

    /// The sign of a pause; nil if there is no pause, or no room for block letters.
    ///
    /// It takes the empty rows below the time, so that the time keeps its place; else the place of the name, which
    /// becomes a line of text; else that of the time.
    private func pauseSign(below: Rect, name: Rect, time: Rect) -> PauseSign? {
        guard !pausedSign.isEmpty, !isFlashing else { return nil }
        func sign(in area: Rect, covers: PauseSign.Covered) -> PauseSign? {
            let size = Size(columns: area.columns - 4, rows: min(area.rows, 8))
            return BlockText(pausedSign, fitting: size).map { text in
                PauseSign(text: text, place: area.centered(text.size), covers: covers)
            }
        }
        return sign(in: below.inset(rows: 1), covers: .nothing) ?? sign(in: name, covers: .name)
            ?? sign(in: time, covers: .time)
    }

    /// Draws the label of the clock, or that the meeting is paused, in the middle of a line.
    func drawLabel(_ label: String, on canvas: inout Canvas, in line: Rect, style: Style) {
        guard !pausedSign.isEmpty else { return canvas.write(label, in: line, style: style, alignment: .center) }
        let sign = DisplayText(" ‖ \(pausedSign) ").truncated(to: line.columns)
        let place = line.centered(Size(columns: sign.width, rows: 1))
        canvas.write(sign, at: place.origin, style: .plain.reversed.bold)
    }
}
