import MeetingModel
import Presentation

/// The columns of a list of meetings: as wide as their widest text.
struct MeetingColumns {
    private let date: Int
    private let title: Int
    private let duration: Int
    private let state: Int

    init(_ meetings: [MeetingRow]) {
        func widest(_ text: (MeetingRow) -> String) -> Int {
            meetings.reduce(0) { max($0, DisplayText(text($1)).width) }
        }
        date = widest(\.date)
        title = min(widest { $0.title ?? "" }, 40)
        duration = widest(\.duration)
        state = widest(\.state)
    }

    func draw(
        _ meeting: MeetingRow, on canvas: inout Canvas, in area: Rect, isSelected: Bool, command: Command?
    ) {
        let row = canvas.drawRow(area, isSelected: isSelected, command: command)
        var (rest, style) = (row.area.inset(right: 1), row.style)
        if let isMarked = meeting.isMarked {
            canvas.write(isMarked ? Mark.check.on : Mark.check.off, in: rest.takeLeft(4), style: style)
        }
        canvas.write(meeting.date, in: rest.takeLeft(date), style: style)
        if let title = meeting.title {
            _ = rest.takeLeft(2)
            let mark = meeting.theme.map { style.foreground(.theme($0)) } ?? style
            canvas.write("■", in: rest.takeLeft(2), style: mark)
            canvas.write(title, in: rest.takeLeft(min(self.title, rest.columns / 2)), style: style)
        }
        canvas.write(meeting.duration, in: rest.takeLeft(duration + 2), style: style, alignment: .trailing)
        if state > 0 {
            canvas.write(
                meeting.state, in: rest.takeLeft(state + 2).inset(left: 2), style: style.foreground(.warning))
        }
        canvas.write(meeting.names, in: rest.inset(left: 2), style: style.dimmed)
    }
}
