import MeetingModel
import Presentation

extension FormScreen {
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = drawHead(on: &canvas, in: area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        if let frame = canvas.frame(rows: frameRows(columns: area.columns), in: area) {
            drawFields(on: &canvas, in: frame)
        } else {
            drawFields(on: &canvas, in: area)
        }
    }

    /// The rows of a short form, for a frame around it; nil if it is long, so that it needs the whole window.
    private func frameRows(columns: Int) -> Int? {
        guard fields.count <= 8, !fields.contains(where: { $0.kind == .button }) else { return nil }
        return fields.indices.reduce(0) { $0 + headingRows($1) + 1 + fields[$1].field.errorRows(columns: 24) }
    }

    /// Draws the heading and the error of the whole form, and returns the area below.
    func drawHead(on canvas: inout Canvas, in area: Rect) -> Rect {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        if let error {
            let text = Mark.attention + " " + error
            let rows = TextWrapping.lines(text, columns: area.columns - 4, limit: 4).count
            canvas.writeWrapped(text, in: area.takeTop(rows).inset(columns: 2), style: .error.bold)
        }
        return area
    }

    /// Draws the fields, scrolled so that the focused one is visible.
    func drawFields(on canvas: inout Canvas, in area: Rect) {
        let area = area.narrowed(to: 104).inset(left: 1)
        let columns = area.columns - 1
        let labels = labelColumns(of: columns)
        let lines = self.lines
        func rows(_ index: Int) -> Int {
            let field = lines[index].lowerBound
            return headingRows(field) + 1 + fields[field].field.errorRows(columns: columns - labels - 4)
        }
        let focus = lines.firstIndex { $0.contains(focused) }
        canvas.drawScrolling(count: lines.count, focus: focus, in: area, rows: rows) { canvas, index, area in
            var area = area
            let field = lines[index].lowerBound
            let heading = area.takeTop(headingRows(field))
            if let section = fields[field].section {
                canvas.drawHeading(section, in: heading.inset(top: heading.rows - 1))
            }
            if fields[field].kind == .button {
                drawButtons(lines[index], on: &canvas, in: area)
            } else {
                drawField(field, labels: labels, on: &canvas, in: area)
            }
        }
    }

    /// The fields below each other; successive buttons stand side by side.
    private var lines: [Range<Int>] {
        var lines: [Range<Int>] = []
        for index in fields.indices {
            if fields[index].kind == .button, index > 0, fields[index - 1].kind == .button, let last = lines.popLast() {
                lines.append(last.lowerBound..<index + 1)
            } else {
                lines.append(index..<index + 1)
            }
        }
        return lines
    }

    /// Draws buttons side by side; the first is the main one.
    private func drawButtons(_ buttons: Range<Int>, on canvas: inout Canvas, in area: Rect) {
        var line = area
        for index in buttons {
            let text = fields[index].field.label.isEmpty ? fields[index].field.text : fields[index].field.label
            let used = canvas.drawButton(
                text, in: line, isSelected: index == focused,
                style: index == buttons.lowerBound && buttons.count > 1 ? .theme(theme).bold : .plain,
                command: .select(index))
            _ = line.takeLeft(used + 1)
        }
    }

    private func labelColumns(of columns: Int) -> Int {
        let widest = fields.filter { $0.kind != .button }.map { DisplayText($0.field.label).width }.max() ?? 0
        return min(widest, columns * 2 / 5)
    }

    /// The rows above a field: its section's heading, or an empty row before buttons.
    private func headingRows(_ index: Int) -> Int {
        guard index > 0 else { return fields[index].section == nil ? 0 : 1 }
        if fields[index].section != nil { return 2 }
        let isFirstButton = fields[index].kind == .button && fields[index - 1].kind != .button
        return isFirstButton && index + 1 < fields.count && fields[index + 1].kind == .button ? 1 : 0
    }

    private func drawField(_ index: Int, labels: Int, on canvas: inout Canvas, in area: Rect) {
        let isFocused = index == focused
        var area = area
        var line = area.takeTop(1)
        canvas.addRegion(line, .select(index))
        canvas.write(isFocused ? Mark.selected : " ", in: line.takeLeft(2), style: .accent)
        canvas.write(fields[index].field.label, in: line.takeLeft(labels), style: isFocused ? .accent : .dim)
        _ = line.takeLeft(2)
        drawValue(fields[index], isFocused: isFocused, on: &canvas, in: line.inset(right: 1))
        fields[index].field.drawError(on: &canvas, in: area.inset(left: labels + 4))
    }

    private func drawValue(_ field: Field, isFocused: Bool, on canvas: inout Canvas, in area: Rect) {
        switch field.kind {
        case .text, .attendee, .button:
            var area = area
            let note = DisplayText(field.note ?? "").truncated(to: area.columns / 2)
            let text = area.takeLeft(min(area.columns - (note.width > 0 ? note.width + 1 : 0), Self.textColumns))
            field.field.draw(on: &canvas, in: text)
            canvas.write(note, at: Point(area.column + 1, area.row), style: .dim)
        case .choice, .stepper:
            drawChoice(field, isFocused: isFocused, on: &canvas, in: area)
        case .toggle:
            let text = (field.isOn ? Mark.check.on : Mark.check.off) + " " + field.field.text
            let width = min(DisplayText(text).width, area.columns)
            canvas.write(text, at: area.origin, style: isFocused ? .selection : .plain, width: width)
        }
    }

    /// Draws a value between two clickable arrows; a theme also shows its colors.
    private func drawChoice(_ field: Field, isFocused: Bool, on canvas: inout Canvas, in area: Rect) {
        var area = area
        let arrows: Style = isFocused ? .accent : .dim
        let text = field.field
        let note = field.note.map { DisplayText($0).width + 2 } ?? 0
        let own = max(DisplayText(text.text).width + 1, Self.choiceColumns)
        let width = max(min(choiceColumns, area.columns - 4 - note), min(own, area.columns - 4), 1)
        canvas.write(Mark.choice.0, in: area.takeLeft(2), style: arrows)
        let value = area.takeLeft(width)
        let end = area.takeLeft(2)
        canvas.write(Mark.choice.1, in: end, style: arrows, alignment: .trailing)
        if let note = field.note { canvas.write(note, in: area.inset(left: 2), style: .dim) }
        if text.isFocused {
            text.draw(on: &canvas, in: value)
        } else if let theme = field.theme {
            canvas.write(text.text, in: value, style: isFocused ? .theme(theme).bold : .theme(theme))
        } else {
            canvas.write(text.text, in: value, style: isFocused ? .selection : Style(on: .field))
        }
    }

    /// The largest width of a text field.
    private static let textColumns = 60
    /// The smallest width of a choice.
    private static let choiceColumns = 12

    /// The width of all choices, so that they are aligned and do not change while one is typed.
    private var choiceColumns: Int {
        let widest = fields.lazy.filter { $0.kind == .choice || $0.kind == .stepper }.map { choice in
            // A cursor stands behind the text.
            ([choice.field.text, choice.field.placeholder] + choice.choices).reduce(0) {
                max($0, DisplayText($1).width + 1)
            }
        }
        return widest.max().map { max($0, Self.choiceColumns) } ?? Self.choiceColumns
    }
}
