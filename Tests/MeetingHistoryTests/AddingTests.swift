import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

/// Imported standups and meetings.
@Suite struct AddingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `An addition is stored completely, and existing rows stay as they were`() throws {
        let store = try folder.open()
        let kept = Standup.sample("a", title: "Kept")
        try store.save(kept)
        let meeting = Meeting(
            id: "m", standupID: "b", title: "New", startedAt: Timestamp(nanosecondsSince1970: 1), state: .finished,
            duration: .seconds(2), attendees: [MeetingAttendee(id: "x", name: "Ann", slot: .seconds(1), state: .spoke)],
            turns: [Turn(attendee: "x", start: .zero, end: .seconds(2))],
            transcript: [
                Utterance(
                    attendee: "x", start: .zero, end: .seconds(1), text: "hello", recognizer: "import", words: [])
            ])
        let new = Standup.sample("b", title: "New")
        let added = try store.add([.sample("a", title: "Other"), new], [meeting])
        #expect(added == AddedItems(standups: ["b"], meetings: ["m"]))
        #expect(try store.standups() == [kept, new])
        #expect(try store.meeting("m") == meeting)
        #expect(try store.add([new], [meeting]) == AddedItems(standups: [], meetings: []))
        #expect(try store.meetingCount(of: nil) == 1)
    }

    @Test func `Adding a standup that is marked deleted restores it`() throws {
        let store = try folder.open()
        let standup = Standup.sample("a")
        try store.save(standup)
        try store.setDeleted(.standup("a"), by: "trash")
        #expect(try store.standups() == [])
        #expect(try store.add([standup], []).standups == ["a"])
        #expect(try store.standups() == [standup])
        #expect(try store.tombstones() == [])
    }
}
