import MeetingModel
import Minutes
import StandupHistory
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import MeetingHistory

/// The points of one meeting after the other.
struct MinutesByRulesTests {
    private let store = SQLiteMeetingStore.temporary()
    private let minutes: MinutesByRules
    private let now = Timestamp(nanosecondsSince1970: 0)

    init() {
        minutes = MinutesByRules(in: store) { language in
            ["de", "en"].contains(language) ? try PointRulesTests.rules(language) : nil
        }
    }

    /// Holds a meeting in which Ann says one sentence after the other, and makes its points.
    @discardableResult
    private func hold(_ number: Int, language: String = "en", _ sentences: String...) throws -> Meeting {
        try hold(number, language: language, sentences)
    }

    private func hold(_ number: Int, language: String, _ sentences: [String]) throws -> Meeting {
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
        try #require(try store.meeting(.init(rawValue: "m\(number)")))
    }

    @Test
    func whatIsDoneSettlesThePlanOfYesterday() throws {
        let plan = try hold(1, "Today I'll write the release notes.").points[0]
        let done = try hold(2, "Yesterday I wrote the release notes.").points[0]
        #expect(done.kind == .done && done.continues == plan.id)
        #expect(try points(1).points[0].state == .done)
    }

    @Test
    func whatIsNotDoneLeavesThePlanOpen() throws {
        try hold(1, "Today I will finish the tests of the login page.")
        #expect(try hold(2, "I did not finish the tests of the login page.").points.isEmpty)
        #expect(try points(1).points.map(\.state) == [.open])
    }

    @Test
    func theRulesReplaceAnAssistantsPointsOfTheSameTranscript() throws {
        let before = try hold(1, "Yesterday I fixed the search page.", "Today I'll write the release notes.").points
        let found = [("Fixed the search page", 0, 25), ("Write the notes", 20, 26), ("Ask Ben", 0, 6)].map {
            text, start, end in
            Point(
                id: .init(rawValue: text), attendee: before[0].attendee, kind: text.hasPrefix("F") ? .done : .plan,
                text: text,
                start: .seconds(start), end: .seconds(end), maker: .assistant, transcript: 1)
        }
        try store.addPoints(found, to: .init(rawValue: "m1"), by: .assistant, from: 1, settling: [], at: now)
        store.mark(.dropped, found[1].id)
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        let after = try points(1).points
        #expect(after.map(\.text) == before.map(\.text))
        #expect(after.map(\.id) == [found[0].id, found[1].id] && after.map(\.state) == [.done, .dropped])
        #expect(after.allSatisfy { $0.maker == .rules })
    }

    @Test
    func whatAnAbsentPersonWritesIsCarriedOver() throws {
        var meeting = Meeting(
            id: .init(rawValue: "m0"), standupID: .init(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: -1), state: .finished, duration: .seconds(60),
            attendees: [
                MeetingAttendee(id: .init(rawValue: "a"), name: "Ann", slot: .seconds(60), state: .absent),
                MeetingAttendee(id: .init(rawValue: "b"), name: "Bob", slot: .seconds(60), state: .spoke),
            ], turns: [Turn(attendee: .init(rawValue: "b"), start: .seconds(7), end: .seconds(60))])
        meeting.updates = [
            WrittenUpdate(
                attendee: .init(rawValue: "a"), text: "I'm away.\nToday I'll write the release notes.", writtenAt: now)
        ]
        try store.begin(meeting)
        try minutes.make(of: meeting.id, at: now)
        try minutes.make(of: meeting.id, at: now)
        let made = try #require(try store.meeting(meeting.id)?.points)
        #expect(made.map(\.text) == ["Today I'll write the release notes."])
        #expect(made[0].kind == .plan && made[0].attendee.rawValue == "a" && made[0].transcript == nil)
        #expect(made[0].start == .seconds(7) && made[0].end == .seconds(7))
        let done = try hold(1, "Yesterday I wrote the release notes.").points[0]
        #expect(done.continues == made[0].id)
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
        let carried = try store.meetingsWithPoints(of: nil, last: 9).carriedPoints
        #expect(carried.map(\.isOpen) == [true, false, false])
        #expect(carried[0].isLongBlock && carried[0].meetings == 3)
    }

    @Test(arguments: [
        ("en", "today i will write the tests", "i am blocked by the missing test server"),
        ("de", "heute schreibe ich die tests", "ich bin blockiert durch den fehlenden testserver"),
    ])
    func `A new phrase within a sentence begins a new point at its own words`(
        language: String, plan: String, blocker: String
    ) throws {
        let points = try hold(1, language: language, "\(plan) \(blocker)").points
        #expect(points.map(\.kind) == [.plan, .blocker])
        #expect(points.map(\.text) == [plan, blocker])
        let border = Duration.seconds(plan.split(separator: " ").count)
        #expect(points.map(\.start) == [.zero, border])
        #expect(points.map(\.end) == [border, border + .seconds(blocker.split(separator: " ").count)])
    }

