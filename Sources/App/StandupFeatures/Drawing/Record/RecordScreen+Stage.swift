import MeetingModel
import Presentation

extension RecordScreen {
    func drawStage(on canvas: inout Canvas, in area: Rect, clock big: StageClock?) {
        let style = stageStyle
        canvas.fill(area, style)
        guard let big else {
            drawLines(on: &canvas, in: area.inset(columns: 2), style: style)
            return
        }
        guard area.rows > big.rows + 1 else {
            drawBeside(big, on: &canvas, in: area.inset(columns: 2), style: style)
            return
        }
        var area = area.inset(rows: area.rows > big.rows + 2 ? 1 : 0)
        canvas.write(speaking, in: area.takeTop(1).inset(columns: 2), style: nameStyle, alignment: .center)
        drawLabel(markedLabel, on: &canvas, in: area.takeBottom(1).inset(columns: 2), style: style)
        big.draw(on: &canvas, in: area.centered(Size(columns: area.columns - 4, rows: big.rows)), style: style.bold)
    }

    /// The style of the stage: inverted while it flashes.
    var stageStyle: Style { isFlashing ? .plain.reversed : clockState.background }

    /// The style of the speaker's name: not that of the digits, where the stage has no colour of its own.
    var nameStyle: Style { (stageStyle == .plain ? .accent : stageStyle).bold }

    /// The style of the next speaker's name in block letters, which is less important.
    var minorStyle: Style { stageStyle == .plain ? .dim : stageStyle }

    /// Draws the label beside the clock, for low windows.
    private func drawBeside(_ big: StageClock, on canvas: inout Canvas, in area: Rect, style: Style) {
        var area = area
        canvas.write(speaking, in: area.takeTop(1), style: nameStyle, alignment: .center)
        let labelStyle = pausedSign.isEmpty ? style : .plain.bold
        guard let time = BlockText(clock, fitting: Size(columns: area.columns - 10, rows: area.rows)) else {
            return canvas.write("\(clock) \(label)", in: area, style: labelStyle, alignment: .center)
        }
        // In the middle, or further left in a narrow window that has no room for the label beside it.
        var place = area.centered(Size(columns: time.columns, rows: time.screenRows))
        let lack = place.endColumn + 2 + min(DisplayText(label).width, area.columns - time.columns - 2) - area.endColumn
        if lack > 0 { place = place.moved(by: Point(-min(lack, place.column - area.column), 0)) }
        time.draw(on: &canvas, at: place.origin, style: style.bold)
        canvas.writeWrapped(label, in: area.inset(left: place.endColumn + 2 - area.column), style: labelStyle)
    }

    /// The label of the clock, with a mark for a warning and for overtime.
    var markedLabel: String {
        switch clockState {
        case .warning: "\(Mark.attention) \(clockLabel)" + (warning.isEmpty ? "" : " · \(warning)")
        case .overtime: "\(Mark.attention) \(clockLabel)"
        case .calm, .paused, .ending: clockLabel
        }
    }

    /// The label of the clock with its mark, or that the meeting is paused.
    private var label: String { pausedSign.isEmpty ? markedLabel : "‖ \(pausedSign)" }

    /// Draws the speaker and the clock as text, without large digits.
    private func drawLines(on canvas: inout Canvas, in area: Rect, style: Style) {
        var area = area
        canvas.write(speaking, in: area.takeTop(1), style: nameStyle)
        canvas.write([(clock, style.bold), (" " + label, style)], at: area.origin, width: area.columns)
    }
}
