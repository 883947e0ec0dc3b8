import Foundation
import GRDB
import MeetingHistory
import MeetingModel
import Testing

@testable import SQLiteHistory

/// What becomes of a history that an earlier version of the program wrote.
@Suite struct MigrationTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(version: Int) throws {
        try writeHistory(version: version, to: folder)
    }

    /// Every row of every table of the first version, by its columns of then.
    private func rows(_ columns: [String: [String]]) throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: folder.database)
        defer { try? queue.close() }
        return try queue.read { database in
            try columns.reduce(into: [:]) { rows, table in
                let names = table.value.joined(separator: ", ")
                rows[table.key] = try Row.fetchAll(database, sql: "SELECT \(names) FROM \(table.key) ORDER BY 1, 2")
                    .map(\.description)
            }
        }
    }

    private func columns() throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: folder.database)
        defer { try? queue.close() }
        return try queue.read { database in
            let tables = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations'"
            )
            return try tables.reduce(into: [:]) { columns, table in
                columns[table] = try database.columns(in: table).map(\.name)
            }
        }
    }

    @Test("A history of an earlier version is brought up to date with every row as it was", arguments: [1, 2])
    func keepsEverything(version: Int) throws {
        try write(version: version)
        let columns = try columns()
        #expect(columns.count == (version == 1 ? 10 : 11))
        let before = try rows(columns)
        #expect(before.filter(\.value.isEmpty).keys.sorted() == ["gap", "vocabulary"])
        do { _ = try SQLiteMeetingStore(path: folder.database) }
        #expect(try rows(columns) == before)
        let queue = try DatabaseQueue(path: folder.database)
        let found = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
        let integrity = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        let broken = try queue.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }
        #expect(found == Schema.version)
        #expect(integrity == ["ok"])
        #expect(broken == [])
    }

    @Test("What was in a history of the first version can be read, and everything new can be done with it")
    func reads() throws {
        try write(version: 1)
        let store = try SQLiteMeetingStore(path: folder.database)
        #expect(try store.standups().map(\.title) == ["Daily", "Weekly 회의"])
        #expect(try store.standups().flatMap(\.attendees).map(\.name) == ["Zoë", "Ben", "李小龍"])
        #expect(try store.meetings(of: nil).map(\.state) == [.live, .finished, .finished])
        let held = try #require(try store.meetings(of: nil).last)
        let meeting = try #require(try store.meeting(held.id))
        #expect(meeting.duration == .seconds(14))
        #expect(meeting.recording?.frames == 672_000)
        #expect(meeting.turns.count == 2)
        #expect(meeting.pauses == [Pause(at: .seconds(10), duration: .zero, reason: .user)])
        #expect(meeting.note == nil)
        #expect(meeting.transcript.first?.text == "yesterday i finished the report for the new customer")
        #expect(meeting.transcript.first?.words.count == 9)
        #expect(try store.recognizerState("pocketsphinx/mic") == [1, 40])

        let kept = try store.transcript(of: held.id, version: 1)
        #expect(kept.map(\.utterance) == meeting.transcript)
        let now = Timestamp(nanosecondsSince1970: 1)
        let correction = UtteranceCorrection(utterance: kept[0].id, text: "Yesterday I finished")
        #expect(try store.correctTranscript(of: held.id, version: 1, [correction], at: now) == 2)
        #expect(try store.meeting(held.id)?.transcript.first?.text == "Yesterday I finished")
        #expect(try store.transcript(of: held.id, version: 1) == kept)
        try store.record([.note("later")], in: held.id)
        #expect(try store.meeting(held.id)?.note == "later")
        let live = try #require(try store.liveMeetings().first)
        try store.record([.utterance(.sample(at: 1))], in: live)
        #expect(try store.meeting(live)?.transcript.count == 1)
        #expect(try store.setDeleted(.standup(meeting.standupID), by: "me"))
        #expect(try store.standups().map(\.title) == ["Weekly 회의"])
    }

    @Test("A history of the third version, whose meetings cannot be gone on with, can have some that can")
    func third() throws {
        try write(version: 2)
        do { _ = try SQLiteMeetingStore(path: folder.database) }
        let queue = try DatabaseQueue(path: folder.database)
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    DROP TABLE countdown_step; DROP TABLE pending_erasure;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '4 %' OR identifier LIKE '5 %';
                    PRAGMA user_version = 3
                    """)
        }
        try queue.close()
        let columns = try columns()
        let before = try rows(columns)
        let store = try SQLiteMeetingStore(path: folder.database)
        #expect(try rows(columns.filter { $0.key != "grdb_migrations" }) == before)
        #expect(try store.resumableMeetings() == [])
        let id = try #require(try store.meetings(of: nil).first?.id)
        try store.record([.countdownStep("step")], in: id)
        #expect(try store.countdownSteps(of: id) == ["step"])
    }

    @Test("What was in a history of the second version can be read: transcripts, the note, what is deleted")
    func readsTheSecond() throws {
        try write(version: 2)
        let store = try SQLiteMeetingStore(path: folder.database)
        #expect(try store.meetings(of: nil).map(\.title) == ["Daily", "Daily"])
        let tombstones = try store.tombstones()
        #expect(tombstones.map(\.owner) == ["an-app"])
        #expect(try store.undelete(try #require(tombstones.first).item))
        #expect(try store.meetings(of: nil).map(\.title) == ["Daily", "Weekly 회의", "Daily"])
        let held = try #require(try store.meetings(of: nil).last)
        let meeting = try #require(try store.meeting(held.id))
        #expect(meeting.note == "Ask about the café")
        #expect(meeting.transcript.first?.text.hasSuffix("in Zürich") == true)
        #expect(
            try store.transcriptVersions(of: held.id).map(\.origin)
                == [.live, .correction(of: 1), .recognizer("speech server")]
        )
        #expect(try store.transcript(of: held.id, version: 1).first?.utterance.words.count == 9)
        try store.chooseTranscript(of: held.id, version: 3)
        #expect(try store.meeting(held.id)?.transcript.map(\.recognizer) == ["speech server"])
    }

    @Test("Several that open a history of an earlier version at once all succeed", arguments: [1, 2])
    func atOnce(version: Int) async throws {
        try write(version: version)
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask { [path = folder.database] in
                    let count = try SQLiteMeetingStore(path: path).standups().count
                    #expect(count == 2)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("If the disk is full while a history is brought up to date, it stays as it was, and it can be tried again")
    func brokenOff() async throws {
        try write(version: 1)
        let columns = try columns()
        let before = try rows(columns)
        await #expect(processExitsWith: .success) { [path = folder.database as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 8_000, rlim_max: 8_000)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let error = #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: path) }
            guard case .cannotWrite = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(try rows(columns) == before)
        #expect(try SQLiteMeetingStore(path: folder.database).standups().count == 2)
    }
}

/// Puts a history of an earlier version into a folder.
func writeHistory(version: Int, to folder: TemporaryFolder) throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/version-\(version).sql")
    let sql = try String(contentsOf: fixture, encoding: .utf8)
    let queue = try DatabaseQueue(path: folder.database)
    try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try database.execute(sql: sql)
    }
    try queue.close()
}
