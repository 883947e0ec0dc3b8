import Foundation
import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Synchronization
import Testing

/// Deletions that can be undone until the program that made them closes.
@Suite(.timeLimit(.minutes(10))) struct TrashTests {
    let temporary: TemporaryFolder
    let folder: DataFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = DataFolder(path: temporary.path)
        try folder.create()
    }

    /// Standup s with meetings m and n, and standup t with o; each meeting has a recording.
    private func filled() throws -> SQLiteMeetingStore {
        let store = try temporary.open()
        for id: Standup.ID in ["s", "t"] { try store.save(.sample(id)) }
        for (id, standup) in [("m", "s"), ("n", "s"), ("o", "t")] {
            var meeting = Meeting.sample(
                Meeting.ID(rawValue: id), of: Standup.ID(rawValue: standup), state: .finished)
            meeting.recording = Recording(fileName: "\(id).wav", sampleRate: 48_000)
            try store.begin(meeting)
            try Data("sound".utf8).write(to: URL(fileURLWithPath: folder.recordingsPath + "/\(id).wav"))
        }
        return store
    }

    private func trash(_ store: any MeetingStore, seed: UInt64 = 1) -> Trash {
        var generator = SeededGenerator(seed: seed)
        return Trash(store: store, folder: folder, using: &generator)
    }

    private func recordings() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.recordingsPath).sorted()
    }

    private func locks() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.livePath)
    }

    @Test func `A meeting in the trash stays there when it is discarded; any other is gone`() throws {
        let store = try filled()
        let trash = trash(store)
        try trash.delete(.meeting("m"))
        for id: Meeting.ID in ["m", "n"] {
            try store.discard(id) { try? FileManager.default.removeItem(atPath: folder.recordingsPath + "/\(id).wav") }
        }
        #expect(try recordings() == ["m.wav", "o.wav"])
        try trash.restore(.meeting("m"))
        #expect(Set(try store.meetings(of: nil).map(\.id)) == ["m", "o"])
        try trash.delete(.meeting("m"))
        #expect(trash.empty() == [])
        #expect(try recordings() == ["o.wav"])
    }

    @Test func `A deletion can be undone, including the recording`() throws {
        let store = try filled()
        let trash = trash(store)
        #expect(try locks() == [])
        #expect(try trash.delete(.standup("s")))
        #expect(try trash.delete(.meeting("o")))
        #expect(try !trash.delete(.meeting("o")))
        #expect(try store.standups().map(\.id) == ["t"])
        #expect(try recordings() == ["m.wav", "n.wav", "o.wav"])
        #expect(try locks().count == 1)
        #expect(try trash.restore(.standup("s")))
        #expect(try trash.restore(.meeting("o")))
        #expect(trash.empty() == [])
        #expect(try store.standups().map(\.id) == ["s", "t"])
        #expect(try store.meetings(of: nil).count == 3)
        #expect(try recordings() == ["m.wav", "n.wav", "o.wav"])
        #expect(try locks() == [])
    }

    @Test func `Closing permanently removes the deleted items and their recordings, and nothing else`() throws {
        let store = try filled()
        let (trash, other) = (trash(store), trash(store, seed: 2))
        try trash.delete(.meeting("m"))
        try trash.delete(.standup("s"))
        try other.delete(.meeting("o"))
        #expect(trash.empty() == [])
        #expect(try store.standups().map(\.id) == ["t"])
        #expect(try recordings() == ["o.wav"])
        #expect(try !trash.restore(.standup("s")))
        #expect(try store.tombstones().map(\.item) == [.meeting("o")])
        #expect(try other.restore(.meeting("o")))
        #expect(try store.meetings(of: nil).map(\.id) == ["o"])
    }

    @Test func `Another program removes deleted items only when the program that deleted them has died`() async throws {
        let store = try filled()
        let living = trash(store)
        try living.delete(.meeting("o"))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = temporary.path as String] in
            let folder = DataFolder(path: path)
            var generator = SeededGenerator(seed: 9)
            let trash = Trash(
                store: try SQLiteMeetingStore(path: folder.databasePath), folder: folder, using: &generator)
            try trash.delete(.standup("s"))
            // While it lives, nobody else removes it.
            #expect(Trash.emptyAbandoned(in: try SQLiteMeetingStore(path: folder.databasePath), folder: folder) == [])
            try #require(try SQLiteMeetingStore(path: folder.databasePath).tombstones().count == 2)
            kill(getpid(), SIGKILL)
        }
        #expect(try store.standups().map(\.id) == ["t"])
        #expect(try recordings() == ["m.wav", "n.wav", "o.wav"])
        #expect(Trash.emptyAbandoned(in: store, folder: folder) == [])
        #expect(try recordings() == ["o.wav"])
        #expect(try store.meetings(removedWith: .standup("s")) == [])
        #expect(try store.tombstones().map(\.item) == [.meeting("o")])
        #expect(try living.restore(.meeting("o")))
        living.empty()
        #expect(try locks() == [])
    }

    @Test func `Nothing to remove leaves no trace`() throws {
        let store = try filled()
        #expect(Trash.emptyAbandoned(in: store, folder: folder) == [])
        #expect(trash(store).empty() == [])
        #expect(try locks() == [])
        #expect(try recordings().count == 3)
    }

    @Test func `A deleted standup whose meeting is running stays marked until the meeting has ended`() throws {
        let store = try filled()
        try store.begin(.sample("live", of: "s"))
        let lock = try #require(try LiveMeetingLock.acquire("live", in: folder))
        let trash = trash(store)
        try trash.delete(.standup("s"))
        #expect(trash.empty() == [])
        #expect(try store.meetings(removedWith: .standup("s")).count == 3)
        #expect(try recordings().count == 3)
        lock.release()
        #expect(Trash.emptyAbandoned(in: store, folder: folder) == [])
        #expect(try store.meetings(removedWith: .standup("s")) == [])
        #expect(try recordings() == ["o.wav"])
        #expect(try locks() == [])
    }

    @Test func `A recording that cannot be deleted is reported, and stays in the history for another try`()
        throws
    {
        let store = try filled()
        let path = folder.recordingsPath + "/m.wav"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let trash = trash(store)
        try trash.delete(.meeting("m"))
        try trash.delete(.meeting("n"))
        let problems = trash.empty()
        #expect(problems.count == 1)
        #expect(problems == ["\(path) is a folder, not a file; move it away"])
        #expect(try store.tombstones().map(\.item) == [.meeting("m")])
        #expect(try recordings() == ["m.wav", "o.wav"])
        try FileManager.default.removeItem(atPath: path)
        #expect(Trash.emptyAbandoned(in: store, folder: folder) == [])
        #expect(try store.tombstones() == [])
    }

    /// Meeting m with the transcripts 1 and 2, of which 2 is current, and a point of each.
    private func addTranscripts(to store: any MeetingStore) throws {
        let now = Timestamp(nanosecondsSince1970: 0)
        try store.record([.utterance(.sample(at: 1, text: "login"))], in: "m")
        _ = try store.addTranscript([.sample(at: 1, text: "lagoon")], to: "m", recognizer: "r", at: now)
        let points = [1, 2].map { number in
            Point(
                id: ["p1", "p2"][number - 1], attendee: "0", kind: .plan, text: "word", start: .seconds(1),
                end: .seconds(2), maker: .rules, transcript: number)
        }
        try store.addPoints(points, to: "m", by: .rules, from: 2, settling: [], at: now)
    }

    @Test func `A transcript in the trash is hidden for everybody at once, and comes back as it was`() throws {
        let store = try filled()
        try addTranscripts(to: store)
        let trash = trash(store)
        let before = try store.transcript(of: "m", version: 1)
        #expect(throws: HistoryError.transcriptInUse("m", version: 2)) {
            try trash.delete(.transcript("m", version: 2))
        }
        #expect(try !trash.delete(.transcript("m", version: 3)) && !trash.delete(.transcript("gone", version: 1)))
        #expect(try trash.delete(.transcript("m", version: 1)) && !trash.delete(.transcript("m", version: 1)))
        #expect(try store.transcriptVersions(of: "m").map(\.number) == [2])
        let missing = HistoryError.noTranscript("m", version: 1)
        #expect(throws: missing) { try store.transcript(of: "m", version: 1) }
        #expect(throws: missing) { try store.chooseTranscript(of: "m", version: 1, at: .now) }
        #expect(throws: missing) {
            try store.correctTranscript(of: "m", version: 1, [], at: Timestamp(nanosecondsSince1970: 0))
        }
        // Nobody else erases it while its owner lives.
        #expect(Trash.emptyAbandoned(in: store, folder: folder) == [])
        #expect(try trash.restore(.transcript("m", version: 1)) && !trash.restore(.transcript("m", version: 1)))
        #expect(try store.transcriptVersions(of: "m").map(\.number) == [1, 2])
        #expect(try store.transcript(of: "m", version: 1) == before)
        #expect(trash.empty() == [])
        #expect(try store.transcriptVersions(of: "m").count == 2)
    }

    @Test(
        "A transcript in the trash is erased with its owner, or by the next program; points are made again before and after",
        arguments: [true, false])
    func eraseTranscript(crashes: Bool) throws {
        let store = try filled()
        try addTranscripts(to: store)
        let counts = Mutex<[Int]>([])
        let count = { @Sendable (id: Meeting.ID) in
            counts.withLock { $0.append((try? store.meeting(id)?.points.count) ?? 0) }
        }
        var generator = SeededGenerator(seed: 1)
        let trash = Trash(store: store, folder: folder, using: &generator, remakePoints: count)
        if crashes {
            try store.setDeleted(.transcript("m", version: 1), by: "trash-crashed")
            #expect(trash.empty() == [])
            #expect(try store.tombstones().count == 1)
            #expect(Trash.emptyAbandoned(in: store, folder: folder, remakePoints: count) == [])
        } else {
            try trash.delete(.transcript("m", version: 1))
            #expect(trash.empty() == [])
        }
        #expect(try store.tombstones() == [])
        #expect(throws: HistoryError.noTranscript("m", version: 1)) { try store.deleteTranscript(of: "m", version: 1) }
        #expect(counts.withLock { $0 } == [2, 1], "before and after")
        #expect(try store.meeting("m")?.points.map(\.id) == ["p2"])
        #expect(try store.meeting("m")?.transcript.map(\.text) == ["lagoon"])
    }

    @Test func `A transcript that a resumed meeting writes to stays in the trash`() throws {
        let store = try filled()
        try addTranscripts(to: store)
        let trash = trash(store)
        try trash.delete(.transcript("m", version: 1))
        try store.record([.state(.live, duration: .seconds(9))], in: "m")
        #expect(trash.empty() == [])
        #expect(try store.tombstones().map(\.item) == [.transcript("m", version: 1)])
        try store.record([.state(.finished, duration: .seconds(9))], in: "m")
        #expect(Trash.emptyAbandoned(in: store, folder: folder) == [])
        #expect(try store.tombstones() == [])
    }

    @Test func `Permanently removed data is nowhere on the disk`() throws {
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        let secret = "chrysanthemum"
        try store.save(.sample("s", title: secret))
        try store.begin(.full("m", text: secret))
        for second in 0..<200 { try store.record([.utterance(.sample(at: Double(second), text: secret))], in: "m") }
        let trash = trash(store)
        try trash.delete(.standup("s"))
        #expect(try temporary.bytes().range(of: Data(secret.utf8)) != nil)
        trash.empty()
        #expect(try temporary.bytes().range(of: Data(secret.utf8)) == nil)
    }

    @Test func `A deleted transcript is nowhere on the disk`() throws {
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        let secret = "chrysanthemum"
        try store.begin(.sample("m", state: .finished))
        for second in 0..<50 { try store.record([.utterance(.sample(at: Double(second), text: secret))], in: "m") }
        let corrections = try store.transcript(of: "m", version: 1).map {
            UtteranceCorrection(utterance: $0.id, text: "x")
        }
        _ = try store.correctTranscript(of: "m", version: 1, corrections, at: Timestamp(nanosecondsSince1970: 0))
        try store.deleteTranscript(of: "m", version: 1)
        #expect(try temporary.bytes().range(of: Data(secret.utf8)) == nil)
        #expect(try store.meeting("m")?.transcript.count == 50)
    }
}
