import Foundation
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// What the history makes of transcripts that are being made.
@Suite struct DraftTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func filled() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        try store.begin(.full("bystander"))
        try store.begin(.full("m"))
        return store
    }

    private func part(_ range: Range<Int64>, _ text: String...) -> DraftPart {
        DraftPart(frames: range, utterances: text.map { .sample(at: 1.5, text: $0, words: [$0, "\u{0}"]) })
    }

    @Test func `The parts of a draft come back as they were, in the order of the recording`() throws {
        let store = try filled()
        #expect(try store.draft("d", of: "m") == [])
        #expect(try store.draft("d", of: "gone") == [])
        let parts = [part(5..<9, "one", "zwei 👩‍👩‍👧"), part(9..<20), part(20..<21, "a\0b")]
        for part in [parts[2], parts[0], parts[1]] { try store.keep(part, in: "d", of: "m") }
        try store.keep(part(5..<9, "other"), in: "e", of: "m")
        #expect(try store.draft("d", of: "m") == parts)
        #expect(try folder.open().draft("d", of: "m") == parts)
        try store.keep(part(9..<20, "two"), in: "d", of: "m")
        #expect(try store.draft("d", of: "m") == [parts[0], part(9..<20, "two"), parts[2]])
    }

    @Test func `A draft does not count as a transcript, and changes none`() throws {
        let store = try filled()
        let before = try store.meeting("m")
        try store.keep(part(0..<9, "draft"), in: "d", of: "m")
        #expect(try store.meeting("m") == before)
        #expect(try store.transcriptVersions(of: "m").map(\.number) == [1])
    }

    @Test func `Keeping a transcript deletes its draft and no other`() throws {
        let store = try filled()
        for name in ["d", "e"] { try store.keep(part(0..<9, name), in: name, of: "m") }
        try store.keep(part(0..<9, "d"), in: "d", of: "bystander")
        let number = try store.addTranscript(
            [.sample(at: 1, text: "new")], to: "m", recognizer: "r", at: Timestamp(nanosecondsSince1970: 7),
            finishing: "d"
        )
        #expect(number == 2)
        #expect(try store.draft("d", of: "m") == [])
        #expect(try store.draft("e", of: "m") == [part(0..<9, "e")])
        #expect(try store.draft("d", of: "bystander") == [part(0..<9, "d")])
        #expect(try store.meeting("m")?.transcript.map(\.text) == ["new"])
    }

    @Test func `Deleting a meeting deletes its draft, and leaves none of it on the disk`() throws {
        let store = try filled()
        try store.keep(part(0..<9, "shibboleth"), in: "d", of: "m")
        try store.deleteMeeting("m")
        #expect(try store.draft("d", of: "m") == [])
        #expect(throws: HistoryError.noMeeting("m")) { try store.keep(part(0..<9), in: "d", of: "m") }
        #expect(try folder.bytes().range(of: Data("shibboleth".utf8)) == nil)
    }

    @Test func `Nothing can be added to the draft of a meeting that is marked deleted`() throws {
        let store = try filled()
        try store.setDeleted(.meeting("m"), by: "me")
        #expect(throws: HistoryError.noMeeting("m")) { try store.keep(part(0..<9), in: "d", of: "m") }
        #expect(throws: HistoryError.noMeeting("m")) {
            try store.addTranscript(
                [], to: "m", recognizer: "r", at: Timestamp(nanosecondsSince1970: 7), finishing: "d")
        }
    }

    @Test func `Meetings that are not completely transcribed are found, newest first`() throws {
        let store = try folder.open()
        func begin(_ id: Meeting.ID, at second: Int64, _ change: (inout Meeting) -> Void) throws {
            var meeting = Meeting.full(id)
            meeting.startedAt = Timestamp(nanosecondsSince1970: second * 1_000_000_000)
            change(&meeting)
            try store.begin(meeting)
        }
        try begin("old", at: 1) { _ in }
        try begin("new", at: 2) { $0.state = .interrupted }
        try begin("live", at: 3) { $0.state = .live }
        try begin("whole", at: 4) { $0.transcribedUpTo = $0.duration }
        try begin("between frames", at: 4) { $0.transcribedUpTo = $0.duration - .nanoseconds(8_000) }
        try begin("whole sound", at: 4) {
            $0.recording?.frames = 44_100
            $0.transcribedUpTo = .seconds(1)
        }
        try begin("nobody's", at: 5) { $0.transcribedUpTo = nil }
        try begin("silent", at: 6) { $0.recording = nil }
        try begin("deleted", at: 7) { _ in }
        try store.setDeleted(.meeting("deleted"), by: "me")
        #expect(try store.untranscribedMeetings() == ["new", "old"])
    }
}
