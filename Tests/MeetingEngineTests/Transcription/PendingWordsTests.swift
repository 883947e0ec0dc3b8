import MeetingModel
import StandupSpeech
import Testing

@testable import MeetingEngine

@Suite struct `Partial words` {
    private let ann = Attendee.ID(rawValue: "ann")
    private let bob = Attendee.ID(rawValue: "bob")
    private var pending = PendingWords(sampleRate: 1000)

    /// Ann speaks for the first ten seconds, then Bob.
    private mutating func changes() -> [String] {
        let (ann, bob) = (ann, bob)
        return pending.changes { $0 < 10_000 ? ann : bob }.map { "\($0.attendee.rawValue): \($0.text)" }
    }

    private func utterance(_ text: String, _ frames: ClosedRange<Int64>) -> RecognizedUtterance {
        RecognizedUtterance(
            words: [.init(text: text, start: frames.lowerBound, end: frames.upperBound, confidence: 1)],
            recognizer: "r")!
    }

    @Test mutating func `grow, stay after the utterance, and are replaced by its final words`() {
        pending.hear("one", from: 1000)
        #expect(changes() == ["ann: one"])
        #expect(changes() == [])
        pending.hear("one two", from: 1000)
        #expect(changes() == ["ann: one two"])
        pending.hear(utterance("one two", 1000...2000))
        #expect(changes() == [])
        pending.pass(2100)
        pending.noteFinal(of: ann)
        #expect(changes() == [])
    }

    @Test mutating func `of later utterances stay when the final words of an earlier one come`() {
        pending.hear(utterance("one", 1000...2000))
        pending.hear(utterance("two", 3000...4000))
        pending.hear("three", from: 5000)
        #expect(changes() == ["ann: one two three"])
        pending.pass(2050)
        pending.noteFinal(of: ann)
        #expect(changes() == ["ann: two three"])
    }

    @Test mutating func `of several people are reported for each`() {
        pending.hear(utterance("mine", 8000...9500))
        pending.hear("yours", from: 11_000)
        #expect(changes() == ["ann: mine", "bob: yours"])
        pending.hear("yours too", from: 11_000)
        #expect(changes() == ["bob: yours too"])
        pending.pass(9500)
        pending.noteFinal(of: ann)
        #expect(changes() == [])
    }

    @Test mutating func `are removed if they were not words`() {
        pending.hear("hm", from: 1000)
        #expect(changes() == ["ann: hm"])
        pending.hear("", from: 1000)
        #expect(changes() == ["ann: "])
        pending.hear(utterance("hm", 3000...3500))
        #expect(changes() == ["ann: hm"])
        pending.pass(4000)
        #expect(changes() == ["ann: "])
    }

    @Test mutating func `that come after the final ones are not shown`() {
        pending.pass(5000)
        pending.hear("late", from: 2000)
        pending.hear(utterance("late", 2000...4000))
        #expect(changes() == [])
        pending.hear("now", from: 4900)
        #expect(changes() == ["ann: now"])
    }
}
