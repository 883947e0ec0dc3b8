import MeetingModel

extension InvitationScreen {
    /// The columns of the texts beside the code.
    private static let besideCode = 34

    /// Draws the roles, the code as large as its modules, and the link.
    ///
    /// The code stands between the texts if the window is high enough, else beside them; without room for either, only the
    /// link is shown.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        if let countdown { canvas.write(countdown, in: area.takeTop(1).inset(columns: 2), style: .accent.bold) }
        area = area.narrowed().inset(columns: 2)
        guard let size = codeSize else { return drawTexts(withCode: nil, on: &canvas, in: area) }
        if area.columns >= size.columns, area.rows >= size.rows + textRows(columns: area.columns) + 2 {
            drawTexts(withCode: size, on: &canvas, in: area)
        } else if area.columns >= size.columns + Self.besideCode, area.rows >= size.rows,
            area.rows >= textRows(columns: area.columns - size.columns - 2)
        {
            let right = area.takeRight(size.columns)
            drawCode(on: &canvas, in: right.centered(size))
            drawTexts(withCode: nil, saysWhy: false, on: &canvas, in: area.inset(right: 2))
        } else {
            drawTexts(withCode: nil, on: &canvas, in: area)
        }
    }

    /// The size of the code in cells; nil if there is none.
    private var codeSize: Size? {
        guard let code, let first = code.first, !first.isEmpty else { return nil }
        return Size(columns: DisplayText(first).width, rows: code.count)
    }

    /// The link and what belongs to it.
    private var details: [(text: String, style: Style)] {
        [(link, .plain.bold), (until, .dim), (server, .dim)].filter { !$0.text.isEmpty }
    }

    /// The rows of the invitee, the roles and the details.
    private func textRows(columns: Int) -> Int {
        1 + roles.count + Self.rows(details, columns: columns)
    }

    private static func rows(_ texts: [(text: String, style: Style)], columns: Int) -> Int {
        texts.map { TextWrapping.lines($0.text, columns: columns).count }.reduce(0, +)
    }

    private func drawTexts(withCode size: Size?, saysWhy: Bool = true, on canvas: inout Canvas, in area: Rect) {
        var area = area
        drawInvitee(on: &canvas, in: area.takeTop(1))
        for (index, role) in roles.enumerated() {
            let (row, style) = canvas.drawRow(area.takeTop(1), isSelected: index == selected, command: .select(index))
            canvas.write("\(index + 1)  \(role)", in: row, style: style)
        }
        if let size {
            let bottom = area.takeBottom(Self.rows(details, columns: area.columns))
            drawCode(on: &canvas, in: area.centered(size))
            return draw(details, on: &canvas, in: bottom)
        }
        var texts: [(text: String, style: Style)] = []
        if let state { texts.append((state, .plain)) }
        if let problem { texts.append((Mark.attention + " " + problem, .error.bold)) }
        if saysWhy, !noCode.isEmpty { texts.append((noCode, .warning)) }
        draw(texts + details, on: &canvas, in: area)
    }

    /// Draws texts below each other, with blank rows between them if there is room.
    private func draw(_ texts: [(text: String, style: Style)], on canvas: inout Canvas, in area: Rect) {
        var area = area
        let isSpaced = area.rows >= Self.rows(texts, columns: area.columns) + texts.count
        for (text, style) in texts {
            if isSpaced { _ = area.takeTop(1) }
            let rows = TextWrapping.lines(text, columns: area.columns).count
            canvas.writeWrapped(text, in: area.takeTop(rows), style: style)
        }
    }

    private func drawInvitee(on canvas: inout Canvas, in area: Rect) {
        let keys = "↑ ↓"
        canvas.write(invitee, in: area.inset(right: keys.count + 1), style: .accent)
        let used = min(DisplayText(invitee).width, max(area.columns - keys.count - 1, 0))
        canvas.write(keys, in: area.inset(left: used + 1), style: .dim)
    }

    private func drawCode(on canvas: inout Canvas, in area: Rect) {
        for (row, line) in (code ?? []).enumerated() {
            canvas.write(line, at: Point(area.column, area.row + row), style: Style(on: .code))
        }
    }
}
