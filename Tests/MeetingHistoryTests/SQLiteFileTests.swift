import Foundation
import GRDB
import MeetingHistory
import MeetingModel
import Testing

@testable import StandupHistory

/// The database's files, with any content.
@Suite struct SQLiteFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `Only the owner can read the database, its log and its shared memory`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.begin(.full("m"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["standup.db", "standup.db-shm", "standup.db-wal"])
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `Writes are synced, waits have a timeout, and deleted data is overwritten`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        let pragmas = ["journal_mode", "synchronous", "secure_delete", "foreign_keys", "busy_timeout"]
        for connection in [store.reader, try store.writer()] {
            let values = try connection.use { queue in
                try queue.read { database in
                    try pragmas.map { try String.fetchOne(database, sql: "PRAGMA \($0)") }
                }
            }
            #expect(values == ["wal", "2", "1", "1", "10000"])
        }
    }

    @Test func `A write that waited too long for another program's is an error that says so`() throws {
        for code in [ResultCode.SQLITE_BUSY, .SQLITE_LOCKED] {
            let error = HistoryError(DatabaseError(resultCode: code), path: "/data/standup.db")
            #expect(error == .locked(path: "/data/standup.db"))
            #expect("\(error)".contains("another program is writing") && !"\(error)".contains("disk space"))
        }
    }

    @Test func `A reopened history holds everything, and its schema is not written again`() throws {
        do {
            let store = try SQLiteMeetingStore(path: folder.database)
            try store.save(.sample("s"))
            try store.begin(.full("m"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["standup.db"])
        let before = FileManager.default.contents(atPath: folder.database)
        do {
            let store = try SQLiteMeetingStore(path: folder.database)
            #expect(try store.standups() == [.sample("s")])
            #expect(try store.meeting("m") == .full("m"))
        }
        #expect(FileManager.default.contents(atPath: folder.database) == before)
    }

    @Test(
        arguments: [false, true]
    )
    func `An emptied file is an error, and it and its log stay as they were`(hasLog: Bool) throws {
        try fill()
        if hasLog { try Data("log".utf8).write(to: URL(fileURLWithPath: folder.database + "-wal")) }
        try folder.write(Data())
        #expect(throws: HistoryError.unreadable(path: folder.database, reason: "the file is empty")) {
            try SQLiteMeetingStore(path: folder.database)
        }
        #expect(FileManager.default.contents(atPath: folder.database) == Data())
        #expect(FileManager.default.contents(atPath: folder.database + "-wal") == (hasLog ? Data("log".utf8) : nil))
    }

    @Test(arguments: [false, true])
    func `A program that crashes while it creates the history does not block the next one`(hasFile: Bool) throws {
        try Data().write(to: URL(fileURLWithPath: folder.database + "-new"))
        if hasFile { try folder.write(Data()) }
        do {
            let store = try SQLiteMeetingStore(path: folder.database)
            try store.save(.sample("s"))
            #expect(try store.standups() == [.sample("s")])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["standup.db"])
        // From now on an empty file is a loss.
        try folder.write(Data())
        #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: folder.database) }
    }

    @Test func `Opening a truncated database is an error, however little is missing`() throws {
        try fill()
        let whole = try #require(FileManager.default.contents(atPath: folder.database))
        for length in [100, 4095, 4096, whole.count / 2, whole.count - 4096, whole.count - 1] {
            try folder.write(whole.prefix(length))
            let error = #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: folder.database) }
            guard case .unreadable(_, let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(reason == "it was cut, \(length) of \(whole.count) bytes are there")
        }
        try folder.write(whole + Data(count: 10))
        #expect(try SQLiteMeetingStore(path: folder.database).standups().count == 20)
    }

    @Test func `An interrupted creation of a history is completed`() throws {
        let queue = try DatabaseQueue(path: folder.database)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.save(.sample("s"))
        #expect(try store.standups() == [.sample("s")])
    }

    @Test(
        arguments: [
            "xy", "no database", String(repeating: "garbage ", count: 10_000), "SQLite format 3\0 and then nothing",
        ]
    )
    func `A file that is not a database is an error, and stays as it was`(text: String) throws {
        let contents = Data(text.utf8)
        try folder.write(contents)
        let error = #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: folder.database) }
        guard case .unreadable(folder.database, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(FileManager.default.contents(atPath: folder.database) == contents)
        #expect(error?.description.contains("\n") == false)
    }

    @Test func `A database of a later version is an error, and stays as it was`() throws {
        try change("PRAGMA user_version = \(Schema.current.version + 1)")
        let contents = FileManager.default.contents(atPath: folder.database)
        let error = #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: folder.database) }
        #expect(error == .newer(path: folder.database))
        #expect(FileManager.default.contents(atPath: folder.database) == contents)
    }

    @Test(
        arguments: [1, Schema.firstVersion - 1])
    func `A history of a version before the first release is an error that says what to do, and stays as it was`(
        version: Int
    ) throws {
        try fill()
        try change("PRAGMA user_version = \(version)")
        let contents = FileManager.default.contents(atPath: folder.database)
        let error = #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: folder.database) }
        #expect(
            error?.description
                == "cannot read the history \(folder.database) (its version, \(version), is from before the first "
                + "release), which is unchanged; open another file or move this one away")
        #expect(!SQLiteMeetingStore.isOfEarlierVersion(path: folder.database))
        #expect(FileManager.default.contents(atPath: folder.database) == contents)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["standup.db"])
    }

    @Test(
        arguments: ["", "PRAGMA user_version = 1"]
    )
    func `The database of another program is an error, and stays as it was`(sql: String) throws {
        let queue = try DatabaseQueue(path: folder.database)
        try queue.write { try $0.execute(sql: "CREATE TABLE bookmark (url TEXT);" + sql) }
        try queue.close()
        let contents = FileManager.default.contents(atPath: folder.database)
        #expect(
            throws: HistoryError.unreadable(path: folder.database, reason: "it is the database of another program")
        ) { try SQLiteMeetingStore(path: folder.database) }
        #expect(FileManager.default.contents(atPath: folder.database) == contents)
    }

    @Test func `A truncated database is an error no later than the read of a missing page, never a trap`() throws {
        try fill()
        let whole = try #require(FileManager.default.contents(atPath: folder.database))
        var errors = 0
        for length in stride(from: 1, to: whole.count, by: whole.count / 37) {
            try folder.write(whole.prefix(length))
            do {
                try readEverything()
            } catch {
                guard case .unreadable = error else {
                    Issue.record("\(error)")
                    continue
                }
                errors += 1
                #expect(FileManager.default.contents(atPath: folder.database) == whole.prefix(length))
            }
        }
        #expect(errors >= 37)
    }

    @Test func `Reading a database with random bytes gives an error or values, never a trap`() throws {
        try fill()
        let whole = try #require(FileManager.default.contents(atPath: folder.database))
        var generator = SeededGenerator(seed: 3)
        var errors = 0
        for _ in 0..<150 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
                    in: 0...255,
                    using: &generator
                )
            }
            try folder.write(damaged)
            do { try readEverything() } catch { errors += 1 }
        }
        #expect(errors > 0)
    }

    @Test(
        arguments: [
            "UPDATE standup SET theme = 'plaid'", "UPDATE standup SET warnings = '1 x'",
            "UPDATE meeting SET state = 'paused'",
            "UPDATE meeting SET recording_rate = 0", "UPDATE meeting SET recording_frames = -1",
            "UPDATE meeting SET recording_rate = NULL", "UPDATE utterance SET words = ''",
            "UPDATE pause SET reason = ''", "UPDATE attendee SET id = 'twin'",
            "UPDATE meeting_attendee SET id = 'twin'",
        ]
    )
    func `An invalid row is an error that names it`(sql: String) throws {
        try fill()
        try change(sql)
        let error = #expect(throws: HistoryError.self) { try readEverything() }
        guard case .unreadable(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("cannot"))
    }

    @Test(
        arguments: ["/no/such/folder", ""]
    )
    func `A missing folder, or a folder in place of the file, is an error`(suffix: String) throws {
        let path = folder.path + suffix
        let error = #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: path) }
        switch error {
        case .cannotWrite(path, _, _): #expect(suffix != "")
        case .notAFile(path, "a folder"): #expect(suffix == "")
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test
    func `A write to a full disk fails as a whole, loses no earlier rows, and succeeds once there is room`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.begin(.full("m"))
        try setMaximalPages(of: store, beyond: 0)
        let long = Utterance.sample(at: 20, text: String(repeating: "x", count: 100_000))
        let error = #expect(throws: HistoryError.self) {
            try store.record([.utterance(.sample(at: 19, text: "short")), .utterance(long)], in: "m")
        }
        guard case .cannotWrite(folder.database, "database or disk is full", ENOSPC) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.meeting("m") == .full("m"))
        try setMaximalPages(of: store, beyond: 1000)
        try store.record([.utterance(long)], in: "m")
        #expect(try store.meeting("m")?.transcript.last == long)
    }

    @Test(arguments: [false, true])
    func `Deleted data is in no file, even while the history is open`(wholeStandup: Bool) throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        let secret = "chrysanthemum"
        try store.save(.sample("s"))
        try store.begin(.full("m", text: secret))
        try store.begin(.full("n", text: "hydrangea"))
        for second in 0..<200 { try store.record([.utterance(.sample(at: Double(second), text: secret))], in: "m") }
        #expect(try folder.bytes().range(of: Data(secret.utf8)) != nil)
        if wholeStandup {
            try store.deleteStandup("s")
        } else {
            try store.deleteMeeting("m")
        }
        #expect(try folder.bytes().range(of: Data(secret.utf8)) == nil)
        #expect((try folder.bytes().range(of: Data("hydrangea".utf8)) == nil) == wholeStandup)
    }

    @Test
    func `Data deleted while another connection reads is recorded, and erased by the next try after that`() throws {
        let secret = "chrysanthemum"
        do {
            let store = try SQLiteMeetingStore(path: folder.database)
            try store.begin(.full("m", text: secret))
            try store.begin(.full("n", text: secret))
        }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: folder.database, configuration: configuration)
        try reader.writeWithoutTransaction { try $0.execute(sql: "BEGIN; SELECT count(*) FROM meeting") }
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.deleteMeeting("m")
        #expect(try store.hasPendingErasure())
        let other = try SQLiteMeetingStore(path: folder.database)
        #expect(try !other.finishErasure(), "every program knows of it")
        #expect(try folder.bytes().range(of: Data(secret.utf8)) != nil)
        try other.deleteMeeting("n")
        try reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try other.finishErasure())
        #expect(try !store.hasPendingErasure())
        #expect(try folder.bytes().range(of: Data(secret.utf8)) == nil)
    }

    @Test func `Closing a store leaves no log, or an empty one if another store is open`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        let other = try SQLiteMeetingStore(path: folder.database)
        _ = try other.standups()
        try store.begin(.full("m"))
        let log = folder.database + "-wal"
        #expect(try #require(FileManager.default.contents(atPath: log)).count > 0)
        store.close()
        store.close()
        #expect(try #require(FileManager.default.contents(atPath: log)).isEmpty)
        #expect(throws: HistoryError.self) { try store.standups() }
        #expect(try other.meeting("m") != nil)
        other.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["standup.db"])
    }

    @Test(
        arguments: ["", "-wal", "-shm", "-journal", "-new", "-unchecked"], [S_IFIFO, S_IFSOCK])
    func `A pipe or socket in place of a database file is an error, without waiting for it`(
        ending: String, kind: mode_t
    ) throws {
        let path = folder.database + ending
        #expect(mknod(path, kind | 0o600, 0) == 0)
        let error = #expect(throws: HistoryError.self) { try SQLiteMeetingStore(path: folder.database) }
        #expect(error == .notAFile(path: path, kind: kind == S_IFIFO ? "a named pipe" : "a socket"))
        #expect(!SQLiteMeetingStore.isOfEarlierVersion(path: folder.database))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["standup.db" + ending])
    }

    private func fill() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        for number in 0..<20 {
            try store.save(.sample(Standup.ID(rawValue: "s\(number)")))
            try store.begin(.full(Meeting.ID(rawValue: "m\(number)")))
        }
    }

    private func readEverything() throws(HistoryError) {
        let store = try SQLiteMeetingStore(path: folder.database)
        _ = try store.standups()
        for meeting in try store.meetings(of: nil) { _ = try store.meeting(meeting.id)?.recording?.duration }
        _ = try store.liveMeetings()
        _ = try store.recognizerState("mic")
    }

    /// Changes the database as another program might.
    private func change(_ sql: String) throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.write { try $0.execute(sql: sql) }
    }

    private func setMaximalPages(of store: SQLiteMeetingStore, beyond pages: Int) throws {
        try store.write { database in
            let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(count + pages)")
        }
    }
}
