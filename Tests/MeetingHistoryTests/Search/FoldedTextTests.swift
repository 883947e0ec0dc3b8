import MeetingHistory
import Testing

@Suite("A folded text") struct FoldedTextTests {
    @Test(
        arguments: [
            ("The login page", "LOGIN", [4..<9]), ("aaaa", "aa", [0..<2, 2..<4]), ("Café au lait", "fe a", [2..<6]),
            ("cafe\u{301} au", "É A", [3..<6]), ("회의를 시작", "의를", [1..<3]), ("Straße 5", "sse", [4..<6]),
            ("ＡＢＣ", "bc", [1..<3]), ("a👩‍👩‍👧‍👦b", "b", [2..<3]), ("short", "much longer", []), ("x", "", []),
        ] as [(String, String, [Range<Int>])])
    func `is found without regard to case, accents and width, by the positions of its characters`(
        text: String, words: String, ranges: [Range<Int>]
    ) {
        #expect(FoldedText(text).ranges(of: FoldedText(words)) == ranges)
        for range in ranges { #expect(range.upperBound <= text.count) }
    }
}
