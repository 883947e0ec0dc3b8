import MeetingModel
import Testing

@testable import StandupTerminal

@Suite struct GlyphEncoderTests {
    /// A terminal that measures scalars, one by one, as the C library does.
    private let encoder = GlyphEncoder(isUnicode: true) { scalar in
        switch scalar {
        case 0x301, 0x200d, 0xfe0f, 0x20e3: 0
        case 0xac00...0xd7a3, 0x1f300...0x1faff: 2
        case 0xe000: -1
        default: 1
        }
    }

    @Test(
        arguments: [
            ("a", 1, ["a"]), ("한", 2, ["한"]), ("e\u{301}", 1, ["e\u{301}"]), ("🙂", 2, ["🙂"]), ("🇩🇪", 2, ["D", "E"]),
            // Terminals disagree on these; the rest of the row must not move.
            ("❤️", 2, ["❤", " "]), ("👨‍👩‍👧", 2, ["👨"]), ("👍🏽", 2, ["👍"]), ("1️⃣", 2, ["1", " "]),
            // The C library gives no width, or a greater one than the columns here.
            ("\u{E000}", 1, ["?"]), ("\u{E000}", 2, ["?", " "]), ("한", 1, ["?"]),
        ] as [(Character, Int, [String])])
    func `a character is sent so that it fills its columns everywhere`(
        character: Character, width: Int, expected: [String]
    ) {
        let scalars = expected.map { $0.unicodeScalars.map(\.value) }
        #expect(encoder.encode(character, width: width) == scalars)
    }

    @Test(
        arguments: [
            ("▘", "'"), ("▗", "."), ("▛", "#"), ("▞", "/"), ("\u{2801}", "'"), ("\u{2880}", "."), ("\u{28ff}", ":"),
            ("\u{2800}", "?"),
        ] as [(Character, Character)])
    func `small blocks and dots have a place in ASCII`(_ block: Character, _ replacement: Character) throws {
        let ascii = GlyphEncoder(isUnicode: false) { _ in 1 }
        #expect(ascii.encode(block, width: 1) == [[UInt32(try #require(replacement.asciiValue))]])
    }

    @Test(
        arguments: [
            ("╭", 1, "+"), ("─", 1, "-"), ("█", 1, "#"), ("…", 1, "."), ("ü", 1, "u"), ("→", 1, ">"), ("한", 2, "? "),
            ("é", 1, "e"), ("😀", 2, "? "), ("x", 1, "x"), ("e\u{301}", 1, "e"), ("🇩🇪", 2, "DE"),
        ] as [(Character, Int, String)])
    func `without UTF-8 it is the nearest of ASCII`(character: Character, width: Int, expected: String) {
        let ascii = GlyphEncoder(isUnicode: false) { _ in 1 }
        #expect(ascii.encode(character, width: width) == expected.unicodeScalars.map { [$0.value] })
    }

    @Test func `the output fills its columns, however the terminal measures characters`() {
        let characters: [Character] = ["a", "한", "e\u{301}", "🇩🇪", "❤️", "👨‍👩‍👧", "👍🏽", "कि", "\u{E000}", "ᄀ", "ﷺ"]
        for measure in [{ _ in 1 }, { _ in 2 }, { _ in -1 }, { _ in 0 }, { Int($0 % 4) - 1 }] as [(UInt32) -> Int] {
            let encoder = GlyphEncoder(isUnicode: true, columns: measure)
            for character in characters {
                let width = max(DisplayText.width(of: character), 1)
                let cells = encoder.encode(character, width: width)
                let used = cells.map { $0[0] < 0x80 ? 1 : measure($0[0]) }
                #expect(used.reduce(0, +) == width, "\(character) as \(cells)")
            }
        }
    }
}
