internal import GRDB
package import MeetingHistory
internal import MeetingModel
internal import Synchronization

extension SQLiteMeetingStore {
    /// Deletes rows and their search index in one transaction, then erases the deleted data from the files.
    ///
    /// While another program reads the database, deleted data stays in the log. The history stores that, and
    /// `finishErasure` tries again.
    func delete(_ body: (Database) throws -> Void) throws(HistoryError) {
        try write { database in
            try body(database)
            try database.optimizeSearch()
            try database.requestErasure()
        }
        // Most reads take less than a second.
        _ = try finishErasure(within: .seconds(1))
    }

    /// Whether deleted data may still be in the files.
    func hasPendingErasure() throws(HistoryError) -> Bool {
        try !pendingErasures().isEmpty
    }

    /// Erases deleted data from the files: copies the log into the database and empties it (a checkpoint).
    ///
    /// - Parameter timeout: How long to wait for other programs that read or write.
    /// - Returns: False if another program reads the database; then try again.
    /// - Throws: If a read or write fails.
    package func finishErasure(within timeout: Duration = .zero) throws(HistoryError) -> Bool {
        let pending = try pendingErasures()
        guard !pending.isEmpty else { return true }
        guard try emptyLog(within: timeout) else { return false }
        // Keeps requests that another program has added since.
        try write { database in
            for number in pending { try database.run("DELETE FROM pending_erasure WHERE number = ?", [number]) }
        }
        return true
    }

    /// Erases deleted data, empties the log and closes the database; a second call does nothing.
    ///
    /// The last connection to close removes the log. Every call to a closed store throws.
    public func close() {
        do {
            if try !finishErasure() { OpenStores.note(pendingErasureAt: path) }
            if try hasWritten() { _ = try emptyLog(within: .zero) }
        } catch {
            // It is already closed, or its file is gone; the next program to open it tries again.
        }
        closeConnections()
    }

    private func pendingErasures() throws(HistoryError) -> [Int64] {
        try read { database in
            var numbers: [Int64] = []
            // The tables of another version may differ.
            guard try isCurrent(database) else { return numbers }
            try database.forEachRow("SELECT number FROM pending_erasure") { numbers.append($0.integer(0)) }
            return numbers
        }
    }

    /// Copies the log into the database and empties it; false if another program reads or writes.
    private func emptyLog(within timeout: Duration) throws(HistoryError) -> Bool {
        do {
            try writer().use { queue in
                try queue.writeWithoutTransaction { database in
                    try database.setBusyTimeout(timeout)
                    defer { try? database.setBusyTimeout(Connection.busyTimeout) }
                    _ = try database.checkpoint(.truncate)
                }
            }
            return true
        } catch DatabaseError.SQLITE_BUSY {
            return false
        } catch {
            throw HistoryError(error, path: path)
        }
    }
}

extension Database {
    fileprivate func setBusyTimeout(_ timeout: Duration) throws {
        try execute(sql: "PRAGMA busy_timeout = \(timeout.nanoseconds / 1_000_000)")
    }

    /// Notes that deleted data has to be erased from the files.
    func requestErasure() throws { try run("INSERT INTO pending_erasure (number) VALUES (random())", []) }
}

/// The open stores of this process, and the paths of those that could not erase deleted data. [any thread]
package enum OpenStores {
    private struct Reference: Sendable {
        weak var store: SQLiteMeetingStore?
    }

    private struct State {
        var stores: [Reference] = []
        var pending: Set<String> = []
    }

    private static let state = Mutex(State())

    static func add(_ store: SQLiteMeetingStore) {
        state.withLock { state in
            state.stores.removeAll { $0.store == nil }
            state.stores.append(Reference(store: store))
        }
    }

    static func note(pendingErasureAt path: String) {
        state.withLock { _ = $0.pending.insert(path) }
    }

    /// Closes all stores, at the end of the program.
    ///
    /// - Returns: The paths of the histories whose files may still hold deleted data.
    package static func close() -> [String] {
        for reference in state.withLock({ $0.stores }) { reference.store?.close() }
        return state.withLock { $0.pending.sorted() }
    }
}
