import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// What the history makes of transcripts that meetings are still to get.
@Suite struct `A pending transcript` {
    let folder: TemporaryFolder
    private let now = Timestamp(nanosecondsSince1970: 77)
    private let queued = QueuedTranscript(meeting: "m", draft: "https://server model/en")
    private let other = QueuedTranscript(meeting: "other", draft: "https://server model/en")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Two live meetings.
    private func filled() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        try store.begin(.sample("m", at: 5))
        try store.begin(.sample("other", at: 3))
        return store
    }

    private func keepPart(_ store: any MeetingStore, of queued: QueuedTranscript) throws {
        let part = DraftPart(frames: 0..<48_000, utterances: [.sample(at: 0, text: "one")])
        try store.keep(part, in: queued.draft, of: queued.meeting)
    }

    @Test func `waits in the order of the meetings`() throws {
        let store = try filled()
        #expect(try store.queuedTranscripts() == [])
        try store.queueTranscript(queued)
        try store.queueTranscript(other)
        try store.queueTranscript(queued)
        #expect(try store.queuedTranscripts() == [other, queued])
        try keepPart(store, of: queued)
        try keepPart(store, of: other)
        let utterances = try store.draft(queued.draft, of: "m").flatMap(\.utterances)
        _ = try store.addTranscript(utterances, to: "m", recognizer: "server", at: now, finishing: queued.draft)
        #expect(try store.queuedTranscripts() == [other])
        #expect(try store.draft(queued.draft, of: "m") == [])
        #expect(try store.draft(other.draft, of: "other").count == 1)
    }

    @Test func `waits on where another transcript of its meeting is finished`() throws {
        let store = try filled()
        try store.queueTranscript(queued)
        _ = try store.addTranscript([], to: "m", recognizer: "pocketsphinx", at: now, finishing: "pocketsphinx/en")
        _ = try store.addTranscript([], to: "m", recognizer: "pocketsphinx", at: now)
        #expect(try store.queuedTranscripts() == [queued])
    }

    @Test func `is one for each meeting`() throws {
        let store = try filled()
        try store.queueTranscript(queued)
        let better = QueuedTranscript(meeting: "m", draft: "https://better model/en")
        try store.queueTranscript(better)
        #expect(try store.queuedTranscripts() == [better])
        #expect(throws: HistoryError.noMeeting("gone")) {
            try store.queueTranscript(QueuedTranscript(meeting: "gone", draft: "d"))
        }
    }

    @Test func `can be given up, with its draft`() throws {
        let store = try filled()
        try store.queueTranscript(queued)
        try keepPart(store, of: queued)
        try store.dequeueTranscript(other)
        #expect(try store.queuedTranscripts() == [queued])
        try store.dequeueTranscript(queued)
        #expect(try store.queuedTranscripts() == [])
        #expect(try store.draft(queued.draft, of: "m") == [])
    }

    @Test func `is deleted with its meeting`() throws {
        let store = try filled()
        try store.queueTranscript(queued)
        try store.queueTranscript(other)
        try store.setDeleted(.meeting("m"), by: "me")
        #expect(try store.queuedTranscripts() == [other])
        try store.undelete(.meeting("m"))
        #expect(try store.queuedTranscripts() == [other, queued])
        try store.deleteMeeting("m")
        try store.begin(.sample("m", at: 5))
        #expect(try store.queuedTranscripts() == [other])
        try store.begin(.sample("other", at: 3))
        #expect(try store.queuedTranscripts() == [])
    }
}
