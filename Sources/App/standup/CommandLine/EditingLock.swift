import Glibc
import MeetingHistory

/// A lock that a command holds while it reads, changes and writes a standup, so that two of them at once both count.
struct EditingLock: ~Copyable {
    private let descriptor: CInt

    /// Waits for the lock of a data folder.
    init(_ folder: DataFolder) throws(Failure) {
        let path = folder.livePath + "/editing"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw Failure(
                .cannotWrite,
                "cannot write, \(path) (\(systemMessage(errno))), make room or set --data to another folder")
        }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    /// Lets the next one go on.
    func release() {
        close(descriptor)
    }
}
