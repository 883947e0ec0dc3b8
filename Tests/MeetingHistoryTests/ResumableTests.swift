import MeetingHistory
import MeetingModel
import StandupHistory
import Testing

/// Interrupted meetings that are still undecided.
@Suite struct `A resumable meeting` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Two standups; the first has an interrupted meeting, with the steps of its countdown.
    private func filled() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        try store.save(.sample("s"))
        try store.save(.sample("t"))
        try interrupt("m", of: "s", at: 5, in: store)
        return store
    }

    private func interrupt(
        _ id: Meeting.ID, of standup: Standup.ID, at seconds: Int64, in store: any MeetingStore
    ) throws {
        try store.begin(.sample(id, of: standup, at: seconds))
        try store.record([.countdownStep("{\"a\":1}"), .countdownStep("b")], in: id)
        try store.record([.state(.interrupted, duration: .seconds(9))], in: id)
    }

    private func resumable(_ store: any MeetingStore) throws -> [Meeting.ID] {
        try store.resumableMeetings().map(\.id)
    }

    @Test func `has the steps of its countdown, in order`() throws {
        let store = try filled()
        try interrupt("n", of: "t", at: 6, in: store)
        #expect(try store.countdownSteps(of: "m") == ["{\"a\":1}", "b"])
        #expect(try store.countdownSteps(of: "nobody") == [])
        #expect(try resumable(store) == ["n", "m"])
        #expect(try store.resumableMeetings().last?.attendees.isEmpty == false)
        let other = try folder.open()
        #expect(try resumable(other) == ["n", "m"])
        #expect(try other.countdownSteps(of: "n").count == 2)
    }

    @Test func `ends with the user's decision`() throws {
        let store = try filled()
        try store.record([.countdownSettled], in: "m")
        #expect(try resumable(store) == [])
        #expect(try store.countdownSteps(of: "m") == [])
        #expect(try store.meeting("m")?.state == .interrupted)
    }

    @Test func `does not exist while the meeting runs, or after its end`() throws {
        let store = try filled()
        for state in [Meeting.State.live, .finished] {
            try store.record([.state(state, duration: .seconds(9))], in: "m")
            #expect(try resumable(store) == [])
        }
    }

    @Test func `does not exist once the standup has a newer meeting that is not deleted`() throws {
        let store = try filled()
        try store.begin(.sample("old", of: "s", at: 4))
        try store.begin(.sample("elsewhere", of: "t", at: 8))
        #expect(try resumable(store) == ["m"])
        try store.begin(.sample("new", of: "s", at: 6))
        #expect(try resumable(store) == [])
        try store.setDeleted(.meeting("new"), by: "somebody")
        #expect(try resumable(store) == ["m"])
        try store.undelete(.meeting("new"))
        try store.deleteMeeting("new")
        #expect(try resumable(store) == ["m"])
    }

    @Test func `does not exist while the meeting or its standup is deleted`() throws {
        let store = try filled()
        for item in [DeletedItem.meeting("m"), .standup("s")] {
            try store.setDeleted(item, by: "somebody")
            #expect(try resumable(store) == [])
            #expect(try store.countdownSteps(of: "m") == [])
            try store.undelete(item)
            #expect(try resumable(store) == ["m"])
        }
        try store.deleteMeeting("m")
        try interrupt("n", of: "gone", at: 9, in: store)
        #expect(try resumable(store) == [])
        try store.begin(.sample("m", of: "s", at: 7))
        #expect(try store.countdownSteps(of: "m") == [], "another meeting has nothing of it")
    }
}
