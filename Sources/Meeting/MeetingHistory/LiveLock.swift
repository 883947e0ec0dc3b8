internal import Glibc
package import MeetingModel
internal import Synchronization

/// A lock that says that something is live: held by the process that has it, freed by the kernel when that dies.
///
/// It lets every other process tell what is live from what a program left that died. It is the lock of an open file
/// (flock), so two locks in one process exclude each other too. [any thread]
package final class LiveLock: Sendable {
    private let path: String
    private let descriptor: Mutex<CInt?>

    /// Takes the lock of a name; nil if someone holds it.
    package static func acquire(_ name: String, in folder: DataFolder) throws(DataFolderError) -> LiveLock? {
        let path = try folder.lockPath(name)
        while true {
            if let kind = DataFolder.kindOfObstacle(at: path) { throw .notAFile(path: path, kind: kind) }
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else {
                throw .cannotCreate(path: path, reason: String(cString: strerror(errno)))
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            if isFile(descriptor, at: path) { return LiveLock(path: path, descriptor: descriptor) }
            // Its holder removed the file between our opening and our locking it: the lock is of a file that nobody
            // else can find any more.
            close(descriptor)
        }
    }

    /// Whether some process, this one included, holds the lock of a name.
    package static func isHeld(_ name: String, in folder: DataFolder) -> Bool {
        guard let path = try? folder.lockPath(name) else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private init(path: String, descriptor: CInt) {
        self.path = path
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Removes the lock; a second call does nothing.
    package func release() {
        descriptor.withLock { descriptor in
            guard let held = descriptor.take() else { return }
            unlink(path)
            close(held)
        }
    }

    private static func isFile(_ descriptor: CInt, at path: String) -> Bool {
        var own = stat()
        var found = stat()
        return fstat(descriptor, &own) == 0 && stat(path, &found) == 0
            && own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }
}

/// The locks of live meetings.
package enum LiveMeetingLock {
    /// Takes the lock of a meeting, before the meeting is begun in the history; nil if someone holds it.
    ///
    /// It is to be released after the meeting's end is in the history.
    package static func acquire(_ id: Meeting.ID, in folder: DataFolder) throws(DataFolderError) -> LiveLock? {
        try LiveLock.acquire(id.rawValue, in: folder)
    }

    /// Whether some process, this one included, holds the lock of a meeting.
    package static func isHeld(_ id: Meeting.ID, in folder: DataFolder) -> Bool {
        LiveLock.isHeld(id.rawValue, in: folder)
    }
}
