internal import Glibc
internal import GRDB
internal import Synchronization

/// The databases whose log SQLite had to recover, because the last program did not close them.
///
/// SQLite reports this when the database is first read, unless another process has it open. [any thread]
enum RecoveredLogs {
    private static let logs = Mutex<Set<String>>([])

    /// Receives SQLite's reports; must be evaluated before the first connection is opened.
    static let listen: Void = {
        Database.logError = { code, message in
            guard code == .SQLITE_NOTICE_RECOVER_WAL else { return }
            // "recovered 12 frames from WAL file /…/standup.db-wal"
            guard let start = message.firstIndex(of: "/") else { return }
            _ = logs.withLock { $0.insert(String(message[start...])) }
        }
    }()

    /// Whether the log of the database at a path was recovered since the last call.
    static func take(ofDatabaseAt path: String) -> Bool {
        guard !logs.withLock({ $0.isEmpty }) else { return false }
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let whole = resolved.map { String(cString: $0) } ?? path
        return logs.withLock { $0.remove(whole + "-wal") != nil }
    }
}
