import MeetingModel
import Presentation

extension RecordScreen {
    /// Draws all speakers' shares of the meeting side by side: a heavy line for the elapsed time, a thin one for the rest.
    ///
    /// A second row, if there is one, shows the names.
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
            // A spare column separates two shares.
            let isLast = index == speakers.indices.last
            let length = end - start - (end - start > 2 && !isLast ? 1 : 0)
            let part = Rect(column: bar.column + start, row: bar.row, columns: length, rows: 1)
            draw(speaker, on: &canvas, in: part)
            if length >= 3 {
                canvas.write(
                    speaker.isFollowing ? "\(speaker.name) \(Mark.following)" : speaker.name,
                    in: Rect(column: part.column, row: area.row, columns: length, rows: area.rows),
                    style: speaker.state == .speaking ? .plain.bold : .dim)
            }
        }
    }

    private func draw(_ speaker: Speaker, on canvas: inout Canvas, in area: Rect) {
        canvas.drawLineBar(area, fraction: speaker.progress, style: style(of: speaker))
    }

    /// The color of a speaker's mark and part of the meeting.
    private func style(of speaker: Speaker) -> Style {
        switch speaker.state {
        case .speaking: clockState.color
        case .spoke: speaker.isOvertime ? .alarm : .plain
        case .waiting, .absent, .skipped: .dim
        }
    }

    private func mark(of speaker: Speaker) -> String {
        switch speaker.state {
        case .spoke: speaker.isOvertime ? Mark.attention : Mark.done
        case .speaking where clockState == .paused: "‖"
        case .speaking: speaker.isOvertime ? Mark.attention : "●"
        case .waiting: Mark.waiting
        case .absent, .skipped: Mark.absent
        }
    }

    /// Draws the speakers as a list, scrolled to the one speaking or selected.
    ///
    /// The mark of the selection and the scroll bar stand outside the area, in the columns beside it.
    func drawSpeakers(on canvas: inout Canvas, in area: Rect) {
        let area = Rect(column: area.column - 1, row: area.row, columns: area.columns + 3, rows: area.rows)
        let focus = selected ?? speakers.firstIndex { $0.state == .speaking }
        canvas.drawScrolling(count: speakers.count, focus: focus, in: area) { _ in
            1
        } draw: { canvas, index, area in
            let speaker = speakers[index]
            var (row, style) = canvas.drawRow(area, isSelected: index == selected, command: .select(index))
            row = row.inset(left: -1, right: 1)
            let isSelected = index == selected
            let markStyle = isSelected ? style : self.style(of: speaker)
            canvas.write(mark(of: speaker), in: row.takeLeft(2), style: markStyle)
            let used = speaker.state == .waiting ? "–" : speaker.time
            let time = DisplayText(speaker.slot.isEmpty ? speaker.time : "\(used) / \(speaker.slot)")
                .truncated(to: row.columns / 2)
            canvas.write(
                time, at: row.takeRight(time.width).origin,
                style: isSelected || !speaker.isOvertime ? style : .alarm)
            if !isSelected && [.absent, .skipped, .spoke].contains(speaker.state) { style = .dim }
            if speaker.state == .speaking { style = style.bold }
            row = row.inset(right: 1)
            if speaker.isFollowing {
                let width = min(DisplayText(speaker.name).width, row.columns - 2)
                let mark = Rect(column: row.column + width, row: row.row, columns: 2, rows: 1)
                canvas.write(" " + Mark.following, in: mark, style: isSelected ? style : .accent)
                row = row.takeLeft(width)
            }
            canvas.write(speaker.name, in: row, style: style)
        }
    }
}
