import Foundation
import GRDB
import MeetingHistory
import MeetingModel
import StandupTesting
import Testing

@testable import StandupHistory

/// The updates of attendees.
@Suite struct UpdateTests {
    let folder: TemporaryFolder
    private let ann: Attendee.ID = "s-0"
    private let bob: Attendee.ID = "s-1"

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A store with standup s, of Ann and Bob.
    private func store() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        try store.save(.sample("s"))
        return store
    }

    /// A meeting of standup s that has taken updates.
    private func meeting(_ id: Meeting.ID, _ updates: [WrittenUpdate]) -> Meeting {
        var meeting = Meeting.sample(id)
        meeting.attendees = [
            MeetingAttendee(id: ann, name: "Ann", slot: .seconds(9)),
            MeetingAttendee(id: bob, name: "Bob", slot: .seconds(9)),
        ]
        meeting.updates = updates
        return meeting
    }

    @Test func `An update waits for its standup, and the last one of an attendee counts`() throws {
        let store = try store()
        #expect(try store.waitingUpdates(of: "s") == [])
        #expect(try store.write(.sample(of: bob, "bob's"), for: "s"))
        #expect(try store.write(.sample(of: ann, "first"), for: "s"))
        let other = try folder.open()
        #expect(try other.write(.sample(of: ann, "second\nline", at: 2), for: "s"))
        let expected = [WrittenUpdate.sample(of: ann, "second\nline", at: 2), .sample(of: bob, "bob's")]
        #expect(try store.waitingUpdates(of: "s") == expected)
        #expect(try store.deleteWaitingUpdate(of: bob, for: "s"))
        #expect(try !store.deleteWaitingUpdate(of: bob, for: "s"))
        #expect(try store.waitingUpdates(of: "s") == [expected[0]])
    }

    @Test func `An update is replaced only if it is the one that was read`() throws {
        let store = try store()
        func replace(_ text: String?, by new: String?, of attendee: Attendee.ID = "s-0") throws -> Bool {
            try store.replaceWaitingUpdate(
                text, by: new.map { .sample(of: attendee, $0) }, of: attendee, for: "s")
        }
        #expect(try !replace("never written", by: "x"))
        #expect(try !replace("never written", by: nil))
        #expect(try replace(nil, by: "first"))
        #expect(try !replace(nil, by: "second"))
        #expect(try !replace("other", by: nil))
        #expect(try replace(nil, by: "bob's", of: bob))
        #expect(try replace("first", by: "cafe\u{301}"))
        // Texts with the same letters in other bytes are different texts.
        #expect(try !replace("caf\u{e9}", by: "third"))
        #expect(try store.waitingUpdates(of: "s").map(\.text) == ["cafe\u{301}", "bob's"])
        #expect(try replace("cafe\u{301}", by: nil))
        #expect(try store.waitingUpdates(of: "s").map(\.text) == ["bob's"])
        #expect(try !replace(nil, by: "x", of: "stranger"))
    }

    @Test func `Nothing is stored for a standup or an attendee that is gone`() throws {
        let store = try store()
        #expect(try !store.write(.sample(of: ann, "x"), for: "t"))
        #expect(try !store.write(.sample(of: "stranger", "x"), for: "s"))
        try store.setDeleted(.standup("s"), by: "owner")
        #expect(try !store.write(.sample(of: ann, "x"), for: "s"))
        #expect(try store.waitingUpdates(of: "s") == [])
    }

    @Test func `Any text comes back unchanged`() throws {
        let store = try store()
        for text in difficultTexts {
            #expect(try store.write(.sample(of: ann, text), for: "s"))
            #expect(try store.waitingUpdates(of: "s").map { Array($0.text.utf8) } == [Array(text.utf8)])
            try store.begin(meeting("m", [.sample(of: ann, text)]))
            #expect(try store.meeting("m")?.updates.map { Array($0.text.utf8) } == [Array(text.utf8)])
        }
    }

    @Test func `A meeting takes the updates that it was started with, and not those written since`() throws {
        let store = try store()
        #expect(try store.write(.sample(of: ann, "ann's"), for: "s"))
        #expect(try store.write(.sample(of: bob, "bob's"), for: "s"))
        let taken = try store.waitingUpdates(of: "s")
        #expect(try store.write(.sample(of: bob, "bob's", at: 9), for: "s"))
        try store.begin(meeting("m", taken))
        #expect(try store.waitingUpdates(of: "s") == [.sample(of: bob, "bob's", at: 9)])
        #expect(try store.write(.sample(of: ann, "the next"), for: "s"))
        #expect(try store.meeting("m")?.updates == taken)
        try store.save(.sample("s", names: []))
        #expect(try store.meeting("m")?.updates == taken)
        #expect(try store.meetings(of: "s", limit: 9, offset: 0).map(\.updates) == [[]])
    }

    @Test func `A discarded meeting gives its updates back`() throws {
        let store = try store()
        let updates = [WrittenUpdate.sample(of: ann, "ann's"), .sample(of: bob, "bob's")]
        try store.begin(meeting("m", updates))
        #expect(try store.write(.sample(of: bob, "newer"), for: "s"))
        try store.discard("m") {}
        #expect(try store.waitingUpdates(of: "s") == [updates[0], .sample(of: bob, "newer")])
    }

    @Test func `A meeting that cannot be marked as discarded keeps its updates`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.save(.sample("s"))
        try store.begin(meeting("m", [.sample(of: ann, "ann's")]))
        try store.write { database in
            try database.execute(
                sql: """
                    CREATE TEMP TRIGGER full BEFORE UPDATE OF deleted_by ON meeting
                    BEGIN SELECT RAISE(ABORT, 'disk full'); END
                    """)
        }
        #expect(throws: HistoryError.self) { try store.discard("m") { Issue.record("the recording is removed") } }
        #expect(try store.waitingUpdates(of: "s") == [])
        #expect(try store.meeting("m")?.updates == [.sample(of: ann, "ann's")])
    }

    @Test func `Of two updates of one attendee, a meeting keeps the first`() throws {
        let store = try store()
        try store.begin(meeting("m", [.sample(of: ann, "first"), .sample(of: ann, "second", at: 2)]))
        #expect(try store.meeting("m")?.updates == [.sample(of: ann, "first")])
    }

    @Test func `A meeting that is brought back after it was discarded takes them again`() throws {
        let store = try store()
        try store.begin(meeting("m", [.sample(of: ann, "ann's")]))
        try store.setDeleted(.meeting("m"), by: Trash.ownerPrefix + "1")
        try store.discard("m") {}
        #expect(try store.waitingUpdates(of: "s") == [.sample(of: ann, "ann's")])
        try store.undelete(.meeting("m"))
        #expect(try store.waitingUpdates(of: "s") == [])
        #expect(try store.meeting("m")?.updates == [.sample(of: ann, "ann's")])
    }

    @Test(
        arguments: [false, true])
    func `A meeting that was brought back gives them back again if it is deleted before it is resumed or kept`(
        isSettled: Bool
    ) throws {
        let store = try store()
        let updates = [WrittenUpdate.sample(of: ann, "ann's")]
        try store.begin(meeting("m", updates))
        try store.record([.countdownStep("started"), .state(.interrupted, duration: .seconds(1))], in: "m")
        try store.setDeleted(.meeting("m"), by: Trash.ownerPrefix + "1")
        try store.undelete(.meeting("m"))
        #expect(try store.waitingUpdates(of: "s") == [])
        if isSettled { try store.record([.countdownSettled], in: "m") }
        try store.setDeleted(.meeting("m"), by: Trash.ownerPrefix + "2")
        #expect(try store.waitingUpdates(of: "s") == (isSettled ? [] : updates))
        try store.undelete(.meeting("m"))
        #expect(try store.waitingUpdates(of: "s") == [])
        #expect(try store.meeting("m")?.updates == updates)
    }

    @Test func `Nothing of an update is left after it, its attendee, its meeting or its standup is deleted`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        let isLeft = { (text: String) in try folder.bytes().range(of: Data(text.utf8)) != nil }
        try store.save(.sample("s"))
        try store.begin(meeting("m", [.sample(of: ann, "shibboleth")]))
        #expect(try isLeft("shibboleth"))
        try store.deleteMeeting("m")
        #expect(try !isLeft("shibboleth"))
        #expect(try store.write(.sample(of: ann, "sesame"), for: "s"))
        #expect(try isLeft("sesame"))
        #expect(try store.write(.sample(of: ann, "abracadabra"), for: "s"))
        #expect(try !isLeft("sesame"))
        #expect(try store.deleteWaitingUpdate(of: ann, for: "s"))
        #expect(try !isLeft("abracadabra"))
        #expect(try store.write(.sample(of: bob, "alakazam"), for: "s"))
        try store.save(.sample("s", names: ["Ann"]))
        #expect(try store.waitingUpdates(of: "s") == [])
        #expect(try store.hasPendingErasure())
        #expect(try store.finishErasure(within: .seconds(5)))
        #expect(try !isLeft("alakazam"))
        #expect(try store.write(.sample(of: ann, "hocus-pocus"), for: "s"))
        try store.deleteStandup("s")
        #expect(try !isLeft("hocus-pocus"))
    }

    @Test func `The updates of meetings are found, those that wait are not`() throws {
        let store = try store()
        try store.begin(meeting("m", [.sample(of: ann, "back on Monday\nthe Login page waits")]))
        #expect(try store.write(.sample(of: bob, "login"), for: "s"))
        let hits = try store.search(SearchRequest(SearchQuery("login")))
        #expect(hits.map(\.source) == [.update(attendee: ann, name: "Ann")])
        #expect(hits.map(\.text) == ["the Login page waits"])
        #expect(try store.search(SearchRequest(SearchQuery("login"), attendees: [ann])).count == 1)
        #expect(try store.search(SearchRequest(SearchQuery("login"), attendees: [bob])).isEmpty)
    }

    @Test func `Salvage keeps the updates of a standup and of a meeting that cannot be read`() throws {
        do {
            let store = try SQLiteMeetingStore(path: folder.database)
            try store.save(.sample("s"))
            #expect(try store.write(.sample(of: ann, "waits"), for: "s"))
            try store.begin(meeting("m", [.sample(of: bob, "taken")]))
            try store.writer().use { queue in
                try queue.writeWithoutTransaction { database in
                    let damage = "DELETE FROM standup; DELETE FROM attendee; DELETE FROM meeting"
                    try database.execute(sql: "PRAGMA foreign_keys = OFF; " + damage)
                }
            }
        }
        let salvage = try Salvage(ofDatabaseAt: folder.database)
        let store = try SQLiteMeetingStore(path: salvage.path)
        #expect(try store.waitingUpdates(of: "s") == [.sample(of: ann, "waits")])
        #expect(try store.standups().map(\.title) == ["Recovered"])
        #expect(
            try store.meetings(of: nil, limit: nil, offset: 0).flatMap { try store.meeting($0.id)?.updates ?? [] }
                == [.sample(of: bob, "taken")])
        #expect(try store.findings() == [])
    }

    @Test func `Two writers at once: one text wins whole`() async throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.save(.sample("s"))
        let texts = (0..<8).map { String(repeating: "\($0)", count: 3_000) }
        try await withThrowingTaskGroup { group in
            for text in texts {
                group.addTask { [path = folder.database] in
                    let own = try SQLiteMeetingStore(path: path)
                    #expect(try own.write(.sample(of: "s-0", text), for: "s"))
                }
            }
            try await group.waitForAll()
        }
        let kept = try store.waitingUpdates(of: "s")
        #expect(kept.count == 1 && texts.contains(kept[0].text))
    }
}
