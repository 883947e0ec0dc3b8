import MeetingModel
import Presentation

extension ReplaceScreen {
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        area = area.inset(left: 1)
        let fields = [find, replacement]
        let labels = min(fields.map { DisplayText($0.label).width }.max() ?? 0, area.columns * 2 / 5)
        for (index, field) in fields.enumerated() {
            var line = area.takeTop(1)
            canvas.addRegion(line, .select(index))
            canvas.write(field.isFocused ? Mark.selected : " ", in: line.takeLeft(2), style: .accent)
            canvas.write(field.label, in: line.takeLeft(labels), style: field.isFocused ? .accent : .dim)
            _ = line.takeLeft(2)
            field.draw(on: &canvas, in: line.inset(right: 1))
        }
        if area.rows >= 10 { _ = area.takeTop(1) }
        let rows = area.rows >= 8 ? TextWrapping.lines(summary, columns: area.columns - 1, limit: 2).count : 1
        canvas.drawHeading(summary, in: area.takeTop(rows).inset(right: 1))
        let times = changes.map { DisplayText($0.time).width }.max() ?? 0
        canvas.drawScrolling(count: changes.count, focus: selected, in: area) { _ in
            1
        } draw: { canvas, index, area in
            draw(index, times: times, on: &canvas, in: area)
        }
    }

    private func draw(_ index: Int, times: Int, on canvas: inout Canvas, in area: Rect) {
        let change = changes[index]
        var (text, style) = canvas.drawRow(area, isSelected: index == selected, command: .select(index + 2))
        text = text.inset(right: 1)
        canvas.write(change.isIncluded ? Mark.check.on : Mark.check.off, in: text.takeLeft(4), style: style)
        canvas.write(change.time, in: text.takeLeft(times), style: style.dimmed, alignment: .trailing)
        _ = text.takeLeft(1)
        let quiet = style.dimmed
        var pieces: [(text: String, style: Style)] = []
        func add(_ text: String, _ style: Style) {
            guard !text.isEmpty else { return }
            if !pieces.isEmpty { pieces.append((" ", quiet)) }
            pieces.append((DisplayText(text).description, style))
        }
        add(change.lead, quiet)
        guard change.isIncluded else {
            add(change.before, style.underlined)
            add(change.rest, quiet)
            canvas.write(pieces, at: text.origin, width: text.columns)
            return
        }
        add(change.before, style.foreground(.error))
        add("→", style)
        add(change.after.isEmpty ? "–" : change.after, style.bold)
        add(change.rest, quiet)
        canvas.write(pieces, at: text.origin, width: text.columns)
    }
}
