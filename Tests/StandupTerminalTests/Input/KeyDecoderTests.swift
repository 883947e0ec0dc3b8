import MeetingModel
import Testing

@testable import StandupFeatures
@testable import StandupTerminal

@Suite struct KeyDecoderTests {
    @Test(
        arguments: [
            ("a", .character("a")), (" ", .character(" ")), ("한", .character("한")), ("é", .character("é")),
            ("👨‍👩‍👧", .character("👨‍👩‍👧")), ("e\u{301}", .character("e\u{301}")), ("\r", .enter), ("\n", .enter), ("\t", .tab),
            ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{1}", .control("a")), ("\u{1A}", .control("z")),
            ("\u{0}", .control(" ")), ("\u{1F}", .control("_")), ("\u{1B}[A", .up), ("\u{1B}OA", .up),
            ("\u{1B}[1;5B", .down), ("\u{1B}[C", .right), ("\u{1B}OD", .left), ("\u{1B}[H", .home),
            ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home), ("\u{1B}[F", .end), ("\u{1B}OF", .end),
            ("\u{1B}[4~", .end), ("\u{1B}[8~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[3;5~", .delete),
            ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}\t", .backTab),
            ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)),
            ("\u{1B}[1;2P", .function(1)), ("\u{1B}[15~", .function(5)), ("\u{1B}[[E", .function(5)),
            ("\u{1B}[17~", .function(6)), ("\u{1B}[24~", .function(12)), ("\u{1B}OM", .enter),
            ("\u{1B}Op", .character("0")), ("\u{1B}Oj", .character("*")), ("\u{1B}x", .alt("x")),
            ("\u{1B}한", .alt("한")), ("\u{1B}\u{7F}", .control("w")), ("\u{1B}\u{1B}[A", .up),
            ("\u{1B}[97;5u", .control("a")), ("\u{1B}[9;2u", .backTab),
            ("\u{1B}[1;5D", .wordLeft), ("\u{1B}[1;5C", .wordRight), ("\u{1B}[1;3D", .wordLeft),
            ("\u{1B}[1;3C", .wordRight), ("\u{1B}O5D", .wordLeft), ("\u{1B}Oc", .wordRight), ("\u{1B}Od", .wordLeft),
            ("\u{1B}\u{1B}[D", .wordLeft), ("\u{1B}[1;2D", .left), ("\u{1B}[1;2C", .right),
        ] as [(String, Key)])
    func `a sequence is a key, in one piece or byte by byte`(sequence: String, key: Key) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(sequence.utf8) == [.key(key)])
        #expect(decoder.sequenceTimeout == nil)
        // A cluster of several scalars is only seen to be one if it comes in one piece.
        guard sequence.unicodeScalars.count == 1 || sequence.hasPrefix("\u{1B}") else { return }
        var slow = KeyDecoder()
        #expect(sequence.utf8.flatMap { slow.feed([$0]) } + slow.giveUp() == [.key(key)])
    }

    @Test(
        arguments: [
            ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", RGB(0xff_ff_ff)), ("\u{1B}]11;rgb:00/2b/36\u{7}", RGB(0x00_2b_36)),
            ("\u{1B}]11;rgba:1e1e/1e1e/1e1e/ffff\u{7}", RGB(0x1e_1e_1e)), ("\u{1B}]11;rgb:f/0/8\u{7}", RGB(0xff_00_88)),
            ("\u{1B}]11;teal\u{7}", nil), ("\u{1B}]11;rgb:ff/ff\u{7}", nil), ("\u{1B}]11;rgb:xx/00/00\u{7}", nil),
            ("\u{1B}]11;\u{1B}\\", nil),
        ] as [(String, RGB?)])
    func `the terminal's answers are no keys, in one piece or byte by byte`(answer: String, color: RGB?) {
        let bytes = Array((answer + "\u{1B}[?64;1;2c").utf8)
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array("a".utf8) + bytes + Array("b".utf8)) == ["a", "b"].map { .key(.character($0)) })
        #expect(decoder.takeAnswers() == [.background(color), .attributes])
        #expect(decoder.takeAnswers() == [])
        var slow = KeyDecoder()
        #expect(bytes.flatMap { slow.feed([$0]) } == [])
        #expect(slow.takeAnswers() == [.background(color), .attributes])
        #expect(slow.sequenceTimeout == nil)
    }

    @Test func `a slow answer is waited for longer than a key, and one that never ends is dropped`() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}]11;rgb:ff".utf8) == [])
        #expect(decoder.sequenceTimeout == KeyDecoder.answerPatience)
        #expect(decoder.giveUp() == [])
        #expect(decoder.takeAnswers() == [])
        var flooded = KeyDecoder()
        _ = flooded.feed(Array("\u{1B}]11;".utf8) + [UInt8](repeating: 0x20, count: 40) + Array("x".utf8))
        #expect(flooded.feed("y".utf8) == [.key(.character("y"))])
    }

    @Test func `Alt with a closing bracket is a key`() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}]".utf8) == [])
        #expect(decoder.sequenceTimeout == KeyDecoder.sequencePatience)
        #expect(decoder.giveUp() == [.key(.alt("]"))])
        #expect(decoder.feed("\u{1B}]x".utf8) == [.key(.alt("]")), .key(.character("x"))])
    }

    @Test func `keys typed fast arrive one by one`() {
        var decoder = KeyDecoder()
        let inputs = decoder.feed("né\u{1B}[Bq\u{1B}[3~\r".utf8)
        let keys: [Key] = [.character("n"), .character("é"), .down, .character("q"), .delete, .enter]
        #expect(inputs == keys.map(RendererInput.key))
    }

    @Test func `Escape alone is recognized when nothing follows`() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1b]) == [])
        #expect(decoder.sequenceTimeout == .milliseconds(25))
        #expect(decoder.giveUp() == [.key(.escape)])
        #expect(decoder.sequenceTimeout == nil)
        #expect(decoder.feed("[A".utf8) == [.key(.character("[")), .key(.character("A"))])
    }

    @Test func `Escape twice is twice Escape`() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1b, 0x1b]) + decoder.giveUp() == [.key(.escape), .key(.escape)])
    }

    @Test(arguments: [("\u{1B}[", Key.alt("[")), ("\u{1B}O", .alt("O"))])
    func `Alt and a letter that begins a sequence is recognized when nothing follows`(sequence: String, key: Key) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(sequence.utf8) == [])
        #expect(decoder.giveUp() == [.key(key)])
    }

    @Test(arguments: [
        "\u{1B}[12;", "\u{1B}[<0;1", "\u{1B}[?1;2c", "\u{1B}[99~", "\u{1B}[1;2X", "\u{1B}[I",
        "\u{1B}[" + String(repeating: "1", count: 200),
    ])
    func `an incomplete or unknown sequence is no key, and the next key arrives`(sequence: String) {
        var decoder = KeyDecoder()
        _ = decoder.feed(sequence.utf8)
        #expect(decoder.giveUp() == [])
        #expect(decoder.feed("a".utf8) == [.key(.character("a"))])
    }

    @Test func `invalid UTF-8 yields no keys`() {
        var decoder = KeyDecoder()
        let inputs = decoder.feed([0xff, 0x61, 0xc3, 0x28, 0x9b, 0x41]) + decoder.giveUp()
        #expect(inputs == ["a", "(", "A"].map { .key(.character($0)) })
    }

    @Test func `a letter in several reads waits for its last byte`() {
        var decoder = KeyDecoder()
        let bytes = Array("한".utf8)
        #expect(decoder.feed(bytes[..<2]) == [])
        #expect(decoder.sequenceTimeout != nil)
        #expect(decoder.feed(bytes[2...]) == [.key(.character("한"))])
    }

    @Test(arguments: 1...40)
    func `a paste is one text, with any content and in any pieces`(piece: Int) {
        let pasted = "one\r\n\u{1B}[2J\u{1B}[A\u{3}two\t한\u{0}\u{9B}31m\u{1B}]0;x\u{7}q\n"
        var decoder = KeyDecoder()
        let bytes = Array("a\u{1B}[200~\(pasted)\u{1B}[201~b".utf8)
        let inputs = stride(from: 0, to: bytes.count, by: piece).flatMap {
            decoder.feed(bytes[$0..<min($0 + piece, bytes.count)])
        }
        let expected = "one\n[2J[Atwo 한31m]0;xq"
        #expect(inputs == [.key(.character("a")), .key(.paste(expected)), .key(.character("b"))])
    }

    @Test func `a paste that never ends is over after a while`() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[200~abc".utf8) == [])
        #expect(decoder.sequenceTimeout == .seconds(5))
        #expect(decoder.giveUp() == [.key(.paste("abc"))])
        #expect(decoder.sequenceTimeout == nil)
        #expect(decoder.feed("d".utf8) == [.key(.character("d"))])
    }

    @Test func `a huge paste is cut, and later keys arrive`() throws {
        var decoder = KeyDecoder()
        let inputs = decoder.feed(Array("\u{1B}[200~\(String(repeating: "x", count: 1 << 17))\u{1B}[201~q".utf8))
        guard case .key(.paste(let text)) = try #require(inputs.first) else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count == KeyDecoder.pasteLimit)
        #expect(inputs.dropFirst() == [.key(.character("q"))])
    }

    @Test(
        arguments: [
            ("\u{1B}[<0;5;3M", .press(Point(4, 2))), ("\u{1B}[<0;5;3m", .release(Point(4, 2))), ("\u{1B}[<2;5;3M", nil),
            ("\u{1B}[<32;5;3M", .drag(Point(4, 2))), ("\u{1B}[<35;5;3M", nil), ("\u{1B}[<2;5;3m", nil),
            ("\u{1B}[<64;1;1M", .wheel(.up, Point(0, 0))),
            ("\u{1B}[<65;300;200M", .wheel(.down, Point(299, 199))), ("\u{1B}[<4;5;3M", .press(Point(4, 2))),
            ("\u{1B}[M %#", .press(Point(4, 2))), ("\u{1B}[M#%#", .release(Point(4, 2))),
            ("\u{1B}[M@%#", .drag(Point(4, 2))), ("\u{1B}[Ma!!", .wheel(.down, Point(0, 0))),
            ("\u{1B}[<0;0;0M", nil), ("\u{1B}[<0;5M", nil),
        ] as [(String, RendererInput?)])
    func `the mouse is pressed, dragged and released, and its wheel turned`(sequence: String, input: RendererInput?) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(sequence.utf8) + decoder.giveUp() == [input].compactMap { $0 })
    }

    @Test(arguments: ["\u{1B}[" + String(repeating: "1", count: 100) + "A", "\u{1B}O123A"])
    func `a sequence that is too long is ignored, in one piece or byte by byte`(sequence: String) {
        var (decoder, slow) = (KeyDecoder(), KeyDecoder())
        let inputs = decoder.feed(sequence.utf8) + decoder.giveUp()
        #expect(sequence.utf8.flatMap { slow.feed([$0]) } + slow.giveUp() == inputs)
        #expect(inputs.last == .key(.character("A")))
    }

    @Test(
        arguments: [
            ("\u{1B}[97;-9223372036854775808u", .key(.character("a"))), ("\u{1B}[97;0u", .key(.character("a"))),
            ("\u{1B}[<0;-9223372036854775808;1M", nil), ("\u{1B}[<0;9999999999;1M", nil),
            ("\u{1B}[9223372036854775807u", nil), ("\u{1B}[155u", nil), ("\u{1B}[2;3u", nil),
        ] as [(String, RendererInput?)])
    func `an impossible number yields no key, and no key is a control character`(
        sequence: String, input: RendererInput?
    ) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(sequence.utf8) + decoder.giveUp() == [input].compactMap { $0 })
    }

    @Test func `a terminal's own sequences come before the common ones`() {
        var decoder = KeyDecoder(described: [
            Array("\u{1B}A".utf8): .up, Array("\u{1B}Ot".utf8): .function(5), [0x1b]: .end,
        ])
        #expect(decoder.feed("\u{1B}A\u{1B}Ot\u{1B}[B".utf8) == [.key(.up), .key(.function(5)), .key(.down)])
        #expect(decoder.feed([0x1b]) == [])
        #expect(decoder.feed([0x41]) == [.key(.up)])
        #expect(decoder.feed([0x1b]) + decoder.giveUp() == [.key(.escape)])
    }

    @Test(arguments: UInt64(1)...200)
    func `random bytes never trap, never yield a control character and never stop the next key`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var decoder = KeyDecoder()
        let alphabet: [UInt8] = [
            0x1b, 0x5b, 0x4f, 0x4d, 0x3c, 0x3b, 0x30, 0x32, 0x7e, 0x41, 0xc3, 0xed, 0x00, 0x9b, 0x75,
        ]
        for _ in 0..<50 {
            let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
            }
            for input in decoder.feed(bytes) { expectPrintable(input) }
            #expect(decoder.sequenceTimeout != nil || decoder.feed("a".utf8) == [.key(.character("a"))])
        }
        _ = decoder.giveUp()
        #expect(decoder.feed("z".utf8) == [.key(.character("z"))])
    }

    private func expectPrintable(_ input: RendererInput) {
        switch input {
        case .key(.character(let character)), .key(.alt(let character)):
            #expect(character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        case .key(.paste(let text)):
            #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        default: break
        }
    }
}
