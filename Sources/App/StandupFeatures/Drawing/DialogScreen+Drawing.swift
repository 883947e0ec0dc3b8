import MeetingModel

extension DialogScreen {
    func draw(on canvas: inout Canvas, in area: Rect) {
        let padding = area.columns < 60 ? 1 : 2
        let room = area.columns - 2 - 2 * padding
        let texts = answers.map { AnswerText($0, columns: room - 5) }
        let buttons = texts.reduce(-2) { $0 + $1.columns + 2 }
        let isRow = buttons <= room
        let columns = min(
            room,
            max(
                DisplayText(title).width, isRow ? buttons : (texts.map(\.columns).max() ?? 0) + 1,
                TextWrapping.lines(message, columns: min(room, 60)).map(\.width).max() ?? 0))
        let rows = DialogRows(self, columns: columns, rows: area.rows - 2, isRow: isRow)
        let frame = area.centered(Size(columns: columns + 2 + 2 * padding, rows: rows.total + 2))
        // Free columns separate the frame from the text behind it.
        canvas.fill(
            Rect(column: frame.column - 2, row: frame.row, columns: frame.columns + 4, rows: frame.rows)
                .intersection(area), .plain)
        var inside = canvas.box(frame, style: .accent, border: .double).inset(columns: padding, rows: rows.gap)
        canvas.writeWrapped(title, in: inside.takeTop(rows.title), style: .plain.bold)
        drawAnswers(texts, isRow: isRow, on: &canvas, in: inside.takeBottom(rows.answers))
        _ = inside.takeBottom(rows.gap)
        _ = inside.takeTop(rows.gap)
        canvas.writeWrapped(message, in: inside)
    }

    private func drawAnswers(_ texts: [AnswerText], isRow: Bool, on canvas: inout Canvas, in area: Rect) {
        func draw(_ index: Int, on canvas: inout Canvas, at place: Point) {
            let button = Rect(column: place.column, row: place.row, columns: texts[index].columns, rows: 1)
            texts[index].draw(on: &canvas, in: button, isSelected: index == selected)
            canvas.addRegion(button, .answer(index))
        }
        guard isRow else {
            canvas.drawScrolling(count: texts.count, focus: selected, in: area) { _ in
                1
            } draw: { canvas, index, area in
                draw(index, on: &canvas, at: area.origin)
            }
            return
        }
        var rest = area
        for (index, text) in texts.enumerated() {
            draw(index, on: &canvas, at: rest.takeLeft(text.columns + 2).origin)
        }
    }
}

/// Allocates a dialog's rows: answers first, then the question, then the message.
private struct DialogRows {
    let title: Int
    let message: Int
    let answers: Int
    /// Padding rows, 0 if there is no room for all of them.
    let gap: Int
    let total: Int

    init(_ dialog: DialogScreen, columns: Int, rows: Int, isRow: Bool) {
        answers = isRow ? 1 : min(dialog.answers.count, max(rows - 1, 1))
        var rest = rows - answers
        title = min(TextWrapping.lines(dialog.title, columns: columns, limit: 2).count, max(rest, 1))
        rest -= title
        let wanted = dialog.message.isEmpty ? 0 : TextWrapping.lines(dialog.message, columns: columns, limit: 20).count
        message = min(wanted, max(rest, 0))
        let gaps = 3 + (message > 0 ? 1 : 0)
        gap = rest - message >= gaps ? 1 : 0
        total = title + message + answers + gap * gaps
    }
}

/// The text of an answer's button, with its shortcut letter underlined.
///
/// A digit is appended; a letter that the text does not contain, as in Korean, is not shown.
private struct AnswerText {
    private let text: String
    private let letter: Range<String.Index>?
    private let role: DialogScreen.Answer.Role

    init(_ answer: DialogScreen.Answer, columns: Int) {
        let plain = DisplayText(answer.text)
        let key = DisplayText(answer.key).description
        let isInside = key.isEmpty || plain.description.lowercased().contains(key.lowercased())
        let isAppended = !isInside && key.allSatisfy(\.isNumber)
        let full = isAppended ? plain.description + " (\(key))" : plain.description
        let shown = DisplayText(full).truncated(to: columns).description
        text = shown
        role = answer.role
        letter =
            key.isEmpty
            ? nil
            : shown.indices.last { isAppended && String(shown[$0]) == key }.map { $0..<shown.index(after: $0) }
                ?? shown.indices.first { shown[$0].lowercased() == key.lowercased() }
                .map { $0..<shown.index(after: $0) }
    }

    var columns: Int { DisplayText(text).width + 4 }

    func draw(on canvas: inout Canvas, in area: Rect, isSelected: Bool) {
        let style: Style = isSelected ? .selection.bold : role == .destructive ? .error : .plain
        var pieces: [(text: String, style: Style)] = [("[ ", style)]
        if let letter {
            pieces += [
                (String(text[..<letter.lowerBound]), style), (String(text[letter]), style.underlined.bold),
                (String(text[letter.upperBound...]), style),
            ]
        } else {
            pieces.append((text, style))
        }
        pieces.append((" ]", style))
        canvas.write(pieces, at: area.origin, width: area.columns)
    }
}
