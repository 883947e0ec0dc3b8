import MeetingModel

extension RecordScreen {
    /// Draws the speaker, the clock and its label on the background of the clock state.
    func drawStage(on canvas: inout Canvas, in area: Rect, clock big: BlockText?) {
        let style = stageStyle
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
        guard let mark = clockState.mark, let sign = BlockText(String(mark), scale: big.scale) else { return }
        let left = place.column - sign.columns - 2 * big.scale
        if left >= area.column + 1 {
            sign.draw(on: &canvas, at: Point(left, place.row), style: clockState == .paused ? .warning : style.bold)
        }
    }

    /// The style of the stage: inverted while it flashes.
    var stageStyle: Style { isFlashing ? .plain.reversed : clockState.background }

    /// Draws the label beside the clock, for low windows.
    private func drawBeside(_ big: BlockText, on canvas: inout Canvas, in area: Rect, style: Style) {
        var area = area
        canvas.write(speaking, in: area.takeTop(1), style: style.bold)
        big.draw(on: &canvas, at: area.takeLeft(big.columns).origin, style: style.bold)
        canvas.writeWrapped(clockLabel, in: area.inset(left: 2), style: style)
    }

    /// Draws the speaker and the clock as text, without large digits.
    private func drawLines(on canvas: inout Canvas, in area: Rect, style: Style) {
        var area = area
        canvas.write(speaking, in: area.takeTop(1), style: style.bold)
        canvas.write([(clock, style.bold), (" " + clockLabel, style)], at: area.origin, width: area.columns)
    }
}

extension RecordScreen.ClockState {
    /// The symbol for the state of the turn.
    ///
    /// Overtime needs none: its clock has a plus sign.
    fileprivate var mark: Character? {
        switch self {
        case .calm, .overtime, .ending: nil
        case .warning: BlockText.attention
        case .paused: BlockText.pause
        }
    }
}
