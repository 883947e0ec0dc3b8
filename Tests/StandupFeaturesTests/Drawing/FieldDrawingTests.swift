import MeetingModel
@testable import Presentation
import Testing

@testable import StandupFeatures

struct FieldDrawingTests {
    private func draw(_ text: String, cursor: Int?, columns: Int = 10) -> Canvas {
        var canvas = Canvas(Size(columns: columns, rows: 1))
        FieldScreen(label: "", text: text, placeholder: "Name", cursor: cursor).draw(on: &canvas, in: canvas.bounds)
        return canvas
    }

    @Test(arguments: [
        (text: "", cursor: 0, line: "Name", column: 0),
        (text: "Ann", cursor: 3, line: "Ann", column: 3),
        (text: "Ann", cursor: 0, line: "Ann", column: 0),
        (text: "a long title", cursor: 12, line: "…ng title", column: 9),
        (text: "a long title", cursor: 0, line: "a long ti…", column: 0),
        (text: "a long title that goes on", cursor: 14, line: "…title th…", column: 8),
        (text: "한국어로 된 제목", cursor: 9, line: "… 된 제목", column: 9),
        (text: "한국어", cursor: 2, line: "한국어", column: 4),
    ])
    func `the cursor is seen, wherever it is in the text`(
        _ sample: (text: String, cursor: Int, line: String, column: Int)
    ) {
        let canvas = draw(sample.text, cursor: sample.cursor)
        #expect(canvas.lines == [sample.line])
        #expect(canvas.cursor == Point(sample.column, 0))
    }

    @Test func `a field without the focus shows its beginning, and no cursor`() {
        #expect(draw("a long title", cursor: nil).lines == ["a long ti…"])
        #expect(draw("a long title", cursor: nil).cursor == nil)
        #expect(draw("", cursor: nil)[0, 0].style.foreground == .dim)
    }
}
