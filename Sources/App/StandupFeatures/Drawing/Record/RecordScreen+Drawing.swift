import MeetingModel
import Presentation

extension RecordScreen {
    /// Draws the meeting: the clock as large as possible, the speakers below it, and the transcript.
    ///
    /// A window that is wide enough gets letters that are readable from across the room.
    func draw(on canvas: inout Canvas, in area: Rect) {
        if RoomRows.applies(to: area.size) { return drawRoom(on: &canvas, in: area) }
        var area = drawHeader(on: &canvas, in: area)
        let rows = RecordRows(self, columns: area.columns, rows: area.rows)
        drawStage(on: &canvas, in: area.takeTop(rows.stage), clock: rows.clock)
        drawTurn(on: &canvas, in: area.takeTop(rows.turn))
        _ = area.takeTop(rows.gap)
        canvas.write(next, in: area.takeTop(rows.next).inset(columns: 2), style: .plain.bold)
        var line = area.takeTop(rows.facts).inset(columns: 2)
        if rows.next == 0 {
            let facts = line.takeRight(RecordRows.factColumns(facts))
            canvas.write(next, in: line, style: .plain.bold)
            line = facts
        }
        drawFacts(on: &canvas, in: line)
        drawSegments(on: &canvas, in: area.takeTop(rows.segments).inset(columns: 2))
        drawRecording(on: &canvas, in: area.takeTop(rows.recording).inset(columns: 2))
        _ = area.takeTop(rows.gap)
        if rows.isBeside { return drawSpeakersBesideWords(on: &canvas, in: area.inset(columns: 2), note: rows.note) }
        drawSpeakers(on: &canvas, in: area.takeTop(rows.speakers).inset(columns: 2))
        area = area.inset(columns: 2)
        drawNote(on: &canvas, in: area.takeBottom(rows.note))
        drawPointsAndWords(on: &canvas, in: area)
    }

    /// Draws the speakers, and the words on the other side of a line; the scroll bar of the speakers replaces the line.
    func drawSpeakersBesideWords(on canvas: inout Canvas, in area: Rect, note: Int) {
        var area = area
        let speakers = area.takeLeft(area.columns / 3)
        canvas.verticalLine(area.inset(left: 1))
        drawSpeakers(on: &canvas, in: speakers)
        area = area.inset(left: 3)
        drawNote(on: &canvas, in: area.takeBottom(note))
        drawPointsAndWords(on: &canvas, in: area)
    }

    /// Whether a notice of one row has an empty row, or may cover the last row of words, so that nothing moves when it
    /// appears.
    func keepsRows(in area: Rect) -> Bool {
        guard RoomRows.applies(to: area.size) else { return area.rows >= 20 && noteField == nil }
        return RoomRows(self, columns: area.columns, rows: area.rows).gap > 0
    }

    func drawFacts(on canvas: inout Canvas, in area: Rect) {
        guard !area.isEmpty else { return }
        var rest = area
        var line = rest.takeTop(1)
        for fact in facts {
            let columns = DisplayText(fact.label).width + 1 + DisplayText(fact.value).width
            if columns > line.columns && line.columns < area.columns && !rest.isEmpty { line = rest.takeTop(1) }
            guard columns <= line.columns || line.columns == area.columns else { break }
            canvas.write(
                [(fact.label, .dim), (" ", .plain), (fact.value, .plain.bold)], at: line.origin, width: line.columns)
            _ = line.takeLeft(columns + 3)
        }
    }

    /// Draws the state of the recording, the levels, whether there is a note, and whether the cues are muted, from the left
    /// or up to the right.
    func drawRecording(on canvas: inout Canvas, in area: Rect, alignment: Alignment = .leading) {
        guard !area.isEmpty else { return }
        let isHalted = clockState == .paused || clockState == .ending
        let style: Style = isRecording ? .error.bold : isHalted ? .plain.bold : .warning
        let levels = [level, callLevel].compactMap(\.self)
        let isAlone = levels.isEmpty && muted == nil && noteSign.isEmpty
        let text = DisplayText(recording).truncated(to: isAlone ? area.columns : area.columns * 2 / 3)
        let signs = [(noteSign, Style.accent), (muted ?? "", .warning)].filter { !$0.0.isEmpty }
        var room = area.columns - text.width
        let ends = signs.map { sign, style in
            let sign = DisplayText(sign).truncated(to: max(room - 2, 0))
            if sign.width > 0 { room -= sign.width + 2 }
            return (text: sign, style: style)
        }
        let meter = min(room / max(levels.count, 1) - 2, Self.meterColumns)
        let meters = meter < 4 ? 0 : levels.count * (meter + 2)
        var area = area
        if alignment == .trailing { _ = area.takeLeft(room - meters) }
        canvas.write(text, at: area.takeLeft(text.width).origin, style: style)
        for level in levels where meters > 0 {
            _ = area.takeLeft(2)
            canvas.drawMeter(area.takeLeft(meter), level: level)
        }
        for end in ends.reversed() where end.text.width > 0 {
            canvas.write(end.text, at: area.takeRight(end.text.width).origin, style: end.style)
            _ = area.takeRight(2)
        }
    }

    /// Draws the progress of the turn: on a colored stage in the stage's own colors, which differ most from each other.
    func drawTurn(on canvas: inout Canvas, in area: Rect) {
        switch clockState {
        case .warning, .overtime: canvas.bar(area, fraction: turnProgress, style: clockState.background)
        case .calm, .paused, .ending: canvas.drawTrack(area, fraction: turnProgress, style: clockState.color)
        }
    }

    private static let meterColumns = 16

    /// Draws the title, who follows the meeting elsewhere, and the place in the speaking order.
    func drawHeader(on canvas: inout Canvas, in area: Rect) -> Rect {
        let room = area.columns / 2 - DisplayText(place).width - 6
        let others =
            audience.isEmpty || room < 12 ? nil : DisplayText("\(Mark.following) \(audience)").truncated(to: room)
        let aside = [others?.description, place].compactMap(\.self).joined(separator: " · ")
        return canvas.drawHeader(title, aside: aside, theme: theme, in: area)
    }

    func drawNote(on canvas: inout Canvas, in area: Rect) {
        guard !area.isEmpty, let noteField else { return }
        var area = area
        let label = DisplayText(noteField.label + " ").truncated(to: area.columns / 2)
        canvas.write(label, at: area.takeLeft(label.width).origin, style: .accent)
        noteField.draw(on: &canvas, in: area)
    }
}

extension RecordScreen.ClockState {
    var background: Style {
        switch self {
        case .calm: .plain
        case .warning: Style(on: .warning)
        case .overtime: Style(on: .alarm)
        case .paused, .ending: .dim
        }
    }

    /// The color of the present turn: its bar, its part of the meeting, and the speaker's mark.
    var color: Style {
        switch self {
        case .calm: .good
        case .warning: .warning
        case .overtime: .alarm
        case .paused, .ending: .dim
        }
    }
}
