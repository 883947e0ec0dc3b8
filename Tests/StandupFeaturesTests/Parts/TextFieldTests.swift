import Testing

@testable import StandupFeatures

@Suite("A text field") struct TextFieldTests {
    @Test(
        arguments: [
            ("Ann Lee", [4, 0, 0]), ("  Ann,  Lee  ", [8, 2, 0]), ("/home/ann/x1.wav", [13, 10, 6, 1, 0]),
            ("한국어 회의", [4, 0]), ("e\u{301}te\u{301} 🙂 1", [6, 0]), ("", [0]), ("--", [0]),
        ])
    func `moves by words of letters and digits`(text: String, positions: [Int]) {
        var field = TextField(text)
        for position in positions {
            _ = field.perform(.wordLeft)
            #expect(field.cursor == position, "\(text)")
        }
        #expect(field.text == text)
    }

    @Test(
        arguments: [
            ("Ann Lee", [3, 7, 7]), ("  Ann,  Lee  ", [5, 11, 13]), ("한국어 회의", [3, 6]), ("", [0]), ("--", [2]),
        ])
    func `moves to the end of the next word`(text: String, positions: [Int]) {
        var field = TextField(text)
        _ = field.perform(.first)
        for position in positions {
            _ = field.perform(.wordRight)
            #expect(field.cursor == position, "\(text)")
        }
    }
}
