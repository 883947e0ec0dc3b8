import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

/// What the history stores, and what it reads.
@Suite struct MeetingStoreTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `A new store is empty; reading and deleting missing items is allowed`() throws {
        let store = try folder.open()
        #expect(try store.standups() == [])
        #expect(try store.meetings(of: nil) == [])
        #expect(try store.meetings(of: "s") == [])
        #expect(try store.liveMeetings() == [])
        #expect(try store.meeting("m") == nil)
        #expect(try store.recognizerState("mic") == nil)
        try store.deleteStandup("s")
        try store.deleteMeeting("m")
    }

    @Test(arguments: difficultTexts)
    func `A standup with a difficult title is read back unchanged`(text: String) throws {
        let store = try folder.open()
        var standup = Standup.sample("s", title: text, names: [text, "Bob", text])
        standup.vocabulary = [text, ""]
        try store.save(standup)
        let read = try #require(try store.standups().first)
        #expect(read == standup)
        // Strings that mean the same are equal; these have to be the same.
        #expect(Array(read.title.utf8) == Array(text.utf8))
        #expect(Array(read.attendees[2].name.utf8) == Array(text.utf8))
    }

    @Test func `An empty standup, and one with 500 attendees, are read back unchanged`() throws {
        let store = try folder.open()
        var bare = Standup(id: "bare")
        bare.settings.warnings = []
        let crowd = Standup.sample("crowd", names: (0..<500).map { "Attendee \($0)" })
        try store.save(bare)
        try store.save(crowd)
        #expect(try store.standups() == [bare, crowd])
    }

    @Test func `Standups are in order of creation, even if one is saved again`() throws {
        let store = try folder.open()
        try store.save(.sample("b"))
        try store.save(.sample("a"))
        try store.save(.sample("c", title: "A"))
        let changed = Standup.sample("b", title: "Changed", names: ["Zoë"])
        try store.save(changed)
        try store.deleteStandup("a")
        try store.save(.sample("a"))
        #expect(try store.standups() == [changed, .sample("c", title: "A"), .sample("a")])
    }

    @Test(arguments: difficultTexts)
    func `A meeting with difficult texts is read back unchanged`(text: String) throws {
        let store = try folder.open()
        let meeting = Meeting.full("m", text: text)
        try store.begin(meeting)
        #expect(try store.meeting("m") == meeting)
        let read = try #require(try store.meeting("m"))
        #expect(Array(read.transcript[0].text.utf8) == Array(text.utf8))
        #expect(Array(read.transcript[0].words[0].text.utf8) == Array(text.utf8))
    }

    @Test func `A meeting without words has everything else`() throws {
        let store = try folder.open()
        var meeting = Meeting.full("m")
        #expect(meeting.transcript.contains { !$0.words.isEmpty })
        try store.begin(meeting)
        meeting.transcript = meeting.transcript.map {
            Utterance(
                attendee: $0.attendee, start: $0.start, end: $0.end, text: $0.text, recognizer: $0.recognizer,
                words: [],
                channel: $0.channel, isInterjection: $0.isInterjection
            )
        }
        #expect(try store.meetingWithoutWords("m") == meeting)
        #expect(try store.meetingWithoutWords("other") == nil)
    }

    @Test func `Meetings are listed newest first; of those with the same start, the last one stored`() throws {
        let store = try folder.open()
        try store.begin(.sample("middle", at: 20))
        try store.begin(.sample("twin 1", at: 30))
        try store.begin(.sample("other", of: "t", at: 30))
        try store.begin(.sample("twin 2", at: 30))
        try store.begin(.sample("oldest", at: -10))
        #expect(try store.meetings(of: nil).map(\.id) == ["twin 2", "other", "twin 1", "middle", "oldest"])
        #expect(try store.meetings(of: "s").map(\.id) == ["twin 2", "twin 1", "middle", "oldest"])
        #expect(try store.meetings(of: "t").map(\.id) == ["other"])
        // Begun again, it is the one begun last.
        try store.begin(.sample("twin 1", at: 30))
        #expect(try store.meetings(of: nil).map(\.id) == ["twin 1", "twin 2", "other", "middle", "oldest"])
    }

    @Test func `The list has everything but turns, pauses, gaps, marks, points, updates and transcript`()
        throws
    {
        let store = try folder.open()
        var meeting = Meeting.full("m")
        try store.begin(meeting)
        meeting.turns = []
        meeting.pauses = []
        meeting.gaps = []
        meeting.marks = []
        meeting.points = []
        meeting.updates = []
        meeting.transcript = []
        #expect(try store.meetings(of: nil) == [meeting])
        #expect(try store.meetings(of: "s") == [meeting])
    }

    @Test func `A meeting stored again under its id replaces the earlier one completely`() throws {
        let store = try folder.open()
        try store.begin(.full("m"))
        let again = Meeting.sample("m", title: "Again", names: [])
        try store.begin(again)
        #expect(try store.meeting("m") == again)
        #expect(try store.meetings(of: nil) == [again])
    }

    @Test func `A meeting keeps its title and attendees when its standup changes`() throws {
        let store = try folder.open()
        try store.save(.sample("s", title: "Daily", names: ["Ann", "Bob"]))
        try store.begin(.sample("m", of: "s", title: "Daily", names: ["Ann", "Bob"]))
        try store.save(.sample("s", title: "Weekly", names: ["Carl"]))
        let meeting = try store.meeting("m")
        #expect(meeting?.title == "Daily")
        #expect(meeting?.attendees.map(\.name) == ["Ann", "Bob"])
    }

    @Test func `Deleting a standup deletes its meetings and no others`() throws {
        let store = try folder.open()
        try store.save(.sample("s"))
        try store.save(.sample("t"))
        try store.begin(.sample("m1", of: "s"))
        try store.begin(.full("m2"))
        try store.begin(.sample("n", of: "t"))
        try store.deleteStandup("s")
        #expect(try store.standups().map(\.id) == ["t"])
        #expect(try store.meetings(of: nil).map(\.id) == ["n"])
        #expect(try store.meeting("m2") == nil)
    }

    @Test func `Deleting a meeting leaves its standup and the other meetings`() throws {
        let store = try folder.open()
        try store.save(.sample("s"))
        try store.begin(.full("m"))
        try store.begin(.full("n"))
        try store.deleteMeeting("m")
        #expect(try store.meeting("m") == nil)
        #expect(try store.meetings(of: "s").map(\.id) == ["n"])
        #expect(try store.meeting("n") == .full("n"))
        #expect(try store.standups().count == 1)
    }

    @Test("The live meetings are those in the state `live`")
    func liveMeetings() throws {
        let store = try folder.open()
        try store.begin(.sample("m1"))
        try store.begin(.sample("m2", state: .finished))
        try store.begin(.sample("m3", of: "t"))
        #expect(try store.liveMeetings() == ["m1", "m3"])
        try store.record([.state(.finished, duration: .seconds(1))], in: "m1")
        #expect(try store.liveMeetings() == ["m3"])
    }

    @Test func `A change to a deleted meeting is an error`() throws {
        let store = try folder.open()
        try store.begin(.sample("m"))
        try store.deleteMeeting("m")
        #expect(throws: HistoryError.noMeeting("m")) { try store.record([.utterance(.sample(at: 1))], in: "m") }
    }

    @Test func `A recognizer's learned state may have any key and any numbers`() throws {
        let store = try folder.open()
        try store.saveRecognizerState([.infinity], for: "a\0b")
        #expect(try store.recognizerState("a\0b") == [.infinity])
        #expect(try store.recognizerState("a") == nil)
    }
}
