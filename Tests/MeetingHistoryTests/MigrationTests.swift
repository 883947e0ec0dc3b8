import Foundation
import GRDB
import MeetingModel
import Synchronization
import Testing

@testable import MeetingHistory
@testable import StandupHistory

/// A history of this version in a later version of the program.
@Suite struct MigrationTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try writeHistory(to: folder)
    }

    /// Every row of every table with these columns.
    private func rows(_ columns: [String: [String]]) throws -> [String: [String]] {
        try inspect { database in
            try columns.reduce(into: [:]) { rows, table in
                let names = table.value.joined(separator: ", ")
                rows[table.key] = try Row.fetchAll(database, sql: "SELECT \(names) FROM \(table.key) ORDER BY \(names)")
                    .map(\.description)
            }
        }
    }

    private func columns() throws -> [String: [String]] {
        try inspect { database in
            let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'pending_erasure'"
            return try String.fetchAll(database, sql: sql)
                .reduce(into: [:]) { columns, table in columns[table] = try database.columns(in: table).map(\.name) }
        }
    }

    private func inspect<T>(_ body: (Database) throws -> T) throws -> T {
        let queue = try DatabaseQueue(path: folder.database)
        defer { try? queue.close() }
        return try queue.read(body)
    }

    @Test func `An upgrade keeps every row of the earlier version`() throws {
        let columns = try columns()
        let before = try rows(columns)
        #expect(before["meeting"]?.count == 3)
        #expect(before["utterance"]?.count == 6)
        do { _ = try SQLiteMeetingStore(path: folder.database, schema: .later) }
        #expect(try rows(columns) == before)
        let (version, integrity, broken, moods) = try inspect { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA user_version"),
                try String.fetchAll(database, sql: "PRAGMA integrity_check"),
                try Row.fetchAll(database, sql: "PRAGMA foreign_key_check"),
                try Int.fetchOne(database, sql: "SELECT count(*) FROM mood")
            )
        }
        #expect(version == Schema.later.version)
        #expect(integrity == ["ok"])
        #expect(broken == [])
        #expect(moods == 3)
    }

    @Test func `A second upgrade performs only the later migrations`() throws {
        let first = Schema(migrations: Array(Schema.later.migrations.dropLast()))
        do { _ = try SQLiteMeetingStore(path: folder.database, schema: first) }
        do { _ = try SQLiteMeetingStore(path: folder.database, schema: .later) }
        #expect(try inspect { try Int.fetchOne($0, sql: "SELECT count(*) FROM mood WHERE strength = 2") } == 3)
    }

    @Test func `A new history of a later version has the tables of all versions`() throws {
        let path = folder.path + "/new.db"
        let store = try SQLiteMeetingStore(path: path, schema: .later)
        try store.begin(.full("m"))
        #expect(try store.meeting("m") == .full("m"))
        #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mood") } == 0)
        #expect(DataFolder.backups(ofDatabaseAt: path) == [])
    }

    @Test func `An upgrade reports its progress`() throws {
        let parts = Parts()
        _ = try SQLiteMeetingStore(
            path: folder.database, schema: .later,
            progress: { part in
                parts.parts.withLock { $0.append(part) }
            })
        #expect(parts.parts.withLock { $0 } == [0.5, 1])
    }

    private final class Parts: Sendable {
        let parts = Mutex<[Double]>([])
    }

    @Test func `All stores that open a history of an earlier version at once succeed`() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask { [path = folder.database] in
                    let count = try SQLiteMeetingStore(path: path, schema: .later).standups().count
                    #expect(count == 2)
                }
            }
            try await group.waitForAll()
        }
        #expect(try inspect { try Int.fetchOne($0, sql: "SELECT count(*) FROM mood") } == 3)
    }

    @Test func `A failed upgrade leaves the history as it was, and can be tried again`() throws {
        let columns = try columns()
        let before = try rows(columns)
        let failing = Schema(
            migrations: Schema.current.migrations + [
                { database, _ in
                    try database.execute(sql: "DELETE FROM utterance; CREATE TABLE mood (number INTEGER PRIMARY KEY)")
                    throw DatabaseError(resultCode: .SQLITE_FULL)
                }
            ])
        let error = #expect(throws: HistoryError.self) {
            try SQLiteMeetingStore(path: folder.database, schema: failing)
        }
        guard case .cannotWrite = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try rows(columns) == before)
        #expect(try inspect { try Int.fetchOne($0, sql: "PRAGMA user_version") } == Schema.current.version)
        #expect(try SQLiteMeetingStore(path: folder.database, schema: .later).standups().count == 2)
    }

    @Test
    func `A full disk during an upgrade leaves the history as it was, and the upgrade can be tried again`() async throws
    {
        let columns = try columns()
        let before = try rows(columns)
        await #expect(processExitsWith: .success) { [path = folder.database as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 8_000, rlim_max: 8_000)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let error = #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: path, schema: .later) }
            guard case .cannotWrite = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(try rows(columns) == before)
        #expect(try SQLiteMeetingStore(path: folder.database, schema: .later).standups().count == 2)
    }
}

extension Schema {
    /// A schema two versions later than the present one: a table with a row for each meeting, and then a column.
    static let later = Schema(
        migrations: Schema.current.migrations + [
            { database, progress in
                try database.execute(
                    sql: """
                        CREATE TABLE mood (meeting INTEGER PRIMARY KEY REFERENCES meeting ON DELETE CASCADE) STRICT;
                        INSERT INTO mood SELECT number FROM meeting;
                        """)
                progress(0.5)
            },
            { database, progress in
                try database.execute(sql: "ALTER TABLE mood ADD COLUMN strength INTEGER NOT NULL DEFAULT 2")
                progress(1)
            },
        ])
}

/// Puts a history of this version into a folder: two standups and three meetings.
func writeHistory(to folder: TemporaryFolder) throws {
    let store = try SQLiteMeetingStore(path: folder.database)
    for id: Standup.ID in ["s", "t"] { try store.save(.sample(id)) }
    for id: Meeting.ID in ["a", "b", "c"] { try store.begin(.full(id)) }
    store.close()
}
