import MeetingModel
import Testing

@Suite struct DisplayTextTests {
    @Test func `No control character is left, and the text is one line`() {
        let all = (UInt32(0)...0x2fff).compactMap(Unicode.Scalar.init).map(String.init).joined()
        let safe = DisplayText(all).description
        #expect(safe.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(
            safe.unicodeScalars.allSatisfy {
                ![.lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            }
        )
        #expect(
            safe.unicodeScalars.allSatisfy {
                !(0x202a...0x202e).contains($0.value) && !(0x2066...0x2069).contains($0.value)
            }
        )
    }

    @Test(
        arguments: [
            ("a\u{1b}[31mb", "a\u{fffd}[31mb"), ("a\tb\nc\r\nd", "a b c  d"), ("a\u{85}b\u{2028}c", "a b c"),
            ("\0\u{7}\u{7f}\u{9b}", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"), ("a\u{202e}b\u{2066}c\u{2069}", "abc"),
            ("\u{feff}a\u{200b}b\u{2060}", "ab"),
        ]
    )
    func `A character that could control a terminal becomes a replacement character or a space, or is removed`(
        text: String, safe: String
    ) {
        #expect(DisplayText(text).description.unicodeScalars.elementsEqual(safe.unicodeScalars))
    }

    @Test(
        arguments: [
            "Ann", "Zoë", "李小龍", "שרה", "محمد", "می\u{200c}خواهم", "👩‍👩‍👧",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "❤️", "नमस्ते",
        ]
    )
    func `Names in any script stay unchanged`(name: String) {
        #expect(DisplayText(name).description.unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test(
        arguments: [
            ("", 0), ("Ann", 3), ("Zoë", 3), ("Zoe\u{308}", 3), ("李小龍", 6), ("한국", 4), ("\u{1112}\u{1161}\u{11ab}", 2),
            ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("שרה", 3), ("ＡＢ", 4), ("ｱ", 1), ("…", 1),
        ]
    )
    func `The width counts columns`(text: String, columns: Int) {
        #expect(DisplayText(text).width == columns)
    }

    @Test(
        arguments: [
            ("Annabel", 7, "Annabel"), ("Annabel", 6, "Annab…"), ("Annabel", 1, "…"), ("Annabel", 0, ""), ("", 0, ""),
            ("李小龍", 6, "李小龍"), ("李小龍", 5, "李小…"), ("李小龍", 4, "李…"), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("👩‍👩‍👧", 1, "…"),
        ]
    )
    func `Text is cut between characters, with an ellipsis, and never wider than asked`(
        text: String, columns: Int, cut: String
    ) {
        #expect(DisplayText(text).truncated(to: columns).description == cut)
    }

    @Test(arguments: ["", "Ann", "李小龍", "👩‍👩‍👧 and family", "Annabel Lee"])
    func `Padded text has exactly the given width`(text: String) {
        for columns in 0...20 {
            #expect(DisplayText(text).padded(to: columns).width == columns)
        }
    }

    @Test func `A name of 10,000 characters is cut to one line`() {
        #expect(DisplayText(String(repeating: "🦊", count: 10_000)).truncated(to: 80).width == 79)
    }
}
