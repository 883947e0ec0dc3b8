import MeetingHistory
import MeetingModel
import StandupTesting
import Testing

/// What every store makes of transcripts that come bit by bit.
@Suite struct `A transcript that comes bit by bit` {
    let folder: TemporaryFolder
    private let now = Timestamp(nanosecondsSince1970: 77)
    private let queued = QueuedTranscript(meeting: "m", recognizer: "server", key: "https://server model")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A live meeting with an utterance, and others around it.
    private func filled(_ kind: StoreKind) throws -> any MeetingStore {
        let store = try kind.make(in: folder)
        try store.begin(.sample("other", at: 3))
        try store.begin(.sample("m", at: 5))
        try store.record([.utterance(.sample(at: 1, text: "live"))], in: "m")
        return store
    }

    private func texts(_ store: any MeetingStore, _ version: Int? = nil) throws -> [String] {
        if let version { return try store.transcript(of: "m", version: version).map(\.utterance.text) }
        return try #require(try store.meeting("m")).transcript.map(\.text)
    }

    @Test(arguments: StoreKind.allCases)
    func `is not shown before it is whole, and then beside the live one`(kind: StoreKind) throws {
        let store = try filled(kind)
        try store.queueTranscript(queued)
        #expect(try store.queuedTranscripts() == [queued])
        #expect(try store.extendQueuedTranscript(queued, with: [], upTo: .seconds(1), at: now))
        #expect(try store.queuedTranscripts().first?.transcribedUpTo == .seconds(1))
        #expect(try store.transcriptVersions(of: "m").count == 1)
        #expect(
            try store.extendQueuedTranscript(
                queued, with: [.sample(at: 2, text: "two"), .sample(at: 1, text: "one")], upTo: .seconds(3), at: now))
        #expect(try store.extendQueuedTranscript(queued, with: [.sample(at: 3, text: "three")], upTo: .seconds(4), at: now))
        #expect(
            try store.queuedTranscripts() == [
                QueuedTranscript(
                    meeting: "m", recognizer: "server", key: queued.key, transcribedUpTo: .seconds(4), version: 2)
            ])
        #expect(try texts(store) == ["live"])
        #expect(try texts(store, 2) == ["one", "two", "three"])
        try store.finishQueuedTranscript(queued)
        #expect(try store.queuedTranscripts() == [])
        #expect(try texts(store) == ["one", "two", "three"])
        #expect(try texts(store, 1) == ["live"])
        #expect(try store.transcriptVersions(of: "m").map(\.origin) == [.live, .recognizer("server")])
        #expect(try store.transcriptVersions(of: "m").last?.createdAt == now)
    }

    @Test(arguments: StoreKind.allCases)
    func `does not take the place of a correction`(kind: StoreKind) throws {
        let store = try filled(kind)
        try store.queueTranscript(queued)
        try store.extendQueuedTranscript(queued, with: [.sample(at: 1, text: "server")], upTo: .seconds(3), at: now)
        let live = try #require(try store.transcript(of: "m", version: 1).first)
        _ = try store.correctTranscript(
            of: "m", version: 1, [UtteranceCorrection(utterance: live.id, text: "mine")], at: now)
        try store.finishQueuedTranscript(queued)
        #expect(try texts(store) == ["mine"])
        #expect(try texts(store, 2) == ["server"])
    }

    @Test(arguments: StoreKind.allCases)
    func `without a word leaves the live one shown`(kind: StoreKind) throws {
        let store = try filled(kind)
        try store.queueTranscript(queued)
        try store.extendQueuedTranscript(queued, with: [], upTo: .seconds(3), at: now)
        try store.finishQueuedTranscript(queued)
        #expect(try texts(store) == ["live"])
        #expect(try store.transcriptVersions(of: "m").count == 1)
        #expect(try store.queuedTranscripts() == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `is queued once, and anew for another server`(kind: StoreKind) throws {
        let store = try filled(kind)
        try store.queueTranscript(queued)
        try store.extendQueuedTranscript(queued, with: [], upTo: .seconds(3), at: now)
        try store.queueTranscript(queued)
        #expect(try store.queuedTranscripts().first?.transcribedUpTo == .seconds(3))
        let other = QueuedTranscript(meeting: "m", recognizer: "other", key: "https://other model")
        try store.queueTranscript(other)
        #expect(try store.queuedTranscripts() == [other])
        #expect(try !store.extendQueuedTranscript(queued, with: [.sample(at: 1, text: "x")], upTo: .zero, at: now))
        #expect(try store.transcriptVersions(of: "m").count == 1)
        #expect(throws: HistoryError.noMeeting("gone")) {
            try store.queueTranscript(QueuedTranscript(meeting: "gone", recognizer: "r", key: "k"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `goes with its meeting, and with what there is of it`(kind: StoreKind) throws {
        let store = try filled(kind)
        let other = QueuedTranscript(meeting: "other", recognizer: "server", key: queued.key)
        try store.queueTranscript(queued)
        try store.queueTranscript(other)
        #expect(try store.queuedTranscripts() == [other, queued])
        try store.extendQueuedTranscript(queued, with: [.sample(at: 1, text: "x")], upTo: .seconds(3), at: now)
        try store.deleteTranscript(of: "m", version: 2)
        #expect(try store.queuedTranscripts() == [other])
        try store.queueTranscript(queued)
        try store.setDeleted(.meeting("m"), by: "me")
        #expect(try store.queuedTranscripts() == [other])
        #expect(try !store.extendQueuedTranscript(queued, with: [], upTo: .seconds(9), at: now))
        try store.undelete(.meeting("m"))
        #expect(try store.queuedTranscripts() == [other, queued])
        try store.deleteMeeting("m")
        try store.begin(.sample("m", at: 5))
        #expect(try store.queuedTranscripts() == [other])
    }
}
