import Glibc
import MeetingHistory
import MeetingModel

/// The user's configuration file, as the `config` command changes it.
struct ConfigurationFile {
    /// The path, with links resolved, so that a change keeps the link.
    let path: String
    /// The path as the program looks for it.
    let name: String

    init() throws(Failure) {
        guard let path = Configuration.path else {
            throw Failure(.failed, "there is no home folder; set HOME or XDG_CONFIG_HOME")
        }
        name = path
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        if resolved == nil, FileStatus(path, followingLinks: false)?.kind == .link {
            throw Failure(
                .cannotWrite,
                "\(path) is a link to a file that is not there; create that file, or remove the link")
        }
        self.path = resolved.map { String(cString: $0) } ?? path
    }

    /// The text; empty if there is no file.
    func read() throws(Failure) -> String { try SmallFile.read(path) ?? "" }

    /// Changes the file by `body`, one process at a time; what `body` throws leaves it as it is.
    func change(_ body: (inout String) throws -> Void) throws {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try Self.createFolder(folder)
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        while lock >= 0, flock(lock, LOCK_EX) < 0, errno == EINTR {}
        let before = try read()
        var text = before
        try body(&text)
        guard text != before else { return }
        try write(text)
    }

    /// Replaces the file atomically, with the permissions it has.
    private func write(_ text: String) throws(Failure) {
        let mode = FileStatus(path).map { $0.mode & 0o777 }
        try AtomicFile.write(Array(text.utf8), to: path, mode: mode ?? 0o600)
        // The umask does not apply to a file that was there.
        if let mode { chmod(path, mode) }
    }

    private static func createFolder(_ folder: String) throws(Failure) {
        guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
        try createFolder(String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]))
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw Failure(.cannotWrite, "cannot create the folder \(folder) (\(systemMessage(errno)))")
        }
    }
}
