import Glibc
import MeetingModel

/// The target of an export: a file or standard output.
struct ExportTarget {
    /// The path with symbolic links resolved, so that an export replaces the target and keeps the link.
    ///
    /// `-` is standard output.
    let path: String
    /// Whether an export may replace a file, because the user confirmed it or used `--force`.
    let replaces: Bool
    /// Whether it was there when it was named.
    let exists: Bool

    /// `force` allows an existing file; throws if the target cannot be written.
    init(path: String, force: Bool = false) throws(Failure) {
        guard !path.isEmpty else { throw Failure(.usage, "--to needs the name of a file") }
        guard path != "-", let status = FileStatus(path) else {
            if path != "-" { try Self.checkNew(path) }
            self.path = path
            self.exists = false
            self.replaces = force
            return
        }
        switch status.kind {
        case .file: break
        case .folder: throw Failure(.cannotWrite, "\(path) is a folder; add the name of a file")
        default: throw Failure(.cannotWrite, "\(path) is not a regular file; use --to - and redirect it there")
        }
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        self.path = resolved.map { String(cString: $0) } ?? path
        self.exists = true
        self.replaces = true
    }

    var isStandardOutput: Bool { path == "-" }

    static func isFolder(_ path: String) -> Bool {
        FileStatus(path)?.isFolder == true
    }

    /// Returns true if no target exists or `force` is set; otherwise asks the user.
    static func mayBeWritten(_ targets: [ExportTarget], force: Bool) throws(Failure) -> Bool {
        let there = targets.filter(\.exists)
        guard let first = there.first, !force else { return true }
        let isOne = there.count == 1
        return try Question.confirm(
            isOne ? "overwrite it" : "overwrite them",
            because: isOne
                ? "\(DisplayText(quoting: first.path)) already exists"
                : "\(there.count) of \(targets.count) files already exist",
            insteadUse: "--force", code: .cannotWrite)
    }

    /// Writes a text atomically.
    func write(_ text: String) throws(Failure) {
        guard !isStandardOutput else { return try StandardOutput.write(text) }
        try AtomicFile.write(Array(text.utf8), to: path, mode: 0o666, replacing: replaces)
    }

    /// Throws if no file can be created at a path.
    private static func checkNew(_ path: String) throws(Failure) {
        if FileStatus(path, followingLinks: false) != nil {
            throw Failure(.cannotWrite, "\(path) is a link to nothing; remove it or choose another place")
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard isFolder(folder), !path.hasSuffix("/") else {
            throw Failure(
                .cannotWrite,
                "the folder \(DisplayText(quoting: folder)) does not exist; create it or choose another place")
        }
    }
}
