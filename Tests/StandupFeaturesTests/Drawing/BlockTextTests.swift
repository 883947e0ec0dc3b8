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

    @Test(arguments: ["김민준", "Анна", "さくら", "王小明", "דנה"])
    func `smaller blocks draw the same dots of a name`(_ name: String) throws {
        let sizes = BlockText.small(name)
        #expect(sizes.map(\.grain) == [.halves, .quarters, .braille])
        let (halves, quarters, braille) = (sizes[0], sizes[1], sizes[2])
        #expect(quarters.columns == (halves.columns + 1) / 2 && quarters.screenRows == halves.screenRows)
        #expect(braille.columns == quarters.columns && braille.screenRows == (halves.screenRows + 1) / 2)
        #expect(try dots(quarters) == dots(halves) && dots(braille) == dots(halves))
        #expect(BlockText.small("Ann").map(\.grain) == [.halves] && BlockText.small("नीरज").isEmpty)
    }

    /// The dots that a text sets on a canvas, as pairs of column and row.
    private func dots(_ text: BlockText) throws -> Set<[Int]> {
        var canvas = Canvas(text.size)
        text.draw(on: &canvas, at: Point(0, 0), style: .plain)
        // The dots of each block from the upper left one, line by line.
        let blocks: [Character: String] = [
            "▘": "#...", "▝": ".#..", "▀": "##..", "▖": "..#.", "▌": "#.#.", "▞": ".##.", "▛": "###.", "▗": "...#",
            "▚": "#..#", "▐": ".#.#", "▜": "##.#", "▄": "..##", "▙": "#.##", "▟": ".###", "█": "####", " ": "....",
        ]
        // The places of the eight dots of Braille, in the order of Unicode.
        let braille = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [0, 3], [1, 3]]
        var dots: Set<[Int]> = []
        for row in 0..<text.screenRows {
            for column in 0..<text.columns {
                let character = canvas[column, row].character
                switch text.grain {
                case .halves:
                    let set = try #require(blocks[character])
                    if set.first == "#" { dots.insert([column, row * 2]) }
                    if set.last == "#" { dots.insert([column, row * 2 + 1]) }
                case .quarters:
                    for (index, dot) in try #require(blocks[character]).enumerated() where dot == "#" {
                        dots.insert([column * 2 + index % 2, row * 2 + index / 2])
                    }
                case .braille:
                    guard character != " " else { continue }
                    let pattern = Int(try #require(character.unicodeScalars.first).value) - 0x2800
                    for (bit, place) in braille.enumerated() where pattern >> bit & 1 == 1 {
                        dots.insert([column * 2 + place[0], row * 4 + place[1]])
                    }
                }
            }
        }
        return dots
    }

    @Test func `a name that does not fit is not cut`() throws {
        let size = Size(columns: 96, rows: 8)
        #expect(BlockText(name: "Maximilian", fitting: size) == BlockText("Maximilian", fitting: size))
        #expect(BlockText(name: "Maximilian Alexander von Hohenberg", fitting: size) == nil)
        #expect(BlockText(name: "Ann", fitting: Size(columns: 44, rows: 8))?.scale == 2)
    }
}
