import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

/// What the history makes of the postings of minutes.
@Suite struct `A posting of minutes` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func filled() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        try store.begin(.sample("m", at: 5))
        try store.begin(.sample("older", at: 3))
        return store
    }

    private func post(_ meeting: Meeting.ID, _ destination: String) -> MinutesPost {
        MinutesPost(
            meeting: meeting, destination: destination, queuedAt: Timestamp(nanosecondsSince1970: 9), transaction: "t")
    }

    @Test func `is stored whole, in the order of the meetings`() throws {
        let store = try filled()
        var sent = post("m", "team \"1\"\0")
        (sent.state, sent.attempts, sent.points, sent.reason) = (.sent, 3, 2, "a\0b")
        (sent.changedAt, sent.dueAt) = (Timestamp(nanosecondsSince1970: 7), Timestamp(nanosecondsSince1970: -8))
        for post in [post("older", "z"), sent, post("m", "a")] { #expect(try store.save(post, replacing: nil)) }
        #expect(try store.posts(of: nil) == [post("m", "a"), sent, post("older", "z")])
        #expect(try store.posts(of: "older") == [post("older", "z")] && store.posts(of: "gone") == [])
    }

    @Test func `is claimed by one of two programs`() throws {
        let store = try filled()
        let waiting = post("m", "team")
        #expect(try store.save(waiting, replacing: nil))
        #expect(try !store.save(waiting, replacing: nil))
        var claimed = waiting
        claimed.state = .sending
        #expect(try store.save(claimed, replacing: waiting))
        #expect(try !store.save(claimed, replacing: waiting))
        #expect(try store.posts(of: "m") == [claimed])
        #expect(throws: HistoryError.noMeeting("gone")) { try store.save(post("gone", "team"), replacing: nil) }
    }

    @Test func `is deleted with its meeting`() throws {
        let store = try filled()
        #expect(try store.save(post("m", "team"), replacing: nil))
        try store.setDeleted(.meeting("m"), by: "me")
        #expect(try store.posts(of: nil) == [])
        try store.undelete(.meeting("m"))
        #expect(try store.posts(of: nil) == [post("m", "team")])
        try store.deleteMeeting("m")
        try store.begin(.sample("m", at: 5))
        #expect(try store.posts(of: nil) == [])
    }
}
