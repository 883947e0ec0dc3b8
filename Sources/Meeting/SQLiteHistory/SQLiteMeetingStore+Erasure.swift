internal import GRDB
package import MeetingHistory
internal import MeetingModel
internal import Synchronization

extension SQLiteMeetingStore {
    /// Deletes in one transaction, from the index of words too, and erases what was deleted.
    ///
    /// While another program reads the database, the words stay in the file and its log. This is noted in the history, and
    /// tried again by `finishErasure`.
    func delete(_ body: (Database) throws -> Void) throws(HistoryError) {
        try write { database in
            try body(database)
            try database.optimizeSearch()
            try database.run("INSERT INTO pending_erasure (number) VALUES (random())", [])
        }
        // Most readers are done in a moment.
        _ = try finishErasure(within: .seconds(1))
    }

    /// Whether something was deleted that may still be in the files.
    package func hasPendingErasure() throws(HistoryError) -> Bool {
        try !pendingErasures().isEmpty
    }

    /// Erases what was deleted from the files, if anything is left of it: brings the log into the database, and empties it.
    ///
    /// - Parameter patience: How long to wait for other programs that read or write.
    /// - Returns: False if another program reads the database; then it is to be tried again.
    /// - Throws: What the disk refuses.
    package func finishErasure(within patience: Duration = .zero) throws(HistoryError) -> Bool {
        let pending = try pendingErasures()
        guard !pending.isEmpty else { return true }
        guard try emptyLog(within: patience) else { return false }
        // Only what was seen before: another program may have deleted something since.
        try write { database in
            for number in pending { try database.run("DELETE FROM pending_erasure WHERE number = ?", [number]) }
        }
        return true
    }

    /// Erases what was deleted, empties the log and closes the database; a second call does nothing.
    ///
    /// The last one to close removes the log. Nothing can be asked of the store afterwards.
    package func close() {
        do {
            if try !finishErasure() { OpenStores.note(pendingErasureAt: path) }
            if try hasWritten() { _ = try emptyLog(within: .zero) }
        } catch {
            // It is closed already, or its file is gone; the next program to open it tries again.
        }
        closeQueue()
    }

    private func pendingErasures() throws(HistoryError) -> [Int64] {
        try read { database in
            var numbers: [Int64] = []
            // One of another version is not touched.
            guard try Schema.isCurrent(database, path: path) else { return numbers }
            try database.forEachRow("SELECT number FROM pending_erasure") { numbers.append($0.integer(0)) }
            return numbers
        }
    }

    private func hasWritten() throws(HistoryError) -> Bool {
        try read { $0.totalChangesCount > 0 }
    }

    /// Brings the log into the database and empties it; false if another program reads or writes.
    private func emptyLog(within patience: Duration) throws(HistoryError) -> Bool {
        do {
            try withQueue { queue in
                try queue.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA busy_timeout = \(patience.nanoseconds / 1_000_000)")
                    defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Self.busyTimeout * 1000)") }
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

/// The stores of this process that have not been closed, and what could not be erased when they were. [any thread]
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
    /// - Returns: The paths of the histories of which deleted words may still be in the files.
    package static func close() -> [String] {
        for reference in state.withLock({ $0.stores }) { reference.store?.close() }
        return state.withLock { $0.pending.sorted() }
    }
}