    @Test(
        arguments: [
            ("en", ["I am blocked because I need access to the staging cluster."]),
            ("en", ["I am blocked. because I need access to the staging cluster."]),
            ("en", ["I am blocked.", "because I need access to the staging cluster."]),
            ("en", ["I am blocked. The test server is down."]), ("en", ["i am blocked the test server is down"]),
            ("en", ["I am blocked.", "The test server is down."]),
            ("de", ["Ich bin blockiert, weil ich Zugriff auf den Staging-Cluster brauche."]),
            ("de", ["Ich bin blockiert. Weil ich Zugriff auf den Staging-Cluster brauche."]),
            ("de", ["Ich bin blockiert.", "weil ich zugriff auf den staging cluster brauche"]),
            ("de", ["Ich bin blockiert. Der Testserver ist ausgefallen."]),
            ("de", ["ich bin blockiert der testserver ist ausgefallen"]),
        ] as [(String, [String])])
    func `A blocker keeps its reason`(language: String, said: [String]) throws {
        let points = try hold(1, language: language, said).points
        #expect(points.map(\.kind) == [.blocker])
        #expect(points.map(\.text) == [said.joined(separator: " ")])
        let last = Utterance.spoken(said[said.count - 1], from: 20 * (said.count - 1))
        #expect(points.first?.start == .zero && points.first?.end == last.end)
    }

