import MeetingModel
import Presentation
import Sound

extension PlayerScreen {
    private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private var mark: String {
        switch state {
        case .stopped: "■"
        case .opening, .playing: Mark.playing
        case .paused: "‖"
        case .waiting: "○"
        }
    }

    /// Draws the bar, the turns and the state below each other, or the most important of it in one row.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = area
        guard area.rows > 1 else {
            let text = state == .waiting ? "\(mark) \(stateText)" : "\(mark) \(time) \(speed)"
            let style: Style = state == .waiting ? .warning : .plain
            let used = canvas.write(
                DisplayText(text).truncated(to: area.columns), at: area.origin, style: style)
            _ = area.takeLeft(used + 2)
            if area.columns >= 10 { drawBar(on: &canvas, in: area) }
            return
        }
        drawBar(on: &canvas, in: area.takeTop(area.rows - 2))
        drawTurns(on: &canvas, in: area.takeTop(1))
        let style: Style = state == .waiting ? .warning : .plain
        canvas.write(
            [("\(mark) \(stateText)", style.bold), ("  \(time)  \(speed)", .plain), ("  " + details, .dim)],
            at: area.origin, width: area.columns)
    }

    /// The loudness over the length, with the position; `#` is the start of a marked passage, a dot a part that
    /// is skipped or has no sound.
    private func drawBar(on canvas: inout Canvas, in area: Rect) {
        let columns = area.columns
        let here = min(position * columns / 1000, columns - 1)
        for column in 0..<columns {
            let (start, end) = (column * 1000 / columns, (column + 1) * 1000 / columns)
            let style: Style = column < here ? .accent : .dim
            let cells = Rect(column: area.column + column, row: area.row, columns: 1, rows: area.rows)
            let point = Point(cells.column, cells.endRow - 1)
            if column == here {
                canvas.fill(cells, with: "┃", .accent.bold)
            } else if marks.contains(where: { $0.start >= start && $0.start < end }) {
                canvas.write(Mark.passage, at: point, style: style.bold)
            } else if silent.contains(where: { $0.start <= start && $0.end > start }) {
                canvas.write("·", at: point, style: style)
            } else if let waveform {
                let level = Int(
                    waveform.level(from: Double(column) / Double(columns), to: Double(column + 1) / Double(columns)))
                // Silence is seen too, as the thinnest bar.
                let height = 1 + level * (Self.bars.count * area.rows - 1) / Int(Waveform.loudest)
                for row in 0..<area.rows {
                    let bar = min(height - row * Self.bars.count, Self.bars.count)
                    guard bar > 0 else { break }
                    canvas.write(String(Self.bars[bar - 1]), at: Point(point.column, point.row - row), style: style)
                }
            } else {
                canvas.write(column < here ? "━" : "─", at: point, style: style)
            }
            canvas.addRegion(cells, .seekTo((start + end) / 2))
        }
    }

    /// The turns under the bar, with the names of those who have them where these fit.
    private func drawTurns(on canvas: inout Canvas, in area: Rect) {
        var free = 0
        for turn in turns {
            let start = max(turn.start * area.columns / 1000, free)
            let end = min(max(turn.end * area.columns / 1000, start + 1), area.columns)
            guard end > start else { continue }
            let isNow = turn.start <= position && position < turn.end
            let rect = Rect(column: area.column + start, row: area.row, columns: end - start, rows: 1)
            let style: Style = isNow ? .accent.bold : .dim
            canvas.write(rect.columns > 1 || isNow ? "│" : "·", at: rect.origin, style: style)
            if DisplayText(turn.name).width < rect.columns {
                canvas.write(turn.name, in: rect.inset(left: 1), style: style)
            }
            canvas.addRegion(rect, .seekTo(turn.start))
            free = end
        }
    }
}

extension FindScreen {
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = area
        let width = min(DisplayText(count).width, area.columns / 2)
        canvas.write(
            count, in: area.takeRight(width), style: hits.isEmpty && !field.text.isEmpty ? .warning : .plain,
            alignment: .trailing)
        _ = area.takeRight(2)
        let used = canvas.write(
            DisplayText("/ " + field.label).truncated(to: area.columns), at: area.origin, style: .accent)
        _ = area.takeLeft(used + 1)
        field.draw(on: &canvas, in: area)
    }
}
