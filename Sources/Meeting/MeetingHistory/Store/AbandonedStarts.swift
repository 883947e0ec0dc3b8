internal import Glibc
internal import MeetingModel
// Where the compiler finds the members of timespec in a build with more jobs than two.

/// Removes what a program leaves if it crashes before its meeting is in the history: a lock, and an empty recording or a
/// part of an imported one.
enum AbandonedStarts {
    /// The size of the longest WAV header, in bytes: a recording of this size holds no sound.
    private static let longestHeader = 104

    /// Removes stale locks and empty recordings.
    ///
    /// A recording with sound is kept, even without a meeting.
    static func clear(in store: some DeletionStore, folder: DataFolder) throws(HistoryError) {
        for name in folder.lockNames {
            guard let path = try? folder.lockPath(name), folder.isStaleLock(at: path),
                let lock = (try? LiveLock.acquire(name, in: folder)) ?? nil
            else { continue }
            defer { lock.release() }
            let id = Meeting.ID(rawValue: name)
            if DataFolder.isMeetingLock(name) { unlink("\(folder.recordingsPath)/\(name).part") }
            guard try store.meetings(removedWith: .meeting(id)).isEmpty,
                let recording = try? folder.recordingPath(DataFolder.recordingName(of: id))
            else { continue }
            var status = stat()
            if lstat(recording, &status) == 0, status.st_size <= longestHeader { unlink(recording) }
        }
    }
}

extension DataFolder {
    /// The age in seconds after which a free lock is stale: a program creates its lock before it holds it.
    private static let staleAge = 1

    /// Whether a file is a lock that was left by a program that crashed, unless a program holds it.
    package func isStaleLock(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && time(nil) - status.st_mtim.tv_sec > Self.staleAge
            && LiveLock.isLock(at: path)
    }
}
