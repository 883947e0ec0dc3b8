internal import Glibc
internal import MeetingModel

/// What is left of meetings whose program died before they were in the history: a lock, and a recording without sound.
enum AbandonedStarts {
    /// No recording with sound is so short: it is all header, in bytes.
    private static let longestHeader = 104
    /// So old is a lock that nobody is about to take, in seconds.
    private static let age = 1

    /// Removes it.
    ///
    /// A recording that holds sound stays where it is, whatever has become of its row.
    static func clear(in store: some MeetingStore, folder: DataFolder) throws(HistoryError) {
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

    /// Whether a file is a lock that is so old.
    private static func isOldLock(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && time(nil) - status.st_mtim.tv_sec > age && LiveLock.isLock(at: path)
    }
}
