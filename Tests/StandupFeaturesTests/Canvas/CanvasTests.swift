import MeetingModel
import Testing

@testable import StandupFeatures

@Suite struct CanvasTests {
    @Test func `text is written where it should be`() {
        var canvas = Canvas(Size(columns: 8, rows: 2))
        canvas.write("Hello", at: Point(2, 1))
        #expect(canvas.lines == ["", "  Hello"])
    }

    @Test(arguments: [
        (Alignment.leading, "[ab    ]"), (.center, "[  ab  ]"), (.trailing, "[    ab]"),
    ])
    func `a width fills up on the side that the alignment leaves free`(alignment: Alignment, expected: String) {
        var canvas = Canvas(Size(columns: 8, rows: 1))
        canvas.fill(canvas.bounds, with: "x", .plain)
        canvas.write("[", at: Point(0, 0))
        canvas.write("ab", at: Point(1, 0), width: 6, alignment: alignment)
        canvas.write("]", at: Point(7, 0))
        #expect(canvas.lines == [expected])
    }

    @Test(arguments: [
        ("Standup", 7, "Standup|"), ("Standup", 6, "Stand…|"), ("스탠드업", 8, "스탠드업|"), ("스탠드업", 7, "스탠드…|"),
        ("스탠드업", 6, "스탠… |"), ("👍🏽👨‍👩‍👧", 4, "👍🏽👨‍👩‍👧|"), ("👍🏽👨‍👩‍👧", 3, "👍🏽…|"), ("e\u{301}a", 2, "e\u{301}a|"), ("a", 0, "|"),
    ])
    func `a text that is too long ends in an ellipsis, in columns and not in letters`(
        text: String, width: Int, expected: String
    ) {
        var canvas = Canvas(Size(columns: 10, rows: 1))
        let used = canvas.write(text, at: Point(0, 0), width: width)
        canvas.write("|", at: Point(width, 0))
        #expect(canvas.lines == [expected])
        #expect(used == width)
    }

    @Test func `a canvas contains no control character`() {
        var canvas = Canvas(Size(columns: 12, rows: 1))
        canvas.write("a\u{1B}[31mb\nc\u{9B}d\u{202E}", at: Point(0, 0))
        canvas.fill(Rect(column: 11, row: 0, columns: 1, rows: 1), with: "\u{07}", .plain)
        #expect(canvas.lines == ["a\u{FFFD}[31mb c\u{FFFD}d\u{FFFD}"])
    }

    @Test(arguments: [(0, "x 드"), (1, " x드"), (2, "스x"), (3, "스 x")])
    func `overwriting half of a wide letter blanks the other half`(column: Int, expected: String) {
        var canvas = Canvas(Size(columns: 4, rows: 1))
        canvas.write("스드", at: Point(0, 0))
        canvas.write("x", at: Point(column, 0))
        #expect(canvas.lines == [expected])
    }

    @Test func `a wide letter over the halves of two others blanks the rest of both`() {
        var canvas = Canvas(Size(columns: 4, rows: 1))
        canvas.write("스드", at: Point(0, 0))
        canvas.write("가", at: Point(1, 0))
        #expect(canvas.lines == [" 가"])
        #expect(canvas.row(0).map(\.width) == [1, 2, 0, 1])
    }

    @Test(arguments: [(-1, " 드"), (3, "   "), (-4, ""), (9, "")])
    func `a wide letter that the edge would cut in half is a space`(column: Int, expected: String) {
        var canvas = Canvas(Size(columns: 4, rows: 1), style: .dim)
        canvas.write("스드", at: Point(column, 0))
        #expect(canvas.lines[0] == expected.replacing(/\ +$/, with: ""))
        #expect(canvas.row(0).allSatisfy { $0.width < 2 || $0.character == "드" })
    }

    @Test func `pieces of several styles follow each other and are cut together`() {
        var canvas = Canvas(Size(columns: 10, rows: 1))
        let used = canvas.write([("n", .accent), (" next", .dim), (" q quit", .dim)], at: Point(0, 0), width: 9)
        #expect(canvas.lines == ["n next q…"])
        #expect(used == 9)
        #expect(canvas[0, 0].style == .accent)
        #expect(canvas[1, 0].style == .dim)
    }

    @Test func `a press goes to the topmost area`() {
        var canvas = Canvas(Size(columns: 10, rows: 3))
        canvas.addRegion(canvas.bounds, .back)
        canvas.addRegion(Rect(column: 8, row: 1, columns: 20, rows: 1), .select(3))
        #expect(canvas.command(at: Point(9, 1)) == .select(3))
        #expect(canvas.command(at: Point(7, 1)) == .back)
        #expect(canvas.command(at: Point(10, 1)) == nil)
    }

