internal import Glibc
internal import MeetingModel

/// Removes what a program leaves if it crashes before its meeting is in the history: a lock and an empty recording.
enum AbandonedStarts {
    /// The size of the longest WAV header, in bytes: a recording of this size holds no sound.
    private static let longestHeader = 104
    /// The age in seconds after which a free lock is stale.
    private static let age = 1

    /// Removes stale locks and empty recordings.
    ///
    /// A recording with sound is kept, even without a meeting.
    static func clear(in store: some DeletionStore, folder: DataFolder) throws(HistoryError) {
        for name in folder.lockNames {
            guard let path = try? folder.lockPath(name), isOldLock(path),
                let lock = (try? LiveLock.acquire(name, in: folder)) ?? nil
            else { continue }
            defer { lock.release() }
            let id = Meeting.ID(rawValue: name)
            guard try store.meetings(removedWith: .meeting(id)).isEmpty,
                let recording = try? folder.recordingPath(DataFolder.recordingName(of: id))
            else { continue }
            var status = stat()
            if lstat(recording, &status) == 0, status.st_size <= longestHeader { unlink(recording) }
        }
    }

    /// Whether a file is a stale lock.
    private static func isOldLock(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && time(nil) - status.st_mtim.tv_sec > age && LiveLock.isLock(at: path)
    }
}
