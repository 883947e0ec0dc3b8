internal import Glibc
internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// The tables, and how a database comes to have them.
///
/// Each migration stays as it was released; a later one is added below it and raises `version`.
enum Schema {
    /// The number of migrations, kept in the database as its `user_version`, where it costs nothing to look.
    static let version = 5

    /// Says that a database is ours ("stnd").
    static let applicationID = 0x7374_6e64

    /// Brings a database that is not current up to this version.
    ///
    /// One of an earlier version is backed up first, and waits for the meetings that a program of that version holds.
    /// `progress` is called with the part of a long upgrade that is done, from 0 to 1.
    static func upgrade(_ queue: DatabaseQueue, path: String, progress: @escaping @Sendable (Double) -> Void) throws {
        let lock = FolderLock(ofFileAt: path)
        defer { lock.release() }
        // Another process may have done it while this one waited.
        if try queue.read({ try isCurrent($0, path: path) }) { return }
        let version = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } ?? 0
        if version > 0 {
            guard try !queue.read({ try isInUse($0, path: path) }) else { throw HistoryError.inUse(path: path) }
            try Backup(ofDatabaseAt: path, version: version).make(of: queue)
        }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try migrator(progress: progress).migrate(queue)
    }

    /// Whether a program, of the earlier version then, holds one of its meetings.
    private static func isInUse(_ database: Database, path: String) throws -> Bool {
        let folder = DataFolder(path: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
        let live = try String.fetchAll(database, sql: "SELECT id FROM meeting WHERE state = 'live'")
        return live.contains { LiveMeetingLock.isHeld(Meeting.ID(rawValue: $0), in: folder) }
    }

    /// Whether the database is of this version; one that is newer or not ours is an error.
    static func isCurrent(_ database: Database, path: String) throws -> Bool {
        var found = (version: 0, application: 0)
        try database.forEachRow("SELECT user_version, application_id FROM pragma_user_version, pragma_application_id") {
            found = (Int($0.integer(0)), Int($0.integer(1)))
        }
        if found.application == applicationID {
            guard found.version <= version else { throw HistoryError.newer(path: path) }
            return found.version == version
        }
        // A program that is about to make the first migration, or died there, has made the list of migrations before.
        let tables = try Int.fetchOne(
            database,
            sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
        )
        guard tables == 0 && found == (0, 0) else {
            throw HistoryError.unreadable(path: path, reason: "it is the database of another program")
        }
        return false
    }

    private static func migrator(progress: @escaping @Sendable (Double) -> Void) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 standups and meetings") { database in
            try database.execute(sql: standupsAndMeetings)
            try database.execute(sql: "PRAGMA user_version = 1; PRAGMA application_id = \(applicationID)")
        }
        // Nothing in it could break a reference, and to check them all takes long.
        migrator.registerMigration("2 deletion, notes and transcripts", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: deletionNotesAndTranscripts)
            try database.execute(sql: "PRAGMA user_version = 2")
        }
        // What several parts of the program need, each in a `Schema+….swift` of its own.
        migrator.registerMigration("3 search and improved transcripts", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: search)
            try fillSearch(database, progress: progress)
            try database.execute(sql: drafts)
            try database.execute(sql: queuedTranscripts)
            try database.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4 countdown steps", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: countdownSteps)
            try database.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("5 pending erasures", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: pendingErasures)
            try database.execute(sql: "PRAGMA user_version = 5")
        }
        return migrator
    }
}

/// Keeps two processes from creating or upgrading a database at once: a lock (flock) of the folder that it is in.
///
/// Where there is no such lock, SQLite's own make one of the two fail instead.
private struct FolderLock {
    private let descriptor: CInt

    /// Waits for the lock.
    init(ofFileAt path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 { flock(descriptor, LOCK_EX) }
    }

    func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
