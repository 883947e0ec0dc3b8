import MeetingModel
package import Presentation

extension RecordScreen {
    /// The smallest window that shows the clock, in minutes if it has no room for the seconds.
    package static let smallestWatch = Size(columns: 4, rows: 1)

    /// The rows below which there is room only for the speaker and the clock.
    private static let rowsWithHeader = 6
    /// The columns beside a clock on a stage.
    private static let margins = 4
    /// The rows from which the names are in block letters.
    private static let rowsForNames = 14

    /// Draws only who speaks, the time that is left as large as possible, and who is next; or that the meeting is paused.
    package func watchCanvas(_ size: Size) -> Canvas {
        var canvas = Canvas(size)
        guard size.rows >= Self.rowsWithHeader, size.columns >= DisplayText(clock).width + Self.margins else {
            drawLines(on: &canvas, in: canvas.bounds)
            return canvas
        }
        var area = drawHeader(on: &canvas, in: canvas.bounds)
        var bottom = area.takeBottom(1).inset(columns: 2)
        drawTurn(on: &canvas, in: area.takeBottom(1))
        if area.rows >= Self.rowsForNames {
            // The stage names the next speaker.
            drawLargeStage(on: &canvas, in: area)
        } else {
            let room = Size(columns: area.columns - 4, rows: area.rows - 2)
            drawStage(on: &canvas, in: area, clock: StageClock(self.clock, fitting: room))
            canvas.write(next, in: bottom, style: .plain.bold)
        }
        if clockState == .paused {
            let text = DisplayText(recording).truncated(to: bottom.columns)
            canvas.write(text, at: bottom.takeRight(text.width).origin, style: .plain.bold)
        }
        return canvas
    }

    /// The clock, without the seconds or minutes for which there is no room: "12m" of "12:30".
    private func shortenedClock(columns: Int) -> String {
        var parts = clock.split(separator: ":")
        let unit = parts.count > 2 ? "h" : "m"
        var text = clock
        while parts.count > 1, DisplayText(text).width > columns {
            parts.removeLast()
            text = parts.joined(separator: ":") + unit
        }
        return text
    }

    /// Draws the clock first, then the speaker, for a window of a few rows.
    private func drawLines(on canvas: inout Canvas, in area: Rect) {
        var area = area
        let style = stageStyle
        canvas.fill(area, style)
        let label = clockState == .paused ? recording : area.rows > 1 ? markedLabel : speaking
        let clock = shortenedClock(columns: area.columns)
        // A sign for a label that is cut would look like a cut time.
        let hasRoom = area.columns > DisplayText(clock).width + 2
        canvas.write(
            [(clock, style.bold), (hasRoom ? " " + label : "", style)], at: area.takeTop(1).origin, width: area.columns)
        canvas.write(speaking, in: area.takeTop(1), style: style)
        canvas.write(next, in: area.takeTop(1), style: style)
    }
}
