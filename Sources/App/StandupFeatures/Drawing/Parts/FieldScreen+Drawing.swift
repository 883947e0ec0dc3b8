import MeetingModel
import Presentation

extension FieldScreen {
    var isFocused: Bool { cursor != nil }

    /// Draws the label and the field beside it; returns the area of the field.
    @discardableResult
    func drawWithLabel(on canvas: inout Canvas, in area: Rect) -> Rect {
        var area = area
        let label = DisplayText(label).truncated(to: area.columns / 2)
        canvas.write(label, at: area.takeLeft(label.width + 1).origin, style: isFocused ? .accent : .dim)
        draw(on: &canvas, in: area)
        return area
    }

    /// Draws the field's text into the first row of an area, scrolled so that the cursor is visible.
    func draw(on canvas: inout Canvas, in area: Rect, style: Style? = nil) {
        guard !area.isEmpty else { return }
        let style = style ?? (isFocused ? Style(on: .field).bold.underlined : Style(on: .field))
        guard let cursor else {
            canvas.write(
                text.isEmpty ? placeholder : text, in: area, style: text.isEmpty ? style.dimmed : style)
            return
        }
        let (visible, column) = visibleText(cursor: cursor, columns: area.columns)
        canvas.write(
            text.isEmpty ? placeholder : visible, in: area,
            style: text.isEmpty ? Style(.dim, on: style.background) : style)
        let place = Point(area.column + column, area.row)
        if canvas.bounds.contains(place) { canvas.cursor = place }
    }

    /// The visible part of the text, and the cursor's column in it.
    private func visibleText(cursor: Int, columns: Int) -> (text: String, column: Int) {
        let before = Array(text.prefix(cursor))
        let after = text.dropFirst(before.count)
        // Reserve room at the cursor: one column, or the next character, plus an ellipsis if more follow.
        let under = after.first.map { DisplayText(String($0)).width + (after.count > 1 ? 1 : 0) } ?? 1
        var start = before.count
        var width = 0
        while start > 0 {
            let next = DisplayText(String(before[start - 1])).width
            // A text cut on the left starts with an ellipsis.
            guard width + next + (start > 1 ? 1 : 0) + under <= columns else { break }
            width += next
            start -= 1
        }
        guard start > 0 else { return (text, min(width, columns - 1)) }
        return ("…" + String(before[start...]) + after, min(width + 1, columns - 1))
    }

    func errorRows(columns: Int) -> Int {
        error.map { TextWrapping.lines(Self.marked($0), columns: columns, limit: 3).count } ?? 0
    }

    func drawError(on canvas: inout Canvas, in area: Rect) {
        if let error { canvas.writeWrapped(Self.marked(error), in: area, style: .error) }
    }

    private static func marked(_ error: String) -> String { Mark.attention + " " + error }
}