    @Test func `a canvas on another one keeps its regions and its cursor in place`() {
        var inner = Canvas(Size(columns: 6, rows: 2))
        inner.write("가나다", at: Point(0, 0))
        inner.addRegion(Rect(column: 0, row: 0, columns: 6, rows: 1), .select(1))
        inner.cursor = Point(2, 1)
        var canvas = Canvas(Size(columns: 6, rows: 2))
        canvas.draw(inner, at: Point(1, 1))
        #expect(canvas.lines == ["", " 가나"])
        #expect(canvas.command(at: Point(5, 1)) == .select(1))
        #expect(canvas.command(at: Point(5, 0)) == nil)
        #expect(canvas.cursor == Point(3, 2))
    }

    @Test func `a frame has a title and leaves its inside free`() {
        var canvas = Canvas(Size(columns: 12, rows: 3))
        let inside = canvas.box(canvas.bounds, border: .double, title: "Question")
        canvas.write("Really?", in: inside)
        #expect(canvas.lines == ["╔═ Questi ═╗".replacing("Questi", with: "Quest…"), "║Really?   ║", "╚══════════╝"])
    }

    @Test(arguments: [
        (0.0, "    "), (1.0, "████"), (0.5, "██  "), (0.53, "██▏ "), (-1, "    "), (7, "████"), (.nan, "    "),
    ])
    func `a bar shows eighths of a column`(fraction: Double, expected: String) {
        var canvas = Canvas(Size(columns: 5, rows: 1))
        canvas.bar(Rect(column: 0, row: 0, columns: 4, rows: 1), fraction: fraction)
        canvas.write("|", at: Point(4, 0))
        #expect(canvas.lines == [expected + "|"])
    }

    @Test func `a sparkline shows the smallest value that is not nothing`() {
        #expect(Canvas.sparkline([0, 0.001, 0.5, 1, 2]) == " ▁▄██")
    }

    @Test func `a frame reports the styles of its text`() {
        var canvas = Canvas(Size(columns: 4, rows: 2))
        canvas.write("가a", at: Point(0, 0), style: .theme(.navy).bold)
        canvas.write("b", at: Point(3, 1), style: .warning)
        canvas.cursor = Point(1, 1)
        #expect(
            canvas.frame == """
                가a
                   b
                ----
                aaa
                ...b
                ----
                a normal on navy, bold
                b warning
                cursor 1,1

                """)
    }

    @Test(arguments: UInt64(1)...40)
    func `wide letters stay whole and rows keep their columns, whatever is drawn`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let size = Size(columns: Int.random(in: 1...24, using: &random), rows: Int.random(in: 1...6, using: &random))
        var canvas = Canvas(size)
        for _ in 0..<200 {
            scribble(on: &canvas, using: &random)
            #expect(canvas.cells.count == size.columns * size.rows)
            for row in 0..<size.rows { expectWhole(Array(canvas.row(row))) }
        }
    }

    private func expectWhole(_ row: [Cell]) {
        var column = 0
        while column < row.count {
            let width = row[column].width
            guard width > 0, width == DisplayText.width(of: row[column].character), column + width <= row.count else {
                Issue.record("a broken cell in column \(column) of \(row.map(\.character))")
                return
            }
            #expect(row[(column + 1)..<(column + width)].allSatisfy { $0.isContinuation })
            column += width
        }
    }

    private func scribble(on canvas: inout Canvas, using random: inout SeededGenerator) {
        let pieces = ["a", "스", "👨‍👩‍👧", "e\u{301}", "🇩🇪", "क्षि", "\u{301}", "\u{1B}[2J", "ㅎ", "❤️", "…", " ", "\u{200D}"]
        let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            .joined()
        let point = Point(Int.random(in: -6...26, using: &random), Int.random(in: -1...7, using: &random))
        let area = Rect(
            column: point.column, row: point.row, columns: Int.random(in: -1...9, using: &random),
            rows: Int.random(in: -1...4, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: canvas.write(text, at: point)
        case 1: canvas.write(text, at: point, width: Int.random(in: -1...9, using: &random), alignment: .center)
        case 2: canvas.writeWrapped(text + " " + text, in: area, alignment: .trailing)
        case 3: canvas.fill(area, with: text.first ?? "x", .dim)
        case 4: canvas.box(area, title: text)
        case 5: canvas.bar(area, fraction: 0.4)
        default:
            var other = Canvas(area.size)
            other.write(text, at: Point(0, 0))
            canvas.draw(other, at: point)
        }
    }
}
