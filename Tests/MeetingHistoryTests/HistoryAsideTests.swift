import Foundation
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing

/// What becomes of a history that cannot be read.
@Suite struct HistoryAsideTests {
    let temporary: TemporaryFolder
    let folder: DataFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = DataFolder(path: temporary.path)
        try folder.create()
    }

    private func write(_ contents: [String: String]) throws {
        for (ending, text) in contents {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.databasePath + ending))
        }
    }

    private func read(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func isUnreadable() -> Bool {
        do throws(HistoryError) {
            _ = try SQLiteMeetingStore(path: folder.databasePath)
            return false
        } catch {
            if case .unreadable = error { return true }
            return false
        }
    }

    private func putAside() throws -> String? {
        try folder.moveHistoryAside(on: "2026-11-21", ifStill: isUnreadable)
    }

    @Test
    func `An unreadable history is moved aside unchanged, with its log and shared memory; a new one can be created`()
        throws
    {
        try write(["": "damaged", "-wal": "the log", "-shm": "memory"])
        let path = try #require(try folder.moveHistoryAside(on: "2026-11-21") { true })
        #expect(path == folder.databasePath + ".unreadable-2026-11-21-1")
        #expect([read(path), read(path + "-wal"), read(path + "-shm")] == ["damaged", "the log", "memory"])
        #expect(!folder.hasHistory)
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        try store.save(.sample("s"))
        #expect(try store.standups() == [.sample("s")])
        #expect([read(path), read(path + "-wal"), read(path + "-shm")] == ["damaged", "the log", "memory"])
    }

    @Test func `Files that were moved aside earlier are never overwritten`() throws {
        let aside = folder.databasePath + ".unreadable-2026-11-21-"
        try write(["": "first"])
        #expect(try putAside() == aside + "1")
        try write(["": "second"])
        #expect(try putAside() == aside + "2")
        try Data("foreign".utf8).write(to: URL(fileURLWithPath: aside + "3-wal"))
        try write(["": "third"])
        #expect(try putAside() == aside + "4")
        #expect(["1", "2", "3-wal", "4"].map { read(aside + $0) } == ["first", "second", "foreign", "third"])
    }

    @Test func `A readable or missing history is not moved aside, nor one that another program is moving`() throws {
        #expect(try putAside() == nil)
        do {
            let store = try SQLiteMeetingStore(path: folder.databasePath)
            try store.save(.sample("s"))
        }
        #expect(try putAside() == nil)
        #expect(try SQLiteMeetingStore(path: folder.databasePath).standups() == [.sample("s")])
        try FileManager.default.removeItem(atPath: folder.databasePath)
        try write(["": "damaged"])
        let lock = try #require(try LiveLock.acquire("aside", in: folder))
        #expect(try putAside() == nil)
        #expect(read(folder.databasePath) == "damaged")
        lock.release()
        #expect(try putAside() != nil)
    }

    @Test func `If several find it at once, one moves it aside, and none moves the new one`() async throws {
        try write(["": "damaged"])
        let moved = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let path = try putAside()
                    if let store = try? SQLiteMeetingStore(path: folder.databasePath) {
                        try store.save(.sample(Standup.ID(rawValue: UUID().uuidString)))
                    }
                    return path
                }
            }
            return try await group.reduce(into: [String]()) { if let path = $1 { $0.append(path) } }
        }
        #expect(moved == [folder.databasePath + ".unreadable-2026-11-21-1"])
        #expect(read(moved[0]) == "damaged")
        #expect(!isUnreadable())
    }

    @Test func `If it cannot be moved aside, the error says so, and it stays`() async throws {
        try write(["": "damaged", "-wal": "the log"])
        chmod(folder.path, 0o555)
        chmod(folder.livePath, 0o777)
        defer { chmod(folder.path, 0o755) }
        await #expect(processExitsWith: .success) { [path = temporary.path as String] in
            // Root may write anything, so the user `nobody` tries.
            if geteuid() == 0 { try #require(setuid(65_534) == 0) }
            let folder = DataFolder(path: path)
            let error = #expect(throws: DataFolderError.self) { try folder.moveHistoryAside(on: "day") { true } }
            guard case .cannotPutAside(folder.databasePath, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(read(folder.databasePath) == "damaged")
        #expect(read(folder.databasePath + "-wal") == "the log")
    }
}
