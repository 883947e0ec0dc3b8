import MeetingModel
import StandupFeatures

extension RecordScreen {
    /// Draws everybody's share of the meeting side by side: what has passed solid, what is left shaded.
    ///
    /// In a second row, if there is one, stand the names.
    func drawSegments(on canvas: inout Canvas, in area: Rect) {
        var area = area
        let bar = area.takeTop(1)
        guard !bar.isEmpty else { return }
        let total = speakers.reduce(0) { $0 + $1.share.fraction }
        var passed = 0.0
        for (index, speaker) in speakers.enumerated() where speaker.share.fraction > 0 {
            let start = (passed / total).part(of: bar.columns)
            passed += speaker.share.fraction
            let end = (passed / total).part(of: bar.columns)
            // A column between two keeps them apart without colour, as long as there is a column to spare.
            let isLast = index == speakers.indices.last
            let length = end - start - (end - start > 2 && !isLast ? 1 : 0)
            let part = Rect(column: bar.column + start, row: bar.row, columns: length, rows: 1)
            draw(speaker, on: &canvas, in: part)
            if length >= 3 {
                canvas.write(
                    speaker.name,
                    in: Rect(column: part.column, row: area.row, columns: length, rows: area.rows),
                    style: speaker.state == .speaking ? .plain.bold : .dim)
            }
        }
    }

    private func draw(_ speaker: Speaker, on canvas: inout Canvas, in area: Rect) {
        let done = speaker.progress.part(of: area.columns)
        canvas.fill(area, with: "░", speaker.state == .speaking ? speaker.ink : .dim)
        var filled = area
        canvas.fill(filled.takeLeft(done), with: speaker.state == .speaking ? "█" : "▓", speaker.ink)
    }

    /// Draws everybody, one below the other, around the one who speaks or is chosen.
    func drawSpeakers(on canvas: inout Canvas, in area: Rect) {
        let focus = selected ?? speakers.firstIndex { $0.state == .speaking }
        canvas.drawScrolling(count: speakers.count, focus: focus, in: area) { _ in
            1
        } draw: { canvas, index, area in
            let speaker = speakers[index]
            var (row, style) = canvas.drawRow(area, isSelected: index == selected, command: .select(index))
            row = row.inset(left: -1, right: 1)
            let isSelected = index == selected
            let ink = isSelected ? style : speaker.ink
            canvas.write(speaker.mark, in: row.takeLeft(2), style: ink)
            let time = DisplayText(speaker.time).truncated(to: row.columns / 2)
            canvas.write(
                time, at: row.takeRight(time.width).origin,
                style: isSelected || !speaker.isOvertime ? style : .alarm)
            if !isSelected && (speaker.state == .absent || speaker.state == .spoke) { style = .dim }
            if speaker.state == .speaking { style = style.bold }
            canvas.write(speaker.name, in: row.inset(right: 1), style: style)
        }
    }
}

extension RecordScreen.Speaker {
    /// The colour of their part of the bar.
    var ink: Style {
        if isOvertime { return .alarm }
        return switch state {
        case .spoke: .plain
        case .speaking: .good
        case .waiting, .absent: .dim
        }
    }

    /// Where they stand, without colour.
    var mark: String {
        switch state {
        case .spoke: isOvertime ? Mark.attention : Mark.done
        case .speaking: isOvertime ? Mark.attention : "●"
        case .waiting: Mark.waiting
        case .absent: Mark.absent
        }
    }
}
