import MeetingModel

extension TaskScreen {
    var rows: Int { isInFront ? 3 : 1 }

    /// Draws what the task does and its progress above a bar, or all in one row behind a screen.
    func draw(on canvas: inout Canvas, in area: Rect) {
        canvas.fill(area, .plain)
        var area = area
        if isInFront {
            canvas.horizontalLine(area.takeTop(1))
            area = area.inset(columns: 2)
            var line = area.takeTop(1)
            drawState(percent, on: &canvas, in: &line)
            let needed = DisplayText(title).width + 2 + DisplayText(detail).width
            if needed <= line.columns || area.columns >= 60 { drawState(detail, on: &canvas, in: &line) }
            canvas.write(title, in: line, style: .accent)
            drawBar(on: &canvas, in: area)
        } else {
            area = area.inset(columns: 1)
            drawState(hint, on: &canvas, in: &area)
            canvas.addRegion(area, .showTask)
            drawState(percent, on: &canvas, in: &area)
            var bar = area.takeRight(area.columns / 3)
            _ = bar.takeRight(1)
            drawBar(on: &canvas, in: bar)
            canvas.write(title, in: area.inset(right: 1), style: .accent)
        }
    }

    /// Draws a text at the right end of a line, with a gap before it.
    private func drawState(_ text: String, on canvas: inout Canvas, in line: inout Rect) {
        guard !text.isEmpty else { return }
        let shown = DisplayText(text).truncated(to: line.columns / 2)
        canvas.write(shown, at: line.takeRight(shown.width).origin, style: .dim)
        _ = line.takeRight(2)
    }

    private func drawBar(on canvas: inout Canvas, in area: Rect) {
        canvas.drawLineBar(area, fraction: fraction ?? 0, style: .good)
    }
}
