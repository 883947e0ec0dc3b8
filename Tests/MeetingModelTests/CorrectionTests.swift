import MeetingModel
import Testing

@Suite struct CorrectionTests {
    /// "the long in page", a word each half second from 2 s on.
    private let heard = Utterance(
        attendee: Attendee.ID(rawValue: "ann"),
        start: .seconds(2),
        end: .seconds(5),
        text: "the long in page",
        recognizer: "pocketsphinx",
        words: ["the", "long", "in", "page"].enumerated()
            .map { index, text in
                Word(
                    text: text,
                    start: .seconds(2) + .milliseconds(500 * index),
                    end: .milliseconds(2400) + .milliseconds(500 * index),
                    confidence: 0.5
                )
            }
    )

    @Test(
        arguments: [
            ("the login page", ["the 2.0-2.4", "login 2.5-3.4!", "page 3.5-3.9"]),
            ("  the  long\tin page ", ["the 2.0-2.4", "long 2.5-2.9", "in 3.0-3.4", "page 3.5-3.9"]),
            ("the log in web page", ["the 2.0-2.4", "log 2.5-2.8!", "in 2.8-3.1!", "web 3.1-3.4!", "page 3.5-3.9"]),
            ("in page", ["in 3.0-3.4", "page 3.5-3.9"]),
            (
                "the long in page is done",
                [
                    "the 2.0-2.4", "long 2.5-2.9", "in 3.0-3.4", "page 3.5-3.9", "is 3.9-4.45!", "done 4.45-5.0!",
                ]
            ),
            ("all the long in page", ["all 2.0-2.0!", "the 2.0-2.4", "long 2.5-2.9", "in 3.0-3.4", "page 3.5-3.9"]),
            ("nothing", ["nothing 2.0-3.9!"]),
        ]
    )
    func `Words that stay keep their times, new ones take the time of those they replace`(text: String, words: [String])
        throws
    {
        let corrected = try #require(heard.corrected(text: text))
        let lines = corrected.words.map {
            "\($0.text) \($0.start.seconds)-\($0.end.seconds)\($0.confidence == 1 ? "!" : "")"
        }
        #expect(lines == words)
        #expect(corrected.text == text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        #expect((corrected.start, corrected.end, corrected.recognizer) == (.seconds(2), .seconds(5), "pocketsphinx"))
    }

    @Test func `Words with extreme times can be corrected`() {
        let word = Word(text: "a", start: .nanoseconds(Int64.min), end: .nanoseconds(Int64.max), confidence: 1)
        let utterance = Utterance(
            attendee: heard.attendee, start: word.start, end: word.end, text: "a", recognizer: "", words: [word])
        let times = utterance.corrected(text: "b c d")?.words.map { $0.end - $0.start } ?? []
        #expect(times.count == 3 && times.allSatisfy { $0 > .zero })
    }

    @Test
    func `The attendee alone can be corrected; a blank text removes the utterance; no times are invented`() throws {
        let bob = Attendee.ID(rawValue: "bob")
        let moved = try #require(heard.corrected(attendee: bob))
        #expect(moved.attendee == bob)
        #expect(moved.corrected(attendee: heard.attendee) == heard)
        #expect(heard.corrected() == heard)
        #expect(heard.corrected(text: " \t\n", attendee: bob) == nil)
        let bare = Utterance(
            attendee: bob, start: .zero, end: .seconds(1), text: "x", recognizer: "", words: [])
        #expect(bare.corrected(text: "y z")?.words == [])
        #expect(bare.corrected(text: "y z")?.text == "y z")
    }

    @Test func `A note is kept unchanged; a blank one is dropped, and a long one is cut between characters`() {
        #expect(Meeting.keptNote(" Bob: ask again\n") == " Bob: ask again\n")
        #expect(Meeting.keptNote("") == nil)
        #expect(Meeting.keptNote(" \n\t\u{200b}") == nil)
        let full = String(repeating: "x", count: Meeting.longestNote)
        #expect(Meeting.keptNote(full) == full)
        #expect(Meeting.keptNote(full + "y") == full)
        let families = String(repeating: "👩‍👩‍👧", count: 3_000)
        #expect(Meeting.keptNote(families) == String(repeating: "👩‍👩‍👧", count: Meeting.longestNote / 5))
        #expect(Meeting.keptNote("e" + String(repeating: "\u{301}", count: 20_000)) == nil)
    }

    @Test func `The sample standups are valid and have unique ids`() throws {
        var generator = SeededGenerator(seed: 4)
        let samples = Standup.samples(using: &generator)
        #expect(samples.count == 3)
        for sample in samples { #expect(try sample.validated() == sample) }
        #expect(Set(samples.map(\.title)).count == 3)
        #expect(Set(samples.map(\.theme)).count == 3)
        let people = samples.flatMap(\.attendees)
        #expect(Set(people.map(\.id)).count == people.count)
        #expect(Set(Standup.samples(using: &generator).map(\.id)).isDisjoint(with: samples.map(\.id)))
    }
}
