import MeetingModel
import Presentation

extension InvitationScreen {
    /// The smallest width of the texts beside the code.
    private static let besideCode = 34
    /// The width from which the texts and the code stand side by side, whatever the height.
    private static let wide = 94

    /// Draws the roles, the code as large as its modules, and the link.
    ///
    /// A narrow window that is high enough has the code between the texts, a wide or low one beside them; without room for
    /// either, the code is left out.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = canvas.drawHeader(title, theme: theme, in: area)
        if let countdown { canvas.write(countdown, in: area.takeTop(1).inset(columns: 2), style: .accent.bold) }
        if area.rows >= 21 { _ = area.takeTop(1) }
        area = area.narrowed(to: 110).inset(columns: 2)
        if let callNotice {
            canvas.drawHeading(callNotice.label, in: area.takeTop(1))
            // Without a frame, so that a mouse can select it.
            canvas.writeWrapped(callNotice.value, in: area.inset(top: 1))
            return
        }
        guard let size = codeSize else { return drawTexts(withCode: nil, on: &canvas, in: area) }
        let beside = area.columns - size.columns - 3
        let isHigh = area.rows >= size.rows + textRows(columns: area.columns)
        if area.columns < Self.wide, area.columns >= size.columns, isHigh {
            drawTexts(withCode: size, on: &canvas, in: area)
        } else if beside >= Self.besideCode, area.rows >= size.rows, area.rows >= textRows(columns: beside) {
            let spaced = textRows(columns: beside) + details.count
            var place = area.centered(Size(columns: area.columns, rows: max(size.rows, spaced)))
            drawCode(on: &canvas, in: place.takeRight(size.columns))
            drawTexts(withCode: nil, saysWhy: false, on: &canvas, in: place.inset(right: 3))
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
        let warning = warning.isEmpty ? "" : Mark.attention + " " + warning
        let all: [(text: String, style: Style)] = [
            (warning, .warning), (link, .plain.bold), (until, .dim), (server, .dim),
        ]
        return all.filter { !$0.text.isEmpty }
    }

    /// The rows of the invitee, the roles, what the role may do, the end and the details.
    private func textRows(columns: Int) -> Int {
        2 + roles.count + mayRows(columns: columns) + Self.rows(details, columns: columns)
    }

    private func mayRows(columns: Int) -> Int { TextWrapping.lines(may, columns: columns - 2, limit: 3).count }

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
        var texts: [(text: String, style: Style)] = []
        if let state { texts.append((state, .plain)) }
        if let problem { texts.append((Mark.attention + " " + problem, .error.bold)) }
        if saysWhy, !noCode.isEmpty { texts.append((noCode, .warning)) }
        // The link and what is wrong with it matter more.
        let explanation = mayRows(columns: area.columns)
        if area.rows > explanation + Self.rows(texts + details, columns: area.columns) {
            canvas.writeWrapped(may, in: area.takeTop(explanation).inset(left: 2), style: .dim)
        }
        var line = area.takeTop(1).inset(left: 2)
        end.drawWithLabel(on: &canvas, in: line.takeLeft(60))
        if let size {
            let bottom = area.takeBottom(Self.rows(details, columns: area.columns))
            drawCode(on: &canvas, in: area.centered(size))
            return draw(details, on: &canvas, in: bottom)
        }
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
        var area = area
        canvas.write(keys, at: area.takeRight(keys.count).origin, style: .dim)
        canvas.drawHeading(DisplayText(invitee).truncated(to: area.columns - 1).description, in: area.inset(right: 1))
    }

    private func drawCode(on canvas: inout Canvas, in area: Rect) {
        for (row, line) in (code ?? []).enumerated() {
            canvas.write(line, at: Point(area.column, area.row + row), style: Style(on: .code))
        }
    }
}