    @Test(arguments: [
        ("en", "I am blocked. Today I will write the release notes.", 2), ("en", "I am blocked. Thank you.", 1),
        ("de", "Ich bin blockiert. Heute schreibe ich die Anleitung.", 2), ("de", "Ich bin blockiert. Danke.", 1),
    ])
    func `What says something else is no reason`(language: String, said: String, count: Int) throws {
        let points = try hold(1, language: language, said).points
        #expect(
            points.count == count && points[0].text.hasPrefix(language == "en" ? "I am blocked." : "Ich bin blockiert.")
        )
        #expect(points[0].text.split(separator: " ").count == 3)
    }

    @Test(
        arguments: [
            ("en", ["I am blocked because I need access to the staging cluster."]),
            (
                "en",
                [
                    "I am blocked. The test server is down.", "i'm still blocked the test server is down",
                    "The test server is still broken.", "um i am blocked because of the test server",
                ]
            ),
            ("en", ["I am blocked.", "I'm still blocked."]),
            ("de", ["Ich bin blockiert, weil ich Zugriff auf den Staging-Cluster brauche."]),
            (
                "de",
                [
                    "Ich bin blockiert. Der Testserver ist ausgefallen.",
                    "ich bin immer noch blockiert der testserver ist ausgefallen",
                    "Der Testserver ist immer noch kaputt.", "ähm ich bin blockiert weil der testserver fehlt",
                ]
            ), ("de", ["Ich bin blockiert.", "Ich bin immer noch blockiert."]),
        ] as [(String, [String])])
    func `The same blocker on four days is one point, open for four meetings`(
        language: String, said: [String]
    ) throws {
        for number in 1...4 { try hold(number, language: language, said[(number - 1) % said.count]) }
        let carried = try store.meetingsWithPoints(of: nil, last: 9).carriedPoints
        #expect(carried.map(\.point.kind) == Array(repeating: .blocker, count: 4))
        #expect(carried.map(\.isOpen) == [true, false, false, false])
        #expect(carried.first?.meetings == 4)
    }

    @Test
    func aQuestionThatIsAskedAgainIsTheSameOne() throws {
        for number in 1...3 { try hold(number, "Who can review the payment service?") }
        let carried = try store.meetingsWithPoints(of: nil, last: 9).carriedPoints
        #expect(carried.map(\.point.kind) == [.question, .question, .question])
        #expect(carried.map(\.isOpen) == [true, false, false] && carried[0].meetings == 3)
    }

    @Test
    func anotherRunKeepsIdsAndWhatWasMarked() throws {
        let before = try hold(1, "Today I'll test the search.", "I'm blocked by the build server.").points
        store.mark(.dropped, before[0].id)
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try store.pointVersions(of: .init(rawValue: "m1")).count == 1)
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
    func whatAUserChangedIsKeptInAnotherTranscriptToo() throws {
        let before = try hold(
            1, "Today I'll test the search.", "I'm blocked by the build server.", "Yesterday I fixed the printer."
        ).points
        let edited = before[0].edited(text: "Nothing of it", kind: .question)
        let own = Point(
            id: .init(rawValue: "own"), attendee: before[0].attendee, kind: .plan, text: "Order badges", start: .zero,
            end: .zero, maker: .hand)
        for edit in [PointEdit.replace(before[0], by: edited), .delete(before[1]), .add(own)] {
            #expect(try store.editPoints(of: .init(rawValue: "m1"), edit, at: now))
        }
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try Set(points(1).points) == [edited, own, before[2]])
        _ = try store.addTranscript(
            [
                .spoken("Today I'll test the search", from: 0), .spoken("I'm blocked by the build servers.", from: 20),
                .spoken("Yesterday I fixed the printers.", from: 40),
            ], to: .init(rawValue: "m1"), recognizer: "r", at: now)
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        let after = try points(1).points
        #expect(Set(after.map(\.text)) == ["Nothing of it", "Order badges", "Yesterday I fixed the printers."])
    }

    @Test
    func aTranscriptThatKeepsChangingIsGivenUpAfterThreeTries() throws {
        try hold(1, "Today I'll test the search.")
        // As if an earlier run had found nothing.
        try store.addPoints([], to: .init(rawValue: "m1"), by: .rules, from: 1, settling: [], at: now)
        let tries = Mutex(0)
        let minutes = MinutesByRules(in: store) { [store, now] _ in
            // Somebody else's transcript becomes current each time.
            if tries.withLock({
                $0 += 1
                return $0
            }) < 9 {
                _ = try store.addTranscript(
                    [.spoken("hm", from: 0)], to: .init(rawValue: "m1"), recognizer: "r", at: now)
            }
            return try PointRulesTests.rules("en")
        }
        #expect(throws: HistoryError.transcriptChanged(.init(rawValue: "m1"))) {
            try minutes.make(of: .init(rawValue: "m1"), at: now)
        }
        #expect(tries.withLock(\.self) == 3)
    }

    @Test
    func aPointWhoseAdditionWasUndoneTakesNoOtherWithIt() throws {
        let before = try hold(1, "Today I'll test the search.").points
        let own = Point(
            id: .init(rawValue: "own"), attendee: before[0].attendee, kind: .plan, text: "Order the badges",
            start: before[0].start,
            end: before[0].start, maker: .hand)
        #expect(try store.editPoints(of: .init(rawValue: "m1"), .add(own), at: now))
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try Set(points(1).points) == [before[0], own])
        #expect(try store.editPoints(of: .init(rawValue: "m1"), .delete(own), at: now))
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try points(1).points == before)
    }

    /// Makes the points of a meeting with an update.
    private func holdWritten(
        _ lines: [String] = [
            "Today I'll write the release notes.", "Today I'll test the search.", "Today I'll fix the printer.",
        ]
    ) throws -> [Point] {
        var meeting = Meeting(
            id: .init(rawValue: "m1"), standupID: .init(rawValue: "s"), title: "Daily", startedAt: now,
            state: .finished, duration: .seconds(60),
            attendees: [MeetingAttendee(id: .init(rawValue: "a"), name: "Ann", slot: .seconds(60), state: .absent)])
        meeting.updates = [
            WrittenUpdate(attendee: .init(rawValue: "a"), text: lines.joined(separator: "\n"), writtenAt: now)
        ]
        try store.begin(meeting)
        try minutes.make(of: meeting.id, at: now)
        #expect(try points(1).points.map(\.text) == lines)
        return try points(1).points
    }

    @Test
    func oneDeletedLineOfAnUpdateTakesNoOtherWithIt() throws {
        let made = try holdWritten()
        #expect(try store.editPoints(of: .init(rawValue: "m1"), .delete(made[0]), at: now))
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try points(1).points == [made[1], made[2]])
    }

    @Test
    func ofEqualLinesOfAnUpdateOnlyTheDeletedOneGoes() throws {
        let made = try holdWritten(Array(repeating: "Today I'll test the search.", count: 3))
        #expect(try store.editPoints(of: .init(rawValue: "m1"), .delete(made[1]), at: now))
        for _ in 1...2 {
            try minutes.make(of: .init(rawValue: "m1"), at: now)
            #expect(try Set(points(1).points) == [made[0], made[2]])
        }
        #expect(try store.editPoints(of: .init(rawValue: "m1"), .delete(made[0]), at: now))
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try points(1).points == [made[2]])
    }

    @Test
    func anEditedLineOfAnUpdateIsNotMadeAgain() throws {
        let made = try holdWritten()
        let edited = made[1].edited(text: "Something else")
        #expect(try store.editPoints(of: .init(rawValue: "m1"), .replace(made[1], by: edited), at: now))
        for _ in 1...2 {
            try minutes.make(of: .init(rawValue: "m1"), at: now)
            #expect(try Set(points(1).points) == [made[0], edited, made[2]])
        }
        #expect(try store.editPoints(of: .init(rawValue: "m1"), .delete(edited), at: now))
        try minutes.make(of: .init(rawValue: "m1"), at: now)
        #expect(try points(1).points == [made[0], made[2]])
    }

    @Test
    func aLanguageWithoutRulesHasNoPoints() throws {
        #expect(try hold(1, language: "fr", "Today I'll test the search.").points.isEmpty)
        #expect(try minutes.make(of: .init(rawValue: "m1"), at: now) == false)
    }
}

extension SQLiteMeetingStore {
    fileprivate func mark(_ state: Point.State, _ point: Point.ID) { try? setState(state, of: [point]) }
}
