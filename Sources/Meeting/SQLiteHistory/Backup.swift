internal import GRDB
internal import Glibc
internal import MeetingHistory

/// A copy of a history of an earlier version, made before the upgrade.
///
/// It is called `standup.db.version-5`, after its version. There is one at most: the next upgrade replaces it. A
/// deletion for good removes it, because it holds the deleted data.
struct Backup {
    private let path: String
    private let version: Int

    /// The backup of a database of a version.
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
        .cannotWrite(path: path, reason: "no backup can be made, " + String(cString: strerror(code)))
    }
}
