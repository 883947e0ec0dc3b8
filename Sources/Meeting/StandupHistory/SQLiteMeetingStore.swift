internal import GRDB
public import MeetingHistory
package import MeetingModel
internal import Synchronization

/// The history in an SQLite database, through GRDB. [any thread]
///
/// The database is in WAL mode: several processes can write meetings at once, and a writer waits up to ten seconds for
/// another. Each write is synced before the call returns (`synchronous = FULL`), so that it survives a power cut. Deleted
/// data is overwritten (`secure_delete`). The log is emptied when the store is closed.
///
/// Reads use a separate connection, so that they do not wait while a write is synced. GRDB's `DatabasePool` does the
/// same, but writes to the database whenever it opens one without a log, which would happen in every command.
public final class SQLiteMeetingStore: MeetingStore {
    /// The path of the database.
    public let path: String

    /// The connection for reads, unless `reader` replaces it; it also created or upgraded the database.
    private let firstReader: Connection
    private let schema: Schema
    private let now: @Sendable () -> Timestamp
    private let writing: Mutex<WriteConnection>

    private struct WriteConnection {
        /// The connection for writes; opened by the first write, because most commands only read.
        var connection: Connection?
        /// The connection for reads since the first write, if the first one cannot see what is written.
        var reader: Connection?
        var isClosed = false
        /// The last answer of `dataVersion`.
        var dataVersion: Int64 = 0
        /// What every write throws, for tests.
        var failure: HistoryError?
    }

    /// Opens the history at a path, creating it if necessary, readable only by its owner (mode 0600).
    ///
    /// A file is refused, and not changed, if it is not a history, is truncated, or has a version that cannot be
    /// upgraded. After a crash, SQLite checks the file; a damaged one is refused too. A history of an earlier version
    /// is backed up before it is upgraded, see `Backup`.
    ///
    /// - Parameters:
    ///   - path: The database's path.
    ///   - progress: Called during an upgrade with the completed fraction, from 0 to 1. A large history takes seconds.
    /// - Throws: If the history cannot be opened.
    public convenience init(
        path: String,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws(HistoryError) {
        try self.init(path: path, schema: .current, now: { .now }, progress: progress)
    }

    /// Opens the history at a path with a wall clock of its own, for tests.
    package convenience init(path: String, now: @escaping @Sendable () -> Timestamp) throws(HistoryError) {
        try self.init(path: path, schema: .current, now: now)
    }

    init(
        path: String,
        schema: Schema,
        now: @escaping @Sendable () -> Timestamp = { .now },
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws(HistoryError) {
        self.path = path
        self.schema = schema
        self.now = now
        self.writing = Mutex(WriteConnection())
        do {
            RecoveredLogs.listen
            let file = DatabaseFile(path: path)
            if let (path, kind) = file.obstacle { throw HistoryError.notAFile(path: path, kind: kind) }
            let (reader, isCurrent) = try Self.create(file, schema, now: now)
            firstReader = reader
            try checkIfLeft(file)
            if !isCurrent { try reader.use { try schema.upgrade($0, path: path, progress: progress) } }
            file.removeNewMarker()
            OpenStores.add(self)
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    deinit { close() }

    /// Opens the database for reading, creating it if necessary; again if another program moves it aside meanwhile.
    private static func create(
        _ file: DatabaseFile, _ schema: Schema, now: @escaping @Sendable () -> Timestamp
    ) throws -> (Connection, isCurrent: Bool) {
        var attempts = 8
        while true {
            attempts -= 1
            let isThere = file.create()
            if let missing = file.findMissingPart() { throw HistoryError.unreadable(path: file.path, reason: missing) }
            do { return try openReader(of: file, schema, now: now) } catch let error as DatabaseError {
                let wasMoved = error.resultCode == .SQLITE_CANTOPEN && isThere && !DataFolder.exists(file.path)
                guard wasMoved, attempts > 0 else { throw error }
            }
        }
    }

    /// Opens the database for reading, and tells whether it has the version of this program.
    ///
    /// SQLite creates an index of the log even to read. On a disk that is full or read-only it cannot; a database that was
    /// closed is then read as it is.
    private static func openReader(
        of file: DatabaseFile, _ schema: Schema, now: @escaping @Sendable () -> Timestamp
    ) throws -> (Connection, isCurrent: Bool) {
        func open(isImmutable: Bool) throws -> (Connection, isCurrent: Bool) {
            let reader = try Connection(path: file.path, now: now, isImmutable: isImmutable)
            return (reader, try reader.use { try $0.read { try schema.isCurrent($0, path: file.path) } })
        }
        do { return try open(isImmutable: false) } catch let error as DatabaseError {
            let refusals: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_READONLY]
            guard refusals.contains(error.resultCode), file.isClosed, let immutable = try? open(isImmutable: true),
                immutable.isCurrent
            else { throw error }
            return immutable
        }
    }

    var reader: Connection { writing.withLock { $0.reader } ?? firstReader }

    /// Whether opening the history at a path upgrades it first, which may take seconds. [any thread]
    ///
    /// It reads the version from the file's header, and misses a newer version in the log.
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
        if let failure = writing.withLock({ $0.failure }) { throw failure }
        do {
            let result = try writer().use { queue in
                try queue.write { database in
                    // A newer program may have upgraded the database since it was opened.
                    guard try schema.isCurrent(database, path: path) else { throw HistoryError.newer(path: path) }
                    return try body(database)
                }
            }
            if reader.isImmutable {
                let reader = try Connection(path: path, now: now)
                writing.withLock { $0.reader = $0.reader ?? reader }
            }
            return result
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// For tests, makes every transaction that writes throw, as on a full disk; nil ends this.
    package func failWrites(with error: HistoryError?) { writing.withLock { $0.failure = error } }

    func writer() throws -> Connection {
        try writing.withLock { writing in
            if let connection = writing.connection { return connection }
            guard !writing.isClosed else { throw Connection.closed(path) }
            let connection = try Connection(path: path, now: now)
            writing.connection = connection
            return connection
        }
    }

    /// Whether the database has the version of this program.
    func isCurrent(_ database: Database) throws -> Bool { try schema.isCurrent(database, path: path) }

    /// It is read from the write connection; while that is in use, the previous number is returned.
    package func dataVersion() throws(HistoryError) -> Int64 {
        // Nobody can write what nobody could open for writing.
        if reader.isImmutable { return 0 }
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

    /// Closes both connections once no other thread uses them; a second call does nothing.
    func closeConnections() {
        let connections = writing.withLock { writing in
            writing.isClosed = true
            return [writing.connection.take(), writing.reader]
        }
        for connection in connections { connection?.close() }
        firstReader.close()
    }
}
