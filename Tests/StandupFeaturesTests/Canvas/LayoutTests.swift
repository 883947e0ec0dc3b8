import MeetingModel
import Testing

@testable import StandupFeatures

@Suite struct LayoutTests {
    @Test func `a part taken from a side and the rest make up the whole`() {
        var area = Rect(column: 2, row: 1, columns: 20, rows: 10)
        #expect(area.takeTop(2) == Rect(column: 2, row: 1, columns: 20, rows: 2))
        #expect(area.takeBottom(3) == Rect(column: 2, row: 8, columns: 20, rows: 3))
        #expect(area.takeLeft(5) == Rect(column: 2, row: 3, columns: 5, rows: 5))
        #expect(area.takeRight(4) == Rect(column: 18, row: 3, columns: 4, rows: 5))
        #expect(area == Rect(column: 7, row: 3, columns: 11, rows: 5))
    }

    @Test func `a side gives no more than there is`() {
        var area = Rect(column: 0, row: 0, columns: 3, rows: 2)
        #expect(area.takeTop(5).rows == 2)
        #expect(area.takeBottom(1).isEmpty)
        #expect(area.isEmpty)
        #expect(area.takeLeft(-1).columns == 0)
    }

    @Test(arguments: 0...30, 1...7)
    func `equal columns are as equal as can be, in order, and inside`(width: Int, count: Int) {
        for gap in 0...2 {
            let parts = Rect(column: 4, row: 0, columns: width, rows: 1).columns(count, gap: gap)
            #expect(parts.count == count)
            let widths = parts.map(\.columns)
            #expect(widths.max()! - widths.min()! <= 1)
            #expect(widths.reduce(0, +) == max(width - gap * (count - 1), 0))
            #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.endColumn <= $1.column })
            #expect(parts.allSatisfy { $0.endColumn <= 4 + width })
        }
    }

    @Test func `rows are parted like columns`() {
        let parts = Rect(column: 0, row: 5, columns: 3, rows: 10).rows(3, gap: 1)
        #expect(parts.map(\.row) == [5, 8, 12])
        #expect(parts.map(\.rows) == [2, 3, 3])
    }

    @Test func `an inset larger than the area leaves an empty area inside it`() {
        let inner = Rect(column: 3, row: 3, columns: 4, rows: 4).inset(columns: 3, rows: 1)
        #expect(inner.columns == 0)
        #expect(inner.rows == 2)
        #expect(inner.column <= 7)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]),
        ("one\ntwo", 7, ["one", "two"]),
        ("incomprehensible", 6, ["incomp", "rehens", "ible"]),
        ("스탠드업 회의", 8, ["스탠드업", "회의"]),
        ("스탠드업", 5, ["스탠", "드업"]),
        ("", 5, [""]),
        ("가", 1, ["가"]),
    ])
    func `text is broken between words, by columns`(text: String, columns: Int, expected: [String]) {
        #expect(TextWrapping.lines(text, columns: columns).map(\.description) == expected)
    }

    @Test(arguments: [
        ("  one   two", 7, ["  one  ", " two"]), ("one two", 7, ["one two"]), ("abcdef", 4, ["abcd", "ef"]),
        ("", 5, [""]),
        ("스탠 드업", 6, ["스탠 ", "드업"]),
    ])
    func `verbatim text keeps all its spaces`(text: String, columns: Int, expected: [String]) {
        let lines = TextWrapping.verbatim(text, columns: columns).map(\.description)
        #expect(lines == expected && lines.joined() == text)
    }

    @Test func `text without room ends in an ellipsis`() {
        let lines = TextWrapping.lines("one two three four", columns: 5, limit: 2)
        #expect(lines.map(\.description) == ["one", "two…"])
        #expect(TextWrapping.lines("alpha beta", columns: 5, limit: 1).map(\.description) == ["alph…"])
    }
}
