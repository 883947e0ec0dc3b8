internal import Glibc
internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// The tables of a history, and the migrations between versions.
///
/// `tables`, `search` and `team` create the schema of the first release. They never change after it: a later version adds a
/// migration.
struct Schema: Sendable {
    /// A change from one version of the schema to the next, in one transaction.
    ///
    /// It may call `progress` with the completed fraction, from 0 to 1.
    typealias Migration = @Sendable (_ database: Database, _ progress: (Double) -> Void) throws -> Void

    static let current = Schema(migrations: [addVoices])

    /// Version 16: utterances that were given to somebody by voice, and standups whose voices are learned.
    private static let addVoices: Migration = { database, _ in
        try database.execute(
            sql: """
                ALTER TABLE utterance ADD COLUMN by_voice INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE standup ADD COLUMN learns_voices INTEGER NOT NULL DEFAULT 0;
                """)
    }

    /// The version of the first release; databases of earlier versions are refused.
    static let firstVersion = 15

    /// Identifies a database as a history ("stnd").
    static let applicationID = 0x7374_6e64

    /// The migrations from `firstVersion`, in order.
    let migrations: [Migration]

    var version: Int { Self.firstVersion + migrations.count }

    /// Creates the tables, or upgrades a database of an earlier version.
    ///
    /// A database of an earlier version is backed up first. It is refused while a program of that version is running a
    /// meeting.
    func upgrade(_ queue: DatabaseQueue, path: String, progress: @escaping @Sendable (Double) -> Void) throws {
        let lock = FolderLock(ofFileAt: path)
        defer { lock.release() }
        // Another process may have upgraded it while this one waited.
        if try queue.read({ try isCurrent($0, path: path) }) { return }
        let found = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } ?? 0
        if found > 0 {
            guard try !queue.read({ try Self.isInUse($0, path: path) }) else { throw HistoryError.inUse(path: path) }
            try Backup(ofDatabaseAt: path, version: found).make(of: queue)
        }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            if found == 0 {
                try database.inTransaction(.immediate) {
                    try database.execute(sql: Self.tables + Self.search + Self.team)
                    try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
                    try database.execute(sql: "PRAGMA user_version = \(Self.firstVersion)")
                    return .commit
                }
            }
            for (index, migrate) in migrations.enumerated().dropFirst(max(0, found - Self.firstVersion)) {
                try database.inTransaction(.immediate) {
                    try migrate(database, progress)
                    try database.execute(sql: "PRAGMA user_version = \(Self.firstVersion + index + 1)")
                    return .commit
                }
            }
        }
    }

    /// Whether another program, necessarily of the earlier version, is running a meeting.
    private static func isInUse(_ database: Database, path: String) throws -> Bool {
        let folder = DataFolder(path: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
        let live = try String.fetchAll(database, sql: "SELECT id FROM meeting WHERE state = 'live'")
        return live.contains { LiveMeetingLock.isHeld(Meeting.ID(rawValue: $0), in: folder) }
    }

    /// Whether the database has this version; false if it is new, or of an earlier version that can be upgraded.
    ///
    /// - Throws: An error if its version is later or precedes the first release, or if it is not a history.
    func isCurrent(_ database: Database, path: String) throws -> Bool {
        var found = (version: 0, application: 0)
        try database.forEachRow("SELECT user_version, application_id FROM pragma_user_version, pragma_application_id") {
            found = (Int($0.integer(0)), Int($0.integer(1)))
        }
        if found.application == Self.applicationID {
            guard found.version <= version else { throw HistoryError.newer(path: path) }
            guard found.version >= Self.firstVersion else {
                throw HistoryError.unreadable(
                    path: path, reason: "its version, \(found.version), is from before the first release")
            }
            return found.version == version
        }
        guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0, found == (0, 0) else {
            throw HistoryError.unreadable(path: path, reason: "it is the database of another program")
        }
        return false
    }
}

/// A lock (flock) on the folder, so that only one process at a time creates or upgrades a database.
///
/// On a file system without such locks, SQLite's own locks make one of two processes fail instead.
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
