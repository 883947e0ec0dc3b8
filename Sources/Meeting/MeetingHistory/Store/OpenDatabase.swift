internal import Glibc
internal import MeetingModel
internal import Synchronization

/// A database that this process has open through SQLite, for as long as the object lives.
///
/// SQLite protects a database by POSIX locks. A process loses all of its POSIX locks on a file as soon as it closes any
/// descriptor of that file (`fcntl(2)`); another process then takes the database for unused, and deletes its log with
/// everything written to it from then on. So everybody else reads database files by `read`, which leaves alone what is
/// open. [any thread]
package final class OpenDatabase: Sendable {
    /// How often each file is open.
    private static let counts = Mutex<[FileStatus.Identity: Int]>([:])
    private let file: FileStatus.Identity

    /// Notes that SQLite is about to open a file; nil if there is no such file.
    package init?(path: String) {
        guard let file = FileStatus(path)?.identity else { return nil }
        self.file = file
        Self.counts.withLock { $0[file, default: 0] += 1 }
    }

    deinit {
        Self.counts.withLock { counts in
            counts[file, default: 0] -= 1
            if counts[file] == 0 { counts[file] = nil }
        }
    }

    /// What was read from a file that may be a database.
    package enum Reading<Value> {
        /// What `body` returned.
        case read(Value)
        /// It is open in this process, so that it was left alone.
        case isOpen
        /// It cannot be opened.
        case unreadable
    }

    /// Reads a file that may be a database, unless this process has it open.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - flags: For `open(2)`, besides `O_RDONLY`, `O_CLOEXEC` and `O_NONBLOCK`.
    ///   - body: Reads from the open file.
    /// - Returns: What `body` read, or why it was not called.
    package static func read<Value>(
        path: String, flags: CInt = 0, _ body: (_ descriptor: CInt) -> Value
    ) -> Reading<Value> {
        // Nobody opens the database while it is read.
        counts.withLock { counts in
            if let file = FileStatus(path)?.identity, counts[file] != nil { return .isOpen }
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
            guard descriptor >= 0 else { return .unreadable }
            defer { close(descriptor) }
            return .read(body(descriptor))
        }
    }
}
