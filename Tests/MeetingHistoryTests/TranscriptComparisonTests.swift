import Testing

@testable import MeetingHistory
@testable import MeetingModel

@Suite struct TranscriptComparisonTests {
    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private func text(_ alignment: WordAlignment) -> String {
        alignment.parts.map { part in
            switch part {
            case .same(let words): words.joined(separator: " ")
            case .changed(let from, let to):
                "[\(from.joined(separator: " "))|\(to.joined(separator: " "))]"
            }
        }
        .joined(separator: " ")
    }

    @Test(arguments: [
        ("", "", "", 0),
        ("a b c", "a b c", "a b c", 0),
        ("the lagoon page", "the login page", "the [lagoon|login] page", 1),
        ("a b", "a x b", "a [|x] b", 1),
        ("a x b", "a b", "a [x|] b", 1),
        ("", "a b", "[|a b]", 2),
        ("a b", "", "[a b|]", 2),
        ("a b c d", "x b c y z", "[a|x] b c [d|y z]", 3),
        ("a a a", "a a", "a a [a|]", 1),
        ("Yes, the Zoë's page.", "yes the zoë's page", "yes the zoë's page", 0),
        ("- 회의를 시작", "회의를 시작", "[-|] 회의를 시작", 1),
    ])
    func `Words are compared with the fewest changes`(from: String, to: String, expected: String, errors: Int) {
        let alignment = WordAlignment(from: words(from), to: words(to))
        #expect(text(alignment) == expected)
        #expect(alignment.errors == errors)
    }

    @Test func `All words of both texts are kept`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let texts = (0..<2).map { _ in
                (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    ["a", "b", "c", "-"].randomElement(using: &generator) ?? "a"
                }
            }
            let alignment = WordAlignment(from: texts[0], to: texts[1])
            var (from, to): ([String], [String]) = ([], [])
            for part in alignment.parts {
                switch part {
                case .same(let words):
                    from += words
                    to += words
                case .changed(let old, let new):
                    from += old
                    to += new
                }
            }
            #expect(from == texts[0] && to == texts[1])
            #expect(alignment.errors >= abs(from.count - to.count) && alignment.errors <= max(from.count, to.count))
        }
    }

    @Test func `Texts of thousands of words are compared in parts, at words that both have once`() {
        let old = (0..<6000).map { "a\($0)" }
        var new = (0..<6000).map { "b\($0)" }
        #expect(WordAlignment(from: old, to: new).errors == 6000)
        // Both have this word, not in the same place.
        new[3100] = old[2900]
        let alignment = WordAlignment(from: old, to: new)
        #expect(alignment.errors >= 5999 && alignment.errors <= 6400)
        let same = alignment.parts.filter { if case .same = $0 { true } else { false } }
        #expect(same == [.same([old[2900]])])
    }

    @Test func `Each turn of each attendee is compared separately`() {
        let turns = [
            Turn(attendee: "0", start: .zero, end: .seconds(10)), Turn(attendee: "1", start: .seconds(10), end: nil),
        ]
        let old: [Utterance] = [
            .sample(at: 1, text: "one two"), .sample(at: 5, text: "three"),
            .sample(at: 12, attendee: "1", text: "four"),
        ]
        let new: [Utterance] = [
            .sample(at: 1.1, text: "one too three"), .sample(at: 12.1, attendee: "0", text: "four"),
        ]
        let comparison = TranscriptComparison(from: old, to: new, turns: turns)
        #expect(comparison.sections.map(\.attendee) == ["0", "1", "0"])
        #expect(comparison.sections.map { text($0.words) } == ["one [two|too] three", "[four|]", "[|four]"])
        #expect(comparison.count == 4 && comparison.errors == 3)
        #expect(TranscriptComparison(from: [], to: [], turns: []).sections == [])
    }

    @Test func `Words that were given to another speaker are compared, and not counted as different`() {
        let old: [Utterance] = [
            .sample(at: 1, text: "one two three"), .sample(at: 5, text: "four"),
            .sample(at: 12, attendee: "1", text: "five"),
        ]
        let new: [Utterance] = [
            .sample(at: 1, attendee: "1", text: "one too three"), .sample(at: 5, text: "four"),
            .sample(at: 12, attendee: "1", text: "five"),
        ]
        let comparison = TranscriptComparison(from: old, to: new, turns: [])
        #expect(comparison.sections.map(\.attendee) == ["1", "0", "1"])
        #expect(comparison.sections.map(\.previousSpeaker) == [.attendee("0"), nil, nil])
        #expect(comparison.sections.map { text($0.words) } == ["one [two|too] three", "four", "five"])
        #expect(comparison.count == 5 && comparison.errors == 1 && comparison.moved == 3)
        #expect(comparison.sections[0].countedSpeaker == .attendee("0"))
    }

    @Test func `Two people who speak at the same time keep their words`() {
        let both: [Utterance] = [.sample(at: 1, text: "yes"), .sample(at: 1, attendee: "1", text: "no")]
        let comparison = TranscriptComparison(from: both, to: both, turns: [])
        #expect(comparison.errors == 0 && comparison.moved == 0 && comparison.sections.count == 2)
    }
}
