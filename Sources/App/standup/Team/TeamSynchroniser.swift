import Glibc
import MeetingHistory
import MeetingModel
import SQLiteHistory
import TeamHistory

/// Synchronises the history of a data folder with its team's, and removes what others have deleted.
///
/// One program at a time does so for a folder, by a lock. It waits for the network: nothing that is live calls it.
struct TeamSynchroniser: Sendable {
    let store: SQLiteMeetingStore
    let folder: DataFolder
    /// Makes a connection to the server of an address.
    let connect: @Sendable (_ address: String) throws -> any TeamServer

    private static let lock = "team-sync"

    /// Sends and receives everything.
    ///
    /// - Throws: `TeamError.busy` if another program is doing it, and does not end within ten seconds.
    func run(consent: TeamSync.Consent = []) throws -> TeamSync.Summary {
        guard let membership = try store.membership() else { throw TeamError.notJoined }
        let server = try connect(membership.address)
        defer { server.close() }
        var left = 100
        while true {
            do { return try synchronise(with: server, consent) } catch TeamError.busy where left > 0 {
                left -= 1
                usleep(100_000)
            }
        }
    }

    /// Sends and receives everything over a connection, after `first`.
    ///
    /// - Throws: `TeamError.busy` if another program is doing it.
    func synchronise(
        with server: any TeamServer, _ consent: TeamSync.Consent = [], first: () throws -> Void = {}
    ) throws -> TeamSync.Summary {
        guard let lock = try LiveLock.acquire(Self.lock, in: folder) else { throw TeamError.busy }
        defer { lock.release() }
        try first()
        let summary = try TeamSync(store, with: server).run(consent: consent)
        try removeRecordings()
        return summary
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
