import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// What the history makes of things that are marked deleted.
@Suite struct DeletionTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Standups s and t; s has the meetings m1, m2 and a live one, t has n.
    private func filled() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        try store.save(.sample("s"))
        try store.save(.sample("t", title: "Weekly"))
        try store.begin(.full("m1"))
        try store.begin(.sample("m2", at: 10, state: .finished))
        try store.begin(.sample("live", at: 20))
        try store.begin(.sample("n", of: "t", at: 30, state: .finished))
        return store
    }

    @Test func `A meeting that is marked deleted appears in no answer; undoing it restores everything`() throws {
        let store = try filled()
        #expect(try store.setDeleted(.meeting("m1"), by: "me"))
        #expect(try store.meeting("m1") == nil)
        #expect(try store.meetingWithoutWords("m1") == nil)
        #expect(try store.meetings(of: nil).map(\.id) == ["n", "live", "m2"])
        #expect(try store.meetings(of: "s").map(\.id) == ["live", "m2"])
        #expect(try store.meetings(of: "s", limit: 1, offset: 1).map(\.id) == ["m2"])
        #expect(try store.meetingCount(of: nil) == 3)
        #expect(try store.meetingCount(of: "s") == 2)
        #expect(try store.meetingIDs(startingWith: "m") == ["m2"])
        #expect(try store.meetingSummaries().first { $0.standupID == "s" }?.count == 2)
        #expect(try store.contributions(to: "s", last: 9).map(\.meeting) == ["m2", "m2"])
        #expect(try store.transcriptVersions(of: "m1") == [])
        #expect(throws: HistoryError.noMeeting("m1")) { try store.transcript(of: "m1", version: 1) }
        #expect(throws: HistoryError.noMeeting("m1")) { try store.chooseTranscript(of: "m1", version: 1, at: .now) }

        #expect(try store.undelete(.meeting("m1")))
        #expect(try store.meeting("m1") == .full("m1"))
        #expect(try store.meetings(of: "s").map(\.id) == ["live", "m2", "m1"])
        #expect(try store.tombstones() == [])
    }

    @Test func `Marking a standup deleted also hides its meetings, including later ones`() throws {
        let store = try filled()
        #expect(try store.setDeleted(.standup("s"), by: "me"))
        try store.begin(.sample("later", at: 40))
        #expect(try store.standups().map(\.id) == ["t"])
        #expect(try store.meetings(of: nil).map(\.id) == ["n"])
        #expect(try store.meetings(of: "s") == [])
        #expect(try store.meetingCount(of: "s") == 0)
        #expect(try store.meetingSummaries().map(\.standupID) == ["t"])
        #expect(try store.meeting("m1") == nil)
        #expect(try store.liveMeetings() == [])
        #expect(try store.contributions(to: "s", last: 9) == [])
        #expect(try store.undelete(.standup("s")))
        #expect(try store.standups().map(\.id) == ["s", "t"])
        #expect(try store.meetings(of: "s").map(\.id) == ["later", "live", "m2", "m1"])
        #expect(try store.liveMeetings() == ["live", "later"])
    }

    @Test func `Undoing a standup's deletion does not undo the earlier deletions of its meetings`() throws {
        let store = try filled()
        try store.setDeleted(.meeting("m2"), by: "me")
        try store.setDeleted(.standup("s"), by: "me")
        #expect(
            try store.tombstones() == [
                Tombstone(item: .standup("s"), owner: "me"), Tombstone(item: .meeting("m2"), owner: "me"),
            ]
        )
        try store.undelete(.standup("s"))
        #expect(try store.meetings(of: "s").map(\.id) == ["live", "m1"])
        try store.undelete(.meeting("m2"))
        #expect(try store.meetings(of: "s").map(\.id) == ["live", "m2", "m1"])
    }

    @Test func `Missing or already marked items cannot be marked; removed ones cannot be restored`() throws {
        let store = try filled()
        #expect(try !store.setDeleted(.meeting("gone"), by: "me"))
        #expect(try !store.setDeleted(.standup("gone"), by: "me"))
        #expect(try store.setDeleted(.meeting("m1"), by: "first"))
        #expect(try !store.setDeleted(.meeting("m1"), by: "second"))
        #expect(try store.tombstones().map(\.owner) == ["first"])
        try store.deleteMeeting("m1")
        #expect(try !store.undelete(.meeting("m1")))
        #expect(try !store.undelete(.standup("gone")))
        #expect(try store.tombstones() == [])
    }

    @Test func `A live meeting that is marked deleted is still written`() throws {
        let store = try filled()
        try store.setDeleted(.standup("s"), by: "me")
        try store.record([.utterance(.sample(at: 1)), .state(.finished, duration: .seconds(2))], in: "live")
        try store.undelete(.standup("s"))
        #expect(try store.meeting("live")?.transcript.count == 1)
        #expect(try store.meeting("live")?.state == .finished)
    }

    @Test func `A permanent deletion of a standup includes its meetings that are marked deleted`() throws {
        let store = try filled()
        try store.setDeleted(.meeting("m1"), by: "me")
        #expect(try store.meetings(removedWith: .standup("s")).map(\.id) == ["live", "m2", "m1"])
        #expect(try store.meetings(removedWith: .meeting("m1")).map(\.recording?.fileName) == ["m1.wav"])
        #expect(try store.meetings(removedWith: .standup("gone")) == [])
        try store.deleteStandup("s")
        #expect(try store.meetings(removedWith: .standup("s")) == [])
        #expect(try store.tombstones() == [])
    }

    @Test func `Saving a deleted standup restores it`() throws {
        let store = try filled()
        try store.setDeleted(.standup("s"), by: "me")
        try store.save(.sample("s", title: "Again"))
        #expect(try store.standups().map(\.title) == ["Again", "Weekly"])
        #expect(try store.tombstones() == [])
        #expect(try store.meetings(of: "s").count == 3)
    }
}

