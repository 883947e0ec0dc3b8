internal import Glibc
package import MeetingHistory
package import MeetingModel
package import SQLiteHistory
package import TeamHistory

/// Synchronises the history of a data folder with its team's, and removes what others have deleted.
///
/// One program at a time does so for a folder, by a lock. It waits for the network: nothing that is live calls it.
package struct TeamSynchroniser: Sendable {
    /// The history.
    package let store: SQLiteMeetingStore
    /// Makes a connection to the server of an address.
    package let connect: @Sendable (_ address: String) throws -> any TeamServer
    private let folder: DataFolder

    private static let lock = "team-sync"

    /// Synchronises the history of a folder; `connect` makes a connection to the server of an address.
    package init(
        store: SQLiteMeetingStore, folder: DataFolder, connect: @escaping @Sendable (String) throws -> any TeamServer
    ) {
        self.store = store
        self.folder = folder
        self.connect = connect
    }

    /// Sends and receives everything.
    ///
    /// - Throws: `TeamError.busy` if another program is doing it, and does not end while `patience` lasts.
    package func run(
        consent: TeamSync.Consent = [], patience: Duration = .seconds(10)
    ) throws -> TeamSync.Summary {
        try whileLocked(patience: patience) { server in
            let summary = try TeamSync(store, with: server).run(consent: consent)
            try removeRecordings()
            return summary
        }
    }

    /// Makes another member the lead of a standup, for all.
    ///
    /// - Throws: `TeamError.noMember`, `.notShared` or `.notLead`; `TeamError.busy` as `run` does.
    package func handOn(_ standup: Standup, to member: String) throws {
        try whileLocked(patience: .seconds(10)) { server in
            try TeamSync(store, with: server).handOn(standup, to: member)
            try removeRecordings()
        }
    }

    private func whileLocked<Result>(
        patience: Duration, _ body: (any TeamServer) throws -> Result
    ) throws -> Result {
        guard let membership = try store.membership() else { throw TeamError.notJoined }
        let server = try connect(membership.address)
        defer { server.close() }
        let end = ContinuousClock.now + patience
        while true {
            if let lock = try LiveLock.acquire(Self.lock, in: folder) {
                defer { lock.release() }
                return try body(server)
            }
            guard .now < end else { throw TeamError.busy }
            usleep(100_000)
        }
    }

    /// Sends and receives everything over a connection, after `first`.
    ///
    /// - Throws: `TeamError.busy` if another program is doing it.
    package func synchronise(with server: any TeamServer, first: () throws -> Void = {}) throws {
        guard let lock = try LiveLock.acquire(Self.lock, in: folder) else { throw TeamError.busy }
        defer { lock.release() }
        try first()
        _ = try TeamSync(store, with: server).run()
        try removeRecordings()
    }

    /// Removes the recordings of meetings that others have deleted, and the copies of the history from before upgrades.
    private func removeRecordings() throws {
        let files = try store.removedRecordings()
        for file in files {
            let path = try folder.recordingPath(file)
            guard unlink(path) == 0 || errno == ENOENT else {
                throw DataFolderError.cannotRemove(path: path, reason: String(cString: strerror(errno)))
            }
            try store.forgetRecording(file)
        }
        guard !files.isEmpty else { return }
        for backup in DataFolder.backups(ofDatabaseAt: folder.databasePath) { unlink(backup) }
    }
}
