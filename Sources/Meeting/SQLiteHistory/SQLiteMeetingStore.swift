internal import Foundation
internal import GRDB
package import MeetingHistory
internal import Synchronization

/// The history in an SQLite database, through GRDB. [any thread]
///
/// One connection, in WAL mode: several processes can keep meetings in one database at once, and a writer that finds
/// another waits for it, up to ten seconds. Every write is synced before the call returns (`synchronous = FULL`, one
/// sync of the log): an utterance is to survive a power cut too, and a meeting writes a few rows a second at most.
/// What is deleted is overwritten (`secure_delete`). The log is emptied when the store is closed or goes.
package final class SQLiteMeetingStore: MeetingStore {
    /// The path of the database.
    package let path: String

    let queue: DatabaseQueue
    /// Held while the database is used: GRDB traps where one is read that was closed meanwhile.
    private let access = NSLock()
    private let isClosed = Atomic(false)

    /// How long a writer waits for another, in seconds.
    static let busyTimeout = 10

    /// Opens the history at a path, and creates it there if there is none, for the user's eyes only (mode 0600).
    ///
    /// A file that is no history of ours, one of a newer version, and one that was cut or emptied, is left as it is, and
    /// so is one that the last program did not close, as it died, if SQLite's check finds it damaged. What is brought
    /// up to date is backed up first, see `Backup`.
    ///
    /// - Parameters:
    ///   - path: The database's.
    ///   - progress: Called with the part that is done, from 0 to 1, while a history of an earlier version is brought up
    ///     to date; of a big one that takes seconds.
    /// - Throws: If it cannot be opened, or is no history that this version can read.
    package init(
        path: String,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws(HistoryError) {
        self.path = path
        do {
            LeftLogs.listen
            let file = DatabaseFile(path: path)
            if let (path, kind) = file.obstacle { throw HistoryError.notAFile(path: path, kind: kind) }
            file.create()
            if let loss = file.loss() { throw HistoryError.unreadable(path: path, reason: loss) }

            var configuration = Configuration()
            configuration.label = "standup.history"
            configuration.busyMode = .timeout(Double(Self.busyTimeout))
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
                SearchFunction.add(to: database)
            }
            queue = try DatabaseQueue(path: path, configuration: configuration)
            let isCurrent = try queue.read { try Schema.isCurrent($0, path: path) }
            try checkIfLeft(file)
            if !isCurrent { try Schema.upgrade(queue, path: path, progress: progress) }
            file.finish()
            OpenStores.add(self)
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    deinit { close() }

    /// Whether opening the history at a path brings it up to date first, which may take seconds. [any thread]
    ///
    /// It looks at a few bytes of the file, where SQLite keeps the version, and sees nothing that is in the log alone.
    package static func isOfEarlierVersion(path: String) -> Bool {
        DatabaseFile(path: path).version.map { $0 < Schema.version } ?? false
    }

    /// Checks the database if the last program did not close it.
    private func checkIfLeft(_ file: DatabaseFile) throws {
        guard LeftLogs.take(ofDatabaseAt: path) || file.isUnchecked else { return }
        file.setUnchecked()
        if let damage = try damage() { throw HistoryError.unreadable(path: path, reason: damage) }
        file.setChecked()
    }

    /// Reads in one transaction.
    func read<T>(_ body: (Database) throws -> T) throws(HistoryError) -> T {
        do {
            return try withQueue { try $0.read(body) }
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// Writes in one transaction, which is taken back if `body` throws.
    func write<T>(_ body: (Database) throws -> T) throws(HistoryError) -> T {
        do {
            return try withQueue { queue in
                try queue.write { database in
                    // Another program, a newer one, may have brought it up to date since it was opened.
                    guard try Schema.isCurrent(database, path: path) else { throw HistoryError.newer(path: path) }
                    return try body(database)
                }
            }
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// Uses the database; an error once it is closed.
    func withQueue<T>(_ body: (DatabaseQueue) throws -> T) throws -> T {
        access.lock()
        defer { access.unlock() }
        guard !isClosed.load(ordering: .relaxed) else {
            throw HistoryError.cannotWrite(path: path, reason: "the history is closed")
        }
        return try body(queue)
    }

    /// Closes the database, after whoever uses it; a second call does nothing.
    func closeQueue() {
        access.lock()
        defer { access.unlock() }
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        try? queue.close()
    }
}
