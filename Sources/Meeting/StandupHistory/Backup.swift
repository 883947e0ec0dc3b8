internal import Glibc
internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// A backup of a history, made before its schema is upgraded.
///
/// Its name ends with the old version: `standup.db.version-15`. There is at most one: the next upgrade replaces it.
/// A permanent deletion removes it, because it holds the deleted data.
struct Backup {
    private let path: String
    private let version: Int

    init(ofDatabaseAt path: String, version: Int) {
        self.path = path
        self.version = version
    }

    /// Copies the database page by page; after an error there is no backup.
    func make(of queue: DatabaseQueue) throws {
        let target = path + DataFolder.backupEnding + String(version)
        let part = target + ".tmp"
        unlink(part)
        do {
            let file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw error(errno) }
            close(file)
            let copy = try DatabaseQueue(path: part)
            try queue.backup(to: copy)
            try copy.close()
            guard rename(part, target) == 0 else { throw error(errno) }
        } catch {
            for ending in ["", "-journal", "-wal", "-shm"] { unlink(part + ending) }
            throw error
        }
        for other in DataFolder.backups(ofDatabaseAt: path) where other != target { unlink(other) }
    }

    private func error(_ code: CInt) -> HistoryError {
        .cannotWrite(path: path, reason: "a backup cannot be made, " + systemMessage(code))
    }
}
