import MeetingModel
import Presentation

extension MinutesScreen {
    /// Draws the minutes; `firstIndex` is the index of the first point for `Command.select`.
    func draw(on canvas: inout Canvas, in area: Rect, firstIndex: Int) {
        var area = area
        canvas.drawHeading(title, in: area.takeTop(1).inset(right: 1))
        if let empty, written.isEmpty {
            canvas.writeWrapped(empty, in: area.inset(left: 2, right: 1), style: .dim)
            return
        }
        let layout = MinutesLayout(self, columns: area.columns - 1, isSpacious: area.rows >= 30)
        let focus = selected.map(layout.written.item)
        // Without points, the row after what is written says so.
        let count = rows.count + written.count + (empty == nil ? 0 : 1)
        canvas.drawScrolling(count: count, focus: focus, in: area) { item in
            switch layout.written[item] {
            case .written(let index): layout.written.rows(index)
            case .row(let index): index < rows.count ? layout.rows(index) : layout.emptyRows
            }
        } draw: { canvas, item, area in
            switch layout.written[item] {
            case .written(let index): layout.written.draw(index, on: &canvas, in: area)
            case .row(let index) where index < rows.count:
                layout.draw(index, on: &canvas, in: area, command: .select(firstIndex + index))
            case .row: canvas.writeWrapped(empty ?? "", in: area.inset(left: 2, top: 1, right: 1), style: .dim)
            }
        }
    }
}

/// The layout of points: the kind once above them, a box for the state unless the kind says it, the time, and the person.
private struct MinutesLayout {
    private let screen: MinutesScreen
    private let timeColumns: Int
    private let textColumns: Int
    let written: WrittenLayout
    /// The height of the text that there are no points.
    let emptyRows: Int

    init(_ screen: MinutesScreen, columns: Int, isSpacious: Bool) {
        self.screen = screen
        timeColumns = min(max(screen.rows.map { DisplayText($0.time).width }.max() ?? 0, 4), 8)
        // Longer lines are hard to read.
        textColumns = min(max(columns - timeColumns - 8, 1), 110)
        written = WrittenLayout(
            screen.written, indent: timeColumns + 7, textColumns: textColumns, isSpacious: isSpacious)
        emptyRows = TextWrapping.lines(screen.empty ?? "", columns: columns - 3, limit: 6).count + 1
    }

    private func text(_ row: MinutesScreen.Row) -> String {
        "\(row.name): \(row.text)" + (row.maker.isEmpty ? "" : " " + maker(row))
    }

    private func maker(_ row: MinutesScreen.Row) -> String { row.maker.isEmpty ? "" : "(\(row.maker))" }

    /// Writes a point: the person's name is bold, who made it is dim.
    private func write(_ row: MinutesScreen.Row, style: Style, on canvas: inout Canvas, in area: Rect) {
        canvas.writeWrapped(text(row), in: area, style: style)
        let name = min(DisplayText(row.name).width + 1, area.columns)
        canvas.restyle(Rect(column: area.column, row: area.row, columns: name, rows: 1)) { _ in style.bold }
        var rest = DisplayText(maker(row)).width
        let lines = TextWrapping.lines(text(row), columns: area.columns)
        for (index, line) in lines.enumerated().reversed() where rest > 0 {
            let columns = min(rest, line.width)
            let end = Rect(
                column: area.column + line.width - columns, row: area.row + index, columns: columns, rows: 1)
            canvas.restyle(end) { _ in style.dimmed }
            // A line ends before a space.
            rest -= columns + 1
        }
    }

    private func nameRows(_ index: Int) -> Int {
        written.rows(ofName: screen.rows[index].heading, aboveRow: index)
    }

    private func field(_ index: Int) -> FieldScreen? { index == screen.selected ? screen.field : nil }

    func rows(_ index: Int) -> Int {
        if field(index) != nil { return nameRows(index) + 2 }
        return nameRows(index) + TextWrapping.lines(text(screen.rows[index]), columns: textColumns).count
    }

    func draw(_ index: Int, on canvas: inout Canvas, in area: Rect, command: Command) {
        let row = screen.rows[index]
        var area = area
        written.drawName(row.heading, aboveRow: index, style: row.kind.style, on: &canvas, from: &area)
        let field = field(index)
        var (text, style) =
            field == nil
            ? canvas.drawRow(area, isSelected: index == screen.selected, command: command)
            : (area.inset(left: 2), .plain)
        if row.state == .dropped { style = style.dimmed }
        canvas.write(row.stateText.isEmpty ? "" : row.state.box, in: text.takeLeft(3), style: style)
        _ = text.takeLeft(1)
        canvas.write(row.time, in: text.takeLeft(timeColumns), style: style.dimmed, alignment: .trailing)
        _ = text.takeLeft(1)
        text = text.takeLeft(textColumns)
        guard let field else {
            write(row, style: style, on: &canvas, in: text)
            return
        }
        canvas.write(Mark.selected, at: area.origin, style: .accent)
        canvas.write("\(field.label) · \(row.kindText)", in: text.takeTop(1), style: .dim)
        field.draw(on: &canvas, in: text)
    }
}

extension MeetingModel.Point.Kind {
    /// The style of its heading: what somebody waits for strikes the eye.
    fileprivate var style: Style {
        switch self {
        case .blocker: .warning.bold
        case .decision, .question: .accent.bold
        case .done: .good.bold
        case .plan, .other: .plain.bold
        }
    }
}

extension MeetingModel.Point.State {
    /// The box of a state, which shows it without color.
    var box: String {
        switch self {
        case .open: Mark.check.off
        case .done: Mark.check.on
        case .dropped: "[–]"
        }
    }
}
