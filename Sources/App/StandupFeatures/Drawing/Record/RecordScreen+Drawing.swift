import MeetingModel

extension RecordScreen {
    /// Draws the meeting: the clock as large as possible, the speakers below it, and the transcript.
    ///
    /// A window that is wide enough gets letters that are readable from across the room.
    func draw(on canvas: inout Canvas, in area: Rect) {
        if RoomRows.applies(to: area.size) { return drawRoom(on: &canvas, in: area) }
        var area = canvas.drawHeader(title, aside: place, theme: theme, rows: area.rows >= 36 ? 3 : 1, in: area)
        let rows = RecordRows(self, columns: area.columns, rows: area.rows)
        drawProgress(on: &canvas, in: area.takeTop(rows.progress))
        drawStage(on: &canvas, in: area.takeTop(rows.stage), clock: rows.clock)
        canvas.drawTrack(
            area.takeTop(rows.turn).inset(columns: 2), fraction: turnProgress, style: clockState.bar)
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
        drawSettings(on: &canvas, in: area.takeTop(rows.settings).inset(columns: 2))
        _ = area.takeTop(rows.gap)
        if rows.isBeside {
            let speakers = area.takeLeft(area.columns / 3)
            drawSpeakers(on: &canvas, in: speakers.inset(left: 1, right: 1))
        } else {
            drawSpeakers(on: &canvas, in: area.takeTop(rows.speakers).inset(left: 1, right: 1))
        }
        area = area.inset(columns: 2)
        drawNote(on: &canvas, in: area.takeBottom(rows.note))
        drawWords(on: &canvas, in: area)
    }

    /// Whether a notice of one row may cover the last row of words, so that nothing moves when it appears.
    func keepsRows(in area: Rect) -> Bool {
        area.rows >= 20 && noteField == nil && !RoomRows.applies(to: area.size)
    }

    /// Draws the meeting's progress as a heavy line over a thin one.
    func drawProgress(on canvas: inout Canvas, in area: Rect) {
        canvas.drawLineBar(area, fraction: progress, style: .accent)
    }

    func drawFacts(on canvas: inout Canvas, in area: Rect) {
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

    func drawRecording(on canvas: inout Canvas, in area: Rect) {
        guard !area.isEmpty else { return }
        var area = area
        let style: Style = isRecording ? .error.bold : .warning
        let text = DisplayText(recording).truncated(
            to: muted == nil && level == nil ? area.columns : area.columns * 2 / 3)
        canvas.write(text, at: area.takeLeft(text.width).origin, style: style)
        _ = area.takeLeft(2)
        if let muted {
            let text = DisplayText(muted).truncated(to: area.columns / 2)
            canvas.write(text, at: area.takeRight(text.width).origin, style: .warning)
            _ = area.takeRight(2)
        }
        if let callLevel, area.columns >= 14 {
            canvas.drawMeter(area.takeRight(min(area.columns / 2 - 1, 40)), level: callLevel)
            _ = area.takeRight(2)
        }
        if let level, area.columns >= 6 { canvas.drawMeter(area.takeLeft(40), level: level) }
    }

    /// Draws the settings, and who follows the meeting elsewhere.
    func drawSettings(on canvas: inout Canvas, in area: Rect) {
        var area = area
        if !audience.isEmpty {
            let text = DisplayText("\(Mark.following) \(audience)").truncated(to: area.columns / 2)
            canvas.write(text, at: area.takeRight(text.width).origin, style: .accent)
            _ = area.takeRight(2)
        }
        canvas.write(settings, in: area, style: .dim)
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
    /// The stage's background style.
    var background: Style {
        switch self {
        case .calm: .plain
        case .warning: Style(on: .warning)
        case .overtime: Style(on: .alarm)
        case .paused, .ending: .dim
        }
    }

    /// The style of the turn's bar.
    var bar: Style {
        switch self {
        case .calm: .good
        case .warning: .warning
        case .overtime: .alarm
        case .paused, .ending: .dim
        }
    }
}
