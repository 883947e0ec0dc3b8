import Testing

@testable import StandupFeatures

struct BigTextTests {
    @Test func `a clock is drawn in blocks`() throws {
        let text = try #require(BigText("+1:23", scale: 1))
        var canvas = Canvas(Size(columns: text.columns, rows: text.screenRows))
        text.draw(on: &canvas, at: Point(0, 0), style: .plain)
        #expect(
            canvas.lines == [
                "  ▄▄    ▄██   ▄▄ ▄████▄ █████▄",
                "▄▄██▄▄ ▀▀██   ▀▀ ▀▀ ▄██  ▄▄▄██",
                "▀▀██▀▀   ██   ▄▄  ▄██▀   ▀▀▀██",
                "  ▀▀   ██████ ▀▀ ██████ █████▀",
            ])
    }

    @Test(arguments: 1...6)
    func `it grows by whole multiples`(_ scale: Int) throws {
        let small = try #require(BigText("12:34", scale: 1))
        let large = try #require(BigText("12:34", scale: scale))
        #expect(large.columns == small.columns * scale)
        #expect(large.screenRows == 4 * scale)
    }

    @Test(arguments: [
        (columns: 30, rows: 4, scale: 1), (columns: 59, rows: 8, scale: 1), (columns: 60, rows: 8, scale: 2),
        (columns: 250, rows: 12, scale: 3),
    ])
    func `it is as large as fits`(_ sample: (columns: Int, rows: Int, scale: Int)) throws {
        let text = try #require(BigText("12:34", fitting: Size(columns: sample.columns, rows: sample.rows)))
        #expect(text.scale == sample.scale)
    }

    @Test func `is not drawn if it does not fit or is no clock`() {
        #expect(BigText("12:34", fitting: Size(columns: 29, rows: 4)) == nil)
        #expect(BigText("12:34", fitting: Size(columns: 30, rows: 3)) == nil)
        #expect(BigText("1h", scale: 1) == nil)
        #expect(BigText("", scale: 1) == nil)
    }

    @Test(arguments: Array("0123456789:+-"))
    func `every character of a clock has its own glyph`(_ character: Character) throws {
        func lines(_ character: Character) throws -> [String] {
            let text = try #require(BigText(String(character), scale: 1))
            var canvas = Canvas(Size(columns: 8, rows: 4))
            text.draw(on: &canvas, at: Point(0, 0), style: .plain)
            return canvas.lines
        }
        let drawn = try lines(character)
        #expect(drawn != ["", "", "", ""])
        for other in "0123456789:+-" where other != character {
            #expect(try lines(other) != drawn)
        }
    }
}
