import Testing

@testable import StandupSpeech

@Suite struct RecognizedUtteranceTests {
    private func utterance(_ words: (String, Int64, Int64)...) throws -> RecognizedUtterance {
        try #require(
            RecognizedUtterance(
                words: words.map { .init(text: $0.0, start: $0.1, end: $0.2, confidence: 1) },
                recognizer: "test"
            )
        )
    }

    @Test func `An utterance spans its words`() throws {
        let utterance = try utterance(("one", 100, 200), ("two", 250, 400))
        #expect(utterance.start == 100 && utterance.end == 400 && utterance.text == "one two")
        #expect(RecognizedUtterance(words: [], recognizer: "test") == nil)
    }

    @Test(
        arguments: [
            (100, ["one two"]), (400, ["one two"]), (225, ["one", "two"]), (324, ["one", "two"]),
        ] as [(Int64, [String])]
    )
    func `An utterance is split between its words`(boundary: Int64, texts: [String]) throws {
        let parts = try utterance(("one", 100, 200), ("two", 250, 400)).cut(at: [boundary])
        #expect(parts.map(\.text) == texts)
    }

    @Test(arguments: [(175, ["one", "two"]), (176, ["one two"])] as [(Int64, [String])])
    func `A rest that is too short stays with the words before it`(shortest: Int64, texts: [String]) throws {
        let parts = try utterance(("one", 100, 200), ("two", 250, 400)).cut(at: [225], shortestRest: shortest)
        #expect(parts.map(\.text) == texts)
    }

    @Test func `A word belongs to the side with most of it, clipped at the boundary`() throws {
        let utterance = try utterance(("one", 100, 200), ("two", 200, 300), ("three", 300, 400))
        let early = utterance.cut(at: [240])
        #expect(early.map(\.text) == ["one", "two three"])
        #expect(early[0].end == 200 && early[1].start == 240 && early[1].words[0].start == 240)
        let late = utterance.cut(at: [260])
        #expect(late.map(\.text) == ["one two", "three"])
        #expect(late[0].end == 260 && late[0].words[1].end == 260 && late[1].start == 300)
    }

    @Test func `Several boundaries yield several nonempty parts`() throws {
        let utterance = try utterance(("one", 100, 200), ("two", 300, 400))
        let parts = utterance.cut(at: [350, 220, 240, 260, 280])
        #expect(parts.map(\.text) == ["one", "two"])
        #expect(parts.allSatisfy { $0.start <= $0.end })
        #expect(parts[1].start == 350)
    }
}
