import MeetingModel
import Presentation

/// The layout of a standup's open points: a box for the state, and the person once above their points.
struct OpenPointLayout {
    /// The most rows of a text.
    private static let mostRows = 3

    private let points: [StandupScreen.PointRow]
    private let textColumns: Int

    init(_ points: [StandupScreen.PointRow], columns: Int) {
        self.points = points
        textColumns = max(columns - 8, 1)
    }

    private func text(_ point: StandupScreen.PointRow) -> String {
        (point.isLongBlock ? Mark.attention + " " : "") + "\(point.kind): \(point.text)"
    }

    func rows(_ index: Int) -> Int {
        let point = points[index]
        let lines = TextWrapping.lines(text(point), columns: textColumns, limit: Self.mostRows).count
        return (point.name.isEmpty ? 0 : 1) + max(lines, 1)
    }

    func draw(_ index: Int, on canvas: inout Canvas, in area: Rect, isSelected: Bool, command: Command?) {
        let point = points[index]
        var area = area
        if !point.name.isEmpty { canvas.write(point.name, in: area.takeTop(1).inset(left: 2), style: .plain.bold) }
        var (text, style) = canvas.drawRow(area, isSelected: isSelected, command: command)
        if point.state == .dropped { style = style.dimmed }
        canvas.write(point.stateText.isEmpty ? "" : point.state.box, in: text.takeLeft(3), style: style)
        _ = text.takeLeft(1)
        canvas.writeWrapped(
            self.text(point), in: text.takeLeft(textColumns),
            style: point.isLongBlock && !isSelected ? style.foreground(.warning) : style)
    }
}
