import Foundation
import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing
import TestSupport

/// Deletions that a crash, a file or a full disk interrupts.
@Suite(.timeLimit(.minutes(10))) struct PermanentDeletionTests {
    static let ids = (1...2).map { Meeting.ID(rawValue: "3f2a0000-0000-4000-8000-00000000000\($0)") }
    let temporary: TemporaryFolder
    let folder: DataFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = DataFolder(path: temporary.path)
        try folder.create()
    }

    /// A standup with two meetings, each with a recording.
    private func filled() throws -> SQLiteMeetingStore {
        let store = try temporary.open()
        try store.save(.sample("s"))
        for id in Self.ids {
            var meeting = Meeting.sample(id, of: "s", state: .finished)
            meeting.recording = Recording(fileName: "\(id).wav", sampleRate: 48_000)
            try store.begin(meeting)
            try Data("sound".utf8).write(to: URL(fileURLWithPath: folder.recordingsPath + "/\(id).wav"))
        }
        return store
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test func `A crash after the rows leaves a recording, which the next start removes`() throws {
        let store = try filled()
        try store.deleteStandup("s")
        #expect(try names(folder.recordingsPath).count == 2)
        #expect(try store.removedRecordings() == Self.ids.map { "\($0).wav" })
        #expect(Trash.emptyAbandoned(in: store, folder: folder) == [])
        #expect(try names(folder.recordingsPath) == [])
        #expect(try store.removedRecordings() == [])
    }

    @Test func `A file that cannot be removed keeps the whole standup`() throws {
        let store = try filled()
        let path = folder.recordingsPath + "/\(Self.ids[1]).wav"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: DataFolderError.self) {
            try PermanentDeletion.remove(.standup("s"), from: store, in: folder)
        }
        #expect(try names(folder.recordingsPath).count == 2)
        #expect(try store.meetings(of: nil).count == 2 && store.standups().count == 1)
    }

    @Test func `On a full disk the recording goes first, and the next start finishes`() throws {
        let store = SQLiteMeetingStore.temporary()
        try store.save(.sample("s"))
        var meeting = Meeting.sample(Self.ids[0], of: "s", state: .finished)
        meeting.recording = Recording(fileName: "\(meeting.id).wav", sampleRate: 48_000)
        try store.begin(meeting)
        let path = folder.recordingsPath + "/\(meeting.id).wav"
        try Data("sound".utf8).write(to: URL(fileURLWithPath: path))
        store.failWrites(with: .cannotWrite(path: "standup.db", reason: "full", code: ENOSPC))
        #expect(throws: HistoryError.self) {
            try PermanentDeletion.remove(.meeting(meeting.id), from: store, in: folder)
        }
        let givenUp = folder.livePath + "/\(meeting.id).deleted"
        #expect(try Data(contentsOf: URL(fileURLWithPath: givenUp)).isEmpty)
        #expect(!DataFolder.exists(path))
        #expect(folder.foreignNames == [])
        store.failWrites(with: nil)
        #expect(Trash.emptyAbandoned(in: store, folder: folder) == [])
        #expect(try store.meetings(of: nil).isEmpty)
        #expect(try names(folder.livePath) == [])
    }
}

/// A history on a disk without room, or that cannot be written.
@Suite(.timeLimit(.minutes(10))) struct FixedHistoryTests {
    @Test func `is read where SQLite cannot create a file beside it`() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.begin(.full("m"))
        store.close()
        await #expect(processExitsWith: .success) { [path = folder.database as String] in
            // No file may grow, as on a full disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let store = try SQLiteMeetingStore(path: path)
            #expect(try store.meeting("m") == .full("m"))
            #expect(throws: HistoryError.self) { try store.deleteMeeting("m") }
            #expect(try store.meeting("m") == .full("m"))
        }
    }
}
