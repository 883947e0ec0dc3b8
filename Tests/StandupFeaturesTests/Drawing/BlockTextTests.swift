import Testing

@testable import StandupFeatures

struct BlockTextTests {
    @Test func `a clock is drawn in blocks`() throws {
        let text = try #require(BlockText("+1:23", scale: 1))
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
        let small = try #require(BlockText("12:34", scale: 1))
        let large = try #require(BlockText("12:34", scale: scale))
        #expect(large.columns == small.columns * scale)
        #expect(large.screenRows == 4 * scale)
    }

    @Test(arguments: [
        (columns: 30, rows: 4, scale: 1), (columns: 59, rows: 8, scale: 1), (columns: 60, rows: 8, scale: 2),
        (columns: 250, rows: 12, scale: 3),
    ])
    func `it is as large as fits`(_ sample: (columns: Int, rows: Int, scale: Int)) throws {
        let text = try #require(BlockText("12:34", fitting: Size(columns: sample.columns, rows: sample.rows)))
        #expect(text.scale == sample.scale)
    }

    @Test func `is not drawn if it does not fit or is no clock`() {
        #expect(BlockText("12:34", fitting: Size(columns: 29, rows: 4)) == nil)
        #expect(BlockText("12:34", fitting: Size(columns: 30, rows: 3)) == nil)
        #expect(BlockText("1👍", scale: 1) == nil)
        #expect(BlockText("", scale: 1) == nil)
    }

    @Test(arguments: Array("0123456789:+-"))
    func `every character of a clock has its own glyph`(_ character: Character) throws {
        func lines(_ character: Character) throws -> [String] {
            let text = try #require(BlockText(String(character), scale: 1))
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

    @Test(arguments: [
        ("Jörg", "JO\u{308}RG"), ("Zoë", "ZOE\u{308}"), ("straße", "STRASSE"), ("łukasz", "ŁUKASZ"), ("ærø", "ÆRØ"),
        ("Nguyễn", "NGUYE\u{302}\u{303}N"),
    ])
    func `Latin names are drawn in capitals, with their accents`(_ name: String, _ capitals: String) throws {
        let text = try #require(BlockText(name, scale: 1))
        #expect(text == BlockText(capitals, scale: 1))
        #expect(text.columns < name.count * 10)
    }

    @Test func `an accent is above its letter, and other letters keep their height`() throws {
        let plain = try #require(BlockText("Jorg", scale: 1))
        let text = try #require(BlockText("Jörg", scale: 1))
        #expect(text != plain)
        #expect(text.screenRows == 6)
        var (canvas, below) = (Canvas(text.size), Canvas(plain.size))
        text.draw(on: &canvas, at: Point(0, 0), style: .plain)
        plain.draw(on: &below, at: Point(0, 0), style: .plain)
        #expect(canvas.lines[0].contains("██  ██"))
    }

    @Test(arguments: ["김민준", "Анна", "Νίκος", "さくら", "王小明", "Ann 조은", "გიორგი", "דנה", "محمد", "رضا"])
    func `names in other scripts are drawn from bitmaps`(_ name: String) throws {
        let text = try #require(BlockText(name, scale: 1))
        #expect(text.screenRows <= 8 && text.screenRows >= 3)
        #expect(text.columns <= 16 * name.count)
    }

    @Test(arguments: ["", "👩‍👩‍👧‍👦", "กานดา", "नीरज", "\u{1}"])
    func `what has no bitmap is not drawn`(_ name: String) {
        #expect(BlockText(name, scale: 1) == nil)
        #expect(BlockText(name: name, fitting: Size(columns: 200, rows: 50)) == nil)
    }

    @Test func `a name loses its emoji`() {
        let size = Size(columns: 200, rows: 50)
        #expect(BlockText(name: "Ann 🚀", fitting: size) == BlockText("Ann", fitting: size))
    }

    @Test func `a name that does not fit is not cut`() throws {
        let size = Size(columns: 96, rows: 8)
        #expect(BlockText(name: "Maximilian", fitting: size) == BlockText("Maximilian", fitting: size))
        #expect(BlockText(name: "Maximilian Alexander von Hohenberg", fitting: size) == nil)
        #expect(BlockText(name: "Ann", fitting: Size(columns: 44, rows: 8))?.scale == 2)
    }
}