/// Two changes of one standup at once.
@Suite struct SafeSavingTests {
    let folder: TemporaryFolder
    private let read = Standup.sample("s")
    private let edited = Standup.sample("s", title: "Mine", names: ["Ann"])

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `A standup that no other program has changed is saved`() throws {
        let store = try folder.open()
        try store.save(.sample("other"))
        try store.save(read)
        #expect(try store.save(edited, replacing: read) == .saved)
        #expect(try store.standups() == [.sample("other"), edited])
    }

    @Test(
        arguments: [
            Standup.sample("s", title: "Theirs"), .sample("s", names: ["Ann", "Bob", "Cid"]),
            .sample("s", names: ["Bob", "Ann"]), Standup(id: "s"),
        ]
    )
    func `A standup that another program has changed is reported, and stays as it is`(theirs: Standup)
        throws
    {
        let store = try folder.open()
        try store.save(theirs)
        #expect(try store.save(edited, replacing: read) == .changed(theirs))
        #expect(try store.save(edited, replacing: nil) == .changed(theirs))
        #expect(try store.standups() == [theirs])
        #expect(try store.save(edited, replacing: theirs) == .saved)
    }

    @Test(
        arguments: [true, false])
    func `A standup that another program has deleted is reported, and stays deleted`(canBeUndone: Bool)
        throws
    {
        let store = try folder.open()
        try store.save(read)
        if canBeUndone { try store.setDeleted(.standup("s"), by: "they") } else { try store.deleteStandup("s") }
        #expect(try store.save(edited, replacing: read) == .deleted)
        #expect(try store.standups() == [])
        #expect(try store.save(edited, replacing: nil) == .saved)
        #expect(try store.standups() == [edited])
    }

    @Test func `A standup that another program has changed in the same way counts as saved`() throws {
        let store = try folder.open()
        try store.save(edited)
        #expect(try store.save(edited, replacing: read) == .saved)
        #expect(try store.standups() == [edited])
    }

    @Test(
        .timeLimit(.minutes(10)))
    func `Concurrent changes of one standup overwrite none of each other`() async throws {
        let first = try folder.open()
        try first.save(.sample("s", names: []))
        try await withThrowingTaskGroup { group in
            for number in 0..<4 {
                let store = try folder.open()
                group.addTask {
                    for round in 0..<10 {
                        while true {
                            let original = try #require(try store.standups().first)
                            var changed = original
                            changed.attendees.append(
                                Attendee(id: Attendee.ID(rawValue: "\(number)-\(round)"), name: "x"))
                            if try store.save(changed, replacing: original) == .saved { break }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try #require(try first.standups().first).attendees.map(\.id)).count == 40)
    }

    @Test func `A store's version changes when another store has written, but not by its own writes`() throws {
        let store = try folder.open()
        let other = try folder.open()
        var seen: Set<Int64> = [try store.dataVersion()]
        try store.save(.sample("s"))
        _ = try store.standups()
        #expect(try seen.contains(store.dataVersion()))
        for round in 1...5 {
            try other.begin(.sample(Meeting.ID(rawValue: "m\(round)")))
            #expect(try seen.insert(store.dataVersion()).inserted, "round \(round)")
            #expect(try seen.contains(store.dataVersion()))
            _ = try other.meetings(of: nil)
            #expect(try seen.contains(store.dataVersion()))
        }
        #expect(try store.meetings(of: nil).count == 5)
    }
}
