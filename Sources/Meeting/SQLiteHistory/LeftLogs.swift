internal import GRDB
internal import Glibc
internal import Synchronization

/// The databases that the last program did not close: SQLite had to take up a log that nobody held.
///
/// SQLite itself says so when a database is first read. To listen costs nothing, and where somebody else has the
/// database open, as a meeting that runs, there is nothing to be heard. [any thread]
enum LeftLogs {
    private static let logs = Mutex<Set<String>>([])

    /// Listens from the first call on, which has to come before the first connection.
    static let listen: Void = {
        Database.logError = { code, message in
            guard code == .SQLITE_NOTICE_RECOVER_WAL else { return }
            // "recovered 12 frames from WAL file /…/standup.db-wal"
            guard let start = message.firstIndex(of: "/") else { return }
            _ = logs.withLock { $0.insert(String(message[start...])) }
        }
    }()

    /// Whether the log of the database at a path was left since the last question.
    static func take(ofDatabaseAt path: String) -> Bool {
        guard !logs.withLock({ $0.isEmpty }) else { return false }
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let whole = resolved.map { String(cString: $0) } ?? path
        return logs.withLock { $0.remove(whole + "-wal") != nil }
    }
}
