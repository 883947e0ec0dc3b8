internal import Glibc
package import MeetingModel

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
            let isStored = try !store.meetings(removedWith: .meeting(id)).isEmpty
            if DataFolder.isMeetingLock(name) { try? folder.removePart(of: id, isStored: isStored) }
            guard !isStored,
                let recording = try? folder.recordingPath(DataFolder.recordingName(of: id))
            else { continue }
            if let status = FileStatus(recording, followingLinks: false), status.size <= longestHeader {
                unlink(recording)
            }
        }
    }
}

extension DataFolder {
    /// The ending of the second name that the recording of an import has until its meeting is stored.
    package static let partSuffix = ".part"

    /// Removes what a killed import has left of a meeting's recording: all of it, unless the meeting is stored.
    package func removePart(of meeting: Meeting.ID, isStored: Bool) throws(DataFolderError) {
        let part = try recordingPath(meeting.rawValue + Self.partSuffix)
        let recording = try recordingPath(Self.recordingName(of: meeting))
        if !isStored, let status = FileStatus(part, followingLinks: false),
            FileStatus(recording, followingLinks: false)?.identity == status.identity
        {
            unlink(recording)
        }
        unlink(part)
    }

    /// The age after which a free lock is stale: a program creates its lock before it holds it.
    private static let staleAge = Duration.seconds(1)

    /// Whether a file is a lock that was left by a program that crashed, unless a program holds it.
    package func isStaleLock(at path: String) -> Bool {
        guard let status = FileStatus(path, followingLinks: false) else { return false }
        return .now - status.modified > Self.staleAge && LiveLock.isLock(at: path)
    }
}
