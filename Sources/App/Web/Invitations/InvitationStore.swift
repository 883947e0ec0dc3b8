internal import FoundationEssentials
internal import Glibc
package import MeetingHistory
internal import MeetingModel
internal import Sound
internal import Synchronization

/// The invitations in the data folder. [any thread; waits for the disk]
///
/// Several processes may change them at once: each change reads the file, changes it and replaces it while it holds a lock
/// on the folder `live`.
package final class InvitationStore: Sendable {
    private let folder: DataFolder
    private let known = Mutex<(version: FileVersion, book: InvitationBook)?>(nil)

    package init(folder: DataFolder) {
        self.folder = folder
    }

    /// The invitations now; the file is read again only if it was replaced.
    package func book() throws(InvitationError) -> InvitationBook {
        let path = folder.invitationsPath
        guard let version = try FileVersion(of: path) else { return InvitationBook() }
        if let known = known.withLock({ $0 }), known.version == version { return known.book }
        let (bytes, read) = try Self.read(path)
        guard let read else { return InvitationBook() }
        let book: InvitationBook
        do {
            book = try JSONDecoder().decode(InvitationBook.self, from: Data(bytes))
        } catch is InvitationBook.IsNewer {
            throw .newer(path: path)
        } catch {
            throw .unreadable(path: path, reason: "it is damaged")
        }
        known.withLock { $0 = (read, book) }
        return book
    }

    /// Changes the invitations, and returns the result of `body`; writes nothing if they stay the same.
    package func change<Value, Problem: Error>(
        _ body: (inout InvitationBook) throws(Problem) -> Value
    ) throws -> Value {
        let lock = open(folder.livePath, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard lock >= 0 else {
            throw InvitationError.cannotWrite(path: folder.invitationsPath, reason: systemMessage(errno))
        }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw InvitationError.cannotWrite(path: folder.invitationsPath, reason: systemMessage(errno))
            }
        }
        var book = try book()
        let old = book
        let value = try body(&book)
        if book != old { try write(book) }
        return value
    }

    /// Adds an invitation for the owner, and returns its link to the server with a URL.
    package func ownerLink(to url: String) throws -> JoinLink {
        var generator = SystemRandomNumberGenerator()
        let secret = Secret(using: &generator)
        let owner = Invitation(owner: Invitation.ID(using: &generator), secret: try secret.digest, createdAt: .now)
        try change { (book) throws(InvitationError) in try book.add(owner) }
        return JoinLink(url: url, secret: secret)
    }

    private func write(_ book: InvitationBook) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try AtomicFile.write([UInt8](try encoder.encode(book)), to: folder.invitationsPath, mode: 0o600)
    }

    private static func read(_ path: String) throws(InvitationError) -> (bytes: [UInt8], version: FileVersion?) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return ([], nil) }
            throw .unreadable(path: path, reason: systemMessage(errno))
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor), status.isFile, status.size <= 4 << 20 else {
            throw .unreadable(path: path, reason: "it is not a file, or too large")
        }
        var bytes = [UInt8](repeating: 0, count: status.size)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count == bytes.count else {
            throw .unreadable(path: path, reason: systemMessage(count < 0 ? errno : EIO))
        }
        return (bytes, FileVersion(status))
    }
}

/// What tells whether a file that is always replaced was replaced.
private struct FileVersion: Hashable {
    private let file: FileStatus.Identity
    private let size: Int
    private let modified: Timestamp

    init(_ status: FileStatus) {
        file = status.identity
        size = status.size
        modified = status.modified
    }

    /// Nil if there is no file.
    init?(of path: String) throws(InvitationError) {
        guard let status = FileStatus(path, followingLinks: false) else {
            if errno == ENOENT { return nil }
            throw .unreadable(path: path, reason: systemMessage(errno))
        }
        self.init(status)
    }
}
