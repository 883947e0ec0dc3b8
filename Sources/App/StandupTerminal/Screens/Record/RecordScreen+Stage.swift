import MeetingModel
import StandupFeatures

extension RecordScreen {
    /// Draws who speaks, the clock and what it shows, on the colour of the mood.
    func drawStage(on canvas: inout Canvas, in area: Rect, clock big: BigText?) {
        let style = mood.ground
        canvas.fill(area, style)
        guard let big else {
            drawLines(on: &canvas, in: area.inset(columns: 2), style: style)
            return
        }
        guard area.rows > big.screenRows + 1 else {
            drawBeside(big, on: &canvas, in: area.inset(columns: 2), style: style)
            return
        }
        var area = area.inset(rows: area.rows > big.screenRows + 2 ? 1 : 0)
        canvas.write(speaking, in: area.takeTop(1).inset(columns: 2), style: style.bold, alignment: .center)
        canvas.write(clockLabel, in: area.takeBottom(1).inset(columns: 2), style: style, alignment: .center)
        let place = area.centered(Size(columns: big.columns, rows: big.screenRows))
        big.draw(on: &canvas, at: place.origin, style: style.bold)
        guard mood == .paused, let pause = BigText(String(BigText.pause), scale: big.scale) else { return }
        let left = place.column - pause.columns - 2 * big.scale
        if left >= area.column + 1 { pause.draw(on: &canvas, at: Point(left, place.row), style: .warning) }
    }

    /// In few rows what the clock shows stands beside it.
    private func drawBeside(_ big: BigText, on canvas: inout Canvas, in area: Rect, style: Style) {
        var area = area
        canvas.write(speaking, in: area.takeTop(1), style: style.bold)
        big.draw(on: &canvas, at: area.takeLeft(big.columns).origin, style: style.bold)
        canvas.writeWrapped(clockLabel, in: area.inset(left: 2), style: style)
    }

    /// Without room for large digits: who speaks, and the clock with what it shows.
    private func drawLines(on canvas: inout Canvas, in area: Rect, style: Style) {
        var area = area
        canvas.write(speaking, in: area.takeTop(1), style: style.bold)
        canvas.write([(clock, style.bold), (" " + clockLabel, style)], at: area.origin, width: area.columns)
    }
}
