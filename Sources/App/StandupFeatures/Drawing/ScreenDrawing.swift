/// Draws a screen on a canvas of a given size; the same input always gives the same canvas.
package enum ScreenDrawing {
    /// Draws a screen for a window size; a window smaller than `Size.smallest` shows only a message.
    package static func draw(_ screen: Screen, size: Size) -> Canvas {
        guard size.holds(.smallest) else {
            return .notice(screen.tooSmall, size)
        }
        var canvas = Canvas(size)
        var area = canvas.bounds
        let keys = area.takeBottom(1)
        let task = area.takeBottom(screen.task?.rows ?? 0)
        let whole = area
        let notice = area.takeBottom(
            max(screen.notice?.rows(columns: area.columns) ?? 0, screen.content.noticeRows(in: area)))
        if notice.rows == 1, case .record(let record) = screen.content, record.keepsRows(in: whole) { area = whole }
        // A dialog or the help may cover the notice if there is no other room.
        var front = canvas.bounds.inset(bottom: 1 + task.rows)
        if let help = screen.help {
            let panel = help.takePanel(from: &front, over: screen.content)
            if case .record = screen.content {
                // The countdown continues, so it stays visible.
                screen.content.draw(on: &canvas, in: front, keys: screen.keys)
                canvas.removePointers()
            } else {
                screen.content.draw(on: &canvas, in: area, keys: screen.keys)
                screen.notice?.draw(on: &canvas, in: notice)
                canvas.drawVeil()
            }
            help.draw(on: &canvas, in: panel)
        } else {
            screen.content.draw(on: &canvas, in: area, keys: screen.keys)
            if screen.task?.isInFront == true { canvas.removePointers() }
            if screen.dialog != nil { canvas.drawVeil() }
            screen.notice?.draw(on: &canvas, in: notice)
            screen.dialog?.draw(on: &canvas, in: front)
        }
        screen.task?.draw(on: &canvas, in: task)
        screen.drawKeys(on: &canvas, in: keys)
        return canvas
    }
}

extension Screen.Content {
    /// The rows that are kept for notices, so that what stretches to the height of the window does not jump.
    fileprivate func noticeRows(in area: Rect) -> Int {
        if case .meeting = self, area.rows >= 24 { 1 } else { 0 }
    }

    func draw(on canvas: inout Canvas, in area: Rect, keys: [KeyHint]) {
        switch self {
        case .list(let screen): screen.draw(on: &canvas, in: area)
        case .standup(let screen): screen.draw(on: &canvas, in: area)
        case .form(let screen): screen.draw(on: &canvas, in: area)
        case .start(let screen): screen.draw(on: &canvas, in: area)
        case .record(let screen): screen.draw(on: &canvas, in: area)
        case .meeting(let screen): screen.draw(on: &canvas, in: area)
        case .replace(let screen): screen.draw(on: &canvas, in: area)
        case .export(let screen): screen.form.draw(on: &canvas, in: area)
        case .post(let screen): screen.draw(on: &canvas, in: area)
        case .files(let screen): screen.draw(on: &canvas, in: area)
        case .importing(let screen): screen.draw(on: &canvas, in: area)
        case .devices(let screen): screen.draw(on: &canvas, in: area)
        case .invitation(let screen): screen.draw(on: &canvas, in: area)
        case .search(let screen): screen.draw(on: &canvas, in: area, keys: keys)
        }
    }
}

extension Canvas {
    /// Removes the colors and mouse regions of the content below a dialog; the header keeps the color of its theme.
    mutating func drawVeil() {
        let header = (0..<size.rows).prefix { row in
            if case .theme = self[0, row].style.background { true } else { false }
        }
        restyle(bounds.inset(top: header.count)) { _ in .dim }
        removePointers()
    }

    /// Removes the mouse regions and the cursor.
    mutating func removePointers() {
        removeRegions()
        cursor = nil
    }
}
