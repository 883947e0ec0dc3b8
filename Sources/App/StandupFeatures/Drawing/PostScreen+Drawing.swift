import MeetingModel

extension PostScreen {
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        if area.rows >= 16 { _ = area.takeTop(1) }
        area = area.inset(left: 1)
        // Longer lines are hard to read.
        area = area.takeLeft(130)
        let list = area.takeTop(min(rows.count, max(area.rows / 3, 1)))
        canvas.drawScrolling(count: rows.count, focus: selected, in: list) { _ in
            1
        } draw: { canvas, index, area in
            drawRow(index, on: &canvas, in: area)
        }
        let line = area.takeTop(1).inset(left: 2)
        canvas.addRegion(line, .toggle)
        canvas.write((isAgain ? Mark.check.on : Mark.check.off) + " " + again, in: line)
        if area.rows >= 12 { _ = area.takeTop(1) }
        drawMessages(on: &canvas, in: area)
    }

    private func drawRow(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        var (text, style) = canvas.drawRow(area, isSelected: index == selected, command: .select(index))
        text = text.inset(right: 1)
        let detail = DisplayText(rows[index].detail).truncated(to: text.columns * 2 / 3)
        canvas.write(detail, at: text.takeRight(detail.width).origin, style: style.dimmed)
        canvas.write(rows[index].label, in: text.inset(right: 1), style: style)
    }

    private enum Line {
        case title(String)
        case text(DisplayText)
        case problem(DisplayText)
        case gap
    }

    private func drawMessages(on canvas: inout Canvas, in area: Rect) {
        let lines = Self.lines(of: messages, columns: area.columns - 3)
        let first = max(0, min(offset, lines.count - area.rows))
        canvas.firstLine = first
        for (row, line) in lines.dropFirst(first).prefix(area.rows).enumerated() {
            let place = Rect(column: area.column, row: area.row + row, columns: area.columns - 2, rows: 1)
            switch line {
            case .title(let text): canvas.drawHeading(text, in: place)
            case .text(let text): canvas.write(text, at: place.inset(left: 1).origin)
            case .problem(let text): canvas.write(text, at: place.inset(left: 1).origin, style: .error)
            case .gap: break
            }
        }
        guard lines.count > area.rows else { return }
        canvas.drawScrollBar(
            Rect(column: area.endColumn - 1, row: area.row, columns: 1, rows: area.rows),
            seen: first..<first + area.rows, of: lines.count)
    }

    /// Messages are separated by a gap, and keep all their spaces.
    private static func lines(of messages: [Message], columns: Int) -> [Line] {
        var lines: [Line] = []
        for message in messages {
            if !lines.isEmpty { lines.append(.gap) }
            lines.append(.title(message.title))
            lines += message.lines.flatMap { TextWrapping.verbatim($0, columns: columns).map(Line.text) }
            if let problem = message.problem {
                lines += TextWrapping.lines(Mark.attention + " " + problem, columns: columns).map(Line.problem)
            }
        }
        return lines
    }

    /// The rows of previews in an area of this width.
    static func rows(of previews: [PostPreview], columns: Int) -> Int {
        let messages = previews.map { preview in
            Message(title: "", lines: (try? preview.message.get()) ?? [""])
        }
        return lines(of: messages, columns: columns - 4).count
    }
}
