import Foundation
import GRDB
import MeetingHistory
import MeetingModel
import Testing

@testable import StandupHistory

/// Backups of histories of earlier versions, and what prevents an upgrade.
@Suite struct BackupTests {
    let folder: TemporaryFolder
    let data: DataFolder

    init() throws {
        folder = try TemporaryFolder()
        data = DataFolder(path: folder.path)
        try data.create()
    }

    private func version(_ path: String) throws -> Int? {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    }

    @Test func `An upgrade first makes a copy that only the owner can read, and deletes older copies`() throws {
        try writeHistory(to: folder)
        try Data("older".utf8).write(to: URL(fileURLWithPath: folder.database + ".version-0"))
        do { _ = try SQLiteMeetingStore(path: folder.database, schema: .later) }
        let path = folder.database + ".version-\(Schema.current.version)"
        #expect(DataFolder.backups(ofDatabaseAt: folder.database) == [path])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try version(path) == Schema.current.version)
        let copy = try DatabaseQueue(path: path)
        #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM meeting") } == 3)
        #expect(try copy.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }

    @Test func `A new or current history is not copied`() throws {
        for _ in 0..<2 { _ = try SQLiteMeetingStore(path: folder.database) }
        #expect(DataFolder.backups(ofDatabaseAt: folder.database) == [])
    }

    @Test func `If no copy can be made, the history is not upgraded`() throws {
        try writeHistory(to: folder)
        let before = FileManager.default.contents(atPath: folder.database)
        // A non-empty folder in place of the copy makes copying fail.
        try FileManager.default.createDirectory(
            atPath: folder.database + ".version-\(Schema.current.version)/x", withIntermediateDirectories: true)
        let error = #expect(throws: HistoryError.self) {
            try SQLiteMeetingStore(path: folder.database, schema: .later)
        }
        guard case .cannotWrite = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(FileManager.default.contents(atPath: folder.database) == before)
        #expect(try version(folder.database) == Schema.current.version)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.contains(".tmp") })
    }

    @Test func `A history is not upgraded while a program of the earlier version holds a meeting`() throws {
        try writeHistory(to: folder)
        let queue = try DatabaseQueue(path: folder.database)
        try queue.write { try $0.execute(sql: "UPDATE meeting SET state = 'live' WHERE number = 1") }
        let first = "SELECT id FROM meeting WHERE number = 1"
        let id = try #require(try queue.read { try String.fetchOne($0, sql: first) })
        try queue.close()
        let lock = try #require(try LiveMeetingLock.acquire(Meeting.ID(rawValue: id), in: data))
        #expect(throws: HistoryError.inUse(path: folder.database)) {
            try SQLiteMeetingStore(path: folder.database, schema: .later)
        }
        #expect(try version(folder.database) == Schema.current.version)
        #expect(DataFolder.backups(ofDatabaseAt: folder.database) == [])
        lock.release()
        _ = try SQLiteMeetingStore(path: folder.database, schema: .later)
        #expect(try version(folder.database) == Schema.later.version)
    }

    @Test func `A program writes nothing to its open history after a newer program has upgraded it`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.save(.sample("s"))
        let newer = try DatabaseQueue(path: folder.database)
        try newer.write { try $0.execute(sql: "PRAGMA user_version = \(Schema.current.version + 1)") }
        #expect(throws: HistoryError.newer(path: folder.database)) { try store.save(.sample("t")) }
        #expect(throws: HistoryError.newer(path: folder.database)) { try store.deleteStandup("s") }
        #expect(try newer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM standup") } == 1)
    }

    @Test func `A permanent deletion also deletes the copy, which contains the deleted data`() throws {
        try writeHistory(to: folder)
        let store = try SQLiteMeetingStore(path: folder.database, schema: .later)
        let meeting = try #require(try store.meetings(of: nil).first)
        #expect(DataFolder.backups(ofDatabaseAt: folder.database).count == 1)
        try PermanentDeletion.remove(.meeting(meeting.id), from: store, in: data)
        #expect(DataFolder.backups(ofDatabaseAt: folder.database) == [])
    }
}
