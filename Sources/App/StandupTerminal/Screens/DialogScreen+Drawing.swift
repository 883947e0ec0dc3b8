import MeetingModel
import StandupFeatures

extension DialogScreen {
    /// Draws the question as a box in the middle of an area, over what is there.
    func draw(on canvas: inout Canvas, in area: Rect) {
        let room = area.columns - 8
        let texts = answers.map { AnswerText($0, columns: room - 4) }
        let buttons = texts.reduce(-2) { $0 + $1.columns + 2 }
        let isRow = buttons <= room
        let widest = max(
            DisplayText(title).width, isRow ? buttons : texts.map(\.columns).max() ?? 0, field == nil ? 0 : 40,
            TextWrapping.lines(message, columns: min(room, 60)).map(\.width).max() ?? 0)
        let columns = min(widest, room)
        let titleRows = TextWrapping.lines(title, columns: columns, limit: 2).count
        let fieldRows = field.map { 2 + $0.errorRows(columns: columns) } ?? 0
        let buttonRows = isRow ? 1 : answers.count
        let messageRows = message.isEmpty ? 0 : TextWrapping.lines(message, columns: columns, limit: 20).count
        let wanted = titleRows + messageRows + fieldRows + buttonRows
        // Gaps are the first that has to go, the message the second; question, field and answers stay.
        let spare = area.rows - 2 - wanted
        let gaps = (messageRows > 0 ? 1 : 0) + (fieldRows > 0 ? 1 : 0) + 1
        let gap = spare >= gaps + 2 ? 1 : 0
        let frame = area.centered(Size(columns: columns + 6, rows: wanted + (gap == 1 ? gaps + 2 : 0) + 2))
        canvas.fill(frame, .plain)
        var inside = canvas.box(frame, style: .accent, border: .double).inset(columns: 2, rows: gap)
        canvas.writeWrapped(title, in: inside.takeTop(titleRows), style: .plain.bold)
        drawAnswers(texts, isRow: isRow, on: &canvas, in: inside.takeBottom(buttonRows))
        if let field {
            _ = inside.takeTop(gap)
            drawField(field, on: &canvas, in: inside.takeBottom(fieldRows + gap))
        }
        _ = inside.takeTop(messageRows > 0 && field == nil ? gap : 0)
        canvas.writeWrapped(message, in: inside)
    }

    private func drawField(_ field: FieldScreen, on canvas: inout Canvas, in area: Rect) {
        var area = area
        canvas.write(field.label, in: area.takeTop(1), style: field.isFocused ? .accent : .dim)
        field.draw(on: &canvas, in: area.takeTop(1))
        field.drawError(on: &canvas, in: area)
    }

    private func drawAnswers(_ texts: [AnswerText], isRow: Bool, on canvas: inout Canvas, in area: Rect) {
        var rest = area
        for (index, text) in texts.enumerated() {
            let place = isRow ? rest.takeLeft(text.columns) : rest.takeTop(1).inset(right: 0)
            if isRow { _ = rest.takeLeft(2) }
            let button = Rect(column: place.column, row: place.row, columns: text.columns, rows: place.rows)
            text.draw(on: &canvas, in: button, isSelected: index == selected)
            canvas.addRegion(button, .answer(index))
        }
    }
}

/// An answer on its button, with the letter that presses it underlined, or behind it if the text is without.
private struct AnswerText {
    private let text: String
    private let letter: Range<String.Index>?
    private let role: DialogScreen.Answer.Role

    init(_ answer: DialogScreen.Answer, columns: Int) {
        let plain = DisplayText(answer.text)
        let key = DisplayText(answer.key).description
        let isInside = key.isEmpty || plain.description.lowercased().contains(key.lowercased())
        let full = isInside ? plain.description : plain.description + " (\(key))"
        let shown = DisplayText(full).truncated(to: columns).description
        text = shown
        role = answer.role
        letter =
            key.isEmpty
            ? nil
            : shown.indices.last { isInside ? false : String(shown[$0]) == key }.map { $0..<shown.index(after: $0) }
                ?? shown.indices.first { shown[$0].lowercased() == key.lowercased() }
                .map { $0..<shown.index(after: $0) }
    }

    var columns: Int { DisplayText(text).width + 4 }

    func draw(on canvas: inout Canvas, in area: Rect, isSelected: Bool) {
        let style: Style = isSelected ? .selection.bold : role == .destructive ? .error : .plain
        var pieces: [(text: String, style: Style)] = [(isSelected ? "[ " : "[ ", style)]
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
