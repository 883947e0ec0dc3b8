import MeetingHistory
import MeetingMinutes
import MeetingModel
import StandupTesting
import Testing

/// The points of one meeting after the other.
struct MinutesByRulesTests {
    private let store = InMemoryMeetingStore()
    private let minutes: MinutesByRules
    private let now = Timestamp(nanosecondsSince1970: 0)

    init() {
        minutes = MinutesByRules(in: store) { language in
            language == "en" ? try PointRulesTests.rules("en") : nil
        }
    }

    /// Holds a meeting in which Ann says one sentence after the other, and makes its points.
    @discardableResult
    private func hold(_ number: Int, language: String = "en", _ sentences: String...) throws -> Meeting {
        var meeting = Meeting(
            id: .init(rawValue: "m\(number)"), standupID: .init(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: Int64(number)), state: .finished, duration: .seconds(60),
            language: language,
            attendees: [MeetingAttendee(id: .init(rawValue: "a"), name: "Ann", slot: .seconds(60), state: .spoke)])
        var start = 0
        for sentence in sentences {
            meeting.transcript.append(.spoken(sentence, from: start))
            start += 20
        }
        try store.begin(meeting)
        try minutes.make(of: meeting.id, at: now)
        return try points(number)
    }

    private func points(_ number: Int) throws -> Meeting {
        try #require(store.meeting(.init(rawValue: "m\(number)")))
    }

    @Test
    func whatIsDoneSettlesThePlanOfYesterday() throws {
        let plan = try hold(1, "Today I'll write the release notes.").points[0]
        let done = try hold(2, "Yesterday I wrote the release notes.").points[0]
        #expect(done.kind == .done && done.continues == plan.id)
        #expect(try points(1).points[0].state == .done)
    }

    @Test
    func anotherSubjectSettlesNothing() throws {
        try hold(1, "Today I'll write the release notes.")
        #expect(try hold(2, "Yesterday I fixed the search page.").points[0].continues == nil)
        #expect(try points(1).points[0].state == .open)
    }

    @Test
    func aBlockerThatIsSaidAgainIsTheSameOneForThreeMeetings() throws {
        for number in 1...3 { try hold(number, "I'm still waiting for the keys from the design team.") }
        let carried = store.meetingsWithPoints(of: nil, last: 9).carriedPoints
        #expect(carried.map(\.isOpen) == [true, false, false])
        #expect(carried[0].isLongBlock && carried[0].meetings == 3)
    }

    @Test
    func anotherRunKeepsIdsAndWhatWasMarked() throws {
        let before = try hold(1, "Today I'll test the search.", "I'm blocked by the build server.").points
        store.mark(.dropped, before[0].id)
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(store.pointVersions(of: .init(rawValue: "m1")).count == 1)
        _ = try store.addTranscript(
            [.spoken("Today I'll test the search page", from: 0)], to: .init(rawValue: "m1"), recognizer: "r", at: now)
        #expect(try !minutes.areMade(for: .init(rawValue: "m1")))
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try minutes.areMade(for: .init(rawValue: "m1")))
        let after = try points(1).points
        #expect(after.map(\.id) == [before[0].id])
        #expect(after.map(\.text) == ["Today I'll test the search page"])
        #expect(after.map(\.state) == [.dropped] && after.map(\.transcript) == [2])
    }

    @Test
    func aSettledPointStaysWhenTheNewTranscriptHasItNoLonger() throws {
        let before = try hold(1, "Today I'll test the search.").points
        store.mark(.done, before[0].id)
        _ = try store.addTranscript([.spoken("hm", from: 0)], to: .init(rawValue: "m1"), recognizer: "r", at: now)
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try points(1).points.map(\.id) == before.map(\.id))
    }

    @Test
    func aLanguageWithoutRulesHasNoPoints() throws {
        #expect(try hold(1, language: "fr", "Today I'll test the search.").points.isEmpty)
        #expect(try minutes.make(of: .init(rawValue: "m1"), at: now) == false)
    }
}

extension InMemoryMeetingStore {
    fileprivate func mark(_ state: Point.State, _ point: Point.ID) { try? setState(state, of: [point]) }
}
