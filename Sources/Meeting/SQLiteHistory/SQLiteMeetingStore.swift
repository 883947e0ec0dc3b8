internal import GRDB
package import MeetingHistory
internal import Synchronization

/// The history in an SQLite database, through GRDB. [any thread]
///
/// The database is in WAL mode: several processes can write meetings at once, and a writer waits up to ten seconds for
/// another. Each write is synced before the call returns (`synchronous = FULL`), so that it survives a power cut. Deleted
/// data is overwritten (`secure_delete`). The log is emptied when the store is closed.
///
/// Reads have a connection of their own, so that none waits for a write that is being synced. GRDB's `DatabasePool` would
/// do the same, but it writes to the database whenever it opens one without a log, as each command does.
package final class SQLiteMeetingStore: MeetingStore {
    /// The path of the database.
    package let path: String

    /// The connection for reads; it has also created or upgraded the database.
    let reader: Connection
    private let schema: Schema
    private let writing: Mutex<WriteConnection>

    private struct WriteConnection {
        /// The connection for writes, which the first write opens: most commands need none.
        var connection: Connection?
        var isClosed = false
        /// The last answer of `dataVersion`.
        var dataVersion: Int64 = 0
    }

    /// Opens the history at a path, and creates it if there is none, readable by its owner alone (mode 0600).
    ///
    /// A file that is not a history, or was truncated, or has a version that cannot be upgraded, is refused and left as it
    /// is. So is one that a crashed program left, if SQLite's check finds it damaged. A history of an earlier version is
    /// backed up before it is upgraded, see `Backup`.
    ///
    /// - Parameters:
    ///   - path: The database's.
    ///   - progress: Called during an upgrade with the part that is done, from 0 to 1. A large history takes seconds.
    /// - Throws: If the history cannot be opened.
    package convenience init(
        path: String,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws(HistoryError) {
        try self.init(path: path, schema: .current, progress: progress)
    }

    /// Opens the history at a path with a schema.
    init(
        path: String,
        schema: Schema,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws(HistoryError) {
        self.path = path
        self.schema = schema
        self.writing = Mutex(WriteConnection())
        do {
            RecoveredLogs.listen
            let file = DatabaseFile(path: path)
            if let (path, kind) = file.obstacle { throw HistoryError.notAFile(path: path, kind: kind) }
            file.create()
            if let loss = file.loss() { throw HistoryError.unreadable(path: path, reason: loss) }

            reader = try Connection(path: path)
            let isCurrent = try reader.queue.read { try schema.isCurrent($0, path: path) }
            try checkIfLeft(file)
            if !isCurrent { try schema.upgrade(reader.queue, path: path, progress: progress) }
            file.finish()
            OpenStores.add(self)
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    deinit { close() }

    /// Whether opening the history at a path upgrades it first, which may take seconds. [any thread]
    ///
    /// It reads the version from the header of the file, and does not see what is in the log alone.
    package static func isOfEarlierVersion(path: String) -> Bool {
        DatabaseFile(path: path).version.map { $0 >= Schema.firstVersion && $0 < Schema.current.version } ?? false
    }

    /// Checks the database if the last program did not close it.
    private func checkIfLeft(_ file: DatabaseFile) throws {
        guard RecoveredLogs.take(ofDatabaseAt: path) || file.isUnchecked else { return }
        file.setUnchecked()
        if let damage = try damage() { throw HistoryError.unreadable(path: path, reason: damage) }
        file.setChecked()
    }

    /// Reads in one transaction.
    func read<T>(_ body: (Database) throws -> T) throws(HistoryError) -> T {
        do {
            return try reader.use { try $0.read(body) }
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// Writes in one transaction, which is rolled back if `body` throws.
    func write<T>(_ body: (Database) throws -> T) throws(HistoryError) -> T {
        do {
            return try writer().use { queue in
                try queue.write { database in
                    // A newer program may have upgraded the database since it was opened.
                    guard try schema.isCurrent(database, path: path) else { throw HistoryError.newer(path: path) }
                    return try body(database)
                }
            }
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// The connection for writes.
    func writer() throws -> Connection {
        try writing.withLock { writing in
            if let connection = writing.connection { return connection }
            guard !writing.isClosed else { throw Connection.closed(path) }
            let connection = try Connection(path: path)
            writing.connection = connection
            return connection
        }
    }

    /// Whether the database has the version of this program.
    func isCurrent(_ database: Database) throws -> Bool { try schema.isCurrent(database, path: path) }

    /// A number that changes when another connection or process has written.
    ///
    /// It is asked of the connection for writes, whose own writes do not change it. While that writes, the answer is the
    /// one before.
    package func dataVersion() throws(HistoryError) -> Int64 {
        do {
            let version = try writer().useIfFree { queue in
                try queue.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
            }
            return writing.withLock { writing in
                writing.dataVersion = version ?? writing.dataVersion
                return writing.dataVersion
            }
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// Whether this store has written since it was opened.
    func hasWritten() throws -> Bool {
        let connections: [Connection?] = [reader, writing.withLock { $0.connection }]
        return try connections.contains { connection in
            try connection?.use { queue in try queue.read { $0.totalChangesCount > 0 } } ?? false
        }
    }

    /// Closes both connections, after whoever uses them; a second call does nothing.
    func closeConnections() {
        writing.withLock { writing in
            writing.isClosed = true
            return writing.connection.take()
        }?.close()
        reader.close()
    }
}
