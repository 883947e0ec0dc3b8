internal import Glibc
internal import GRDB
internal import MeetingHistory

/// The tables, and how a database comes to have them.
///
/// Each migration stays as it was released; a later one is added below it and raises `version`.
enum Schema {
    /// The number of migrations, kept in the database as its `user_version`, where it costs nothing to look.
    static let version = 4

    /// Says that a database is ours ("stnd").
    static let applicationID = 0x7374_6e64

    /// Brings the database up to this version, or refuses one that is newer or not ours.
    ///
    /// One that is up to date, as nearly always, takes one query. `progress` is called with the part of a long upgrade
    /// that is done, from 0 to 1.
    static func prepare(_ queue: DatabaseQueue, path: String, progress: @escaping @Sendable (Double) -> Void) throws {
        if try queue.read({ try isCurrent($0, path: path) }) { return }
        let lock = FolderLock(ofFileAt: path)
        defer { lock.release() }
        // Another process may have done it while this one waited.
        if try queue.read({ try isCurrent($0, path: path) }) { return }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try migrator(progress: progress).migrate(queue)
    }

    private static func isCurrent(_ database: Database, path: String) throws -> Bool {
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
