package import Glibc
internal import Synchronization

/// Creates or replaces files atomically: a file appears complete at its path, or not at all.
package enum AtomicFile {
    /// Writes an unnamed file through `body`, then links it at `path`.
    ///
    /// If `body` returns false, an existing file stays. A crash leaves nothing in the folder; on file systems without
    /// unnamed files it leaves a temporary file, which the next write there removes.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mode: The permissions, restricted by the umask.
    ///   - replaces: Whether to replace an existing file; otherwise it is an error, and the first writer wins.
    ///   - body: Writes the content.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, and that the file cannot be written.
    @discardableResult
    package static func write<Problem>(
        to path: String,
        mode: mode_t,
        replacing replaces: Bool = true,
        _ body: (borrowing OpenFile<Problem>) throws(Problem) -> Bool
    ) throws(Problem) -> Bool {
        let folder = folder(of: path)
        removeLeftovers(in: folder)
        if let file = OpenFile<Problem>(unnamedIn: folder, for: path, mode: mode) {
            guard try body(file) else { return false }
            try file.synchronize()
            try link(file, at: path, replacing: replaces)
            return true
        }
        let temporary = temporary(beside: path)
        defer { unlink(temporary) }
        let file = try OpenFile<Problem>(creating: temporary, for: path, mode: mode)
        guard try body(file) else { return false }
        try file.synchronize()
        try move(file, named: temporary, to: path, replacing: replaces)
        return true
    }

    package static func write(
        _ bytes: [UInt8], to path: String, mode: mode_t, replacing replaces: Bool = true
    ) throws(Failure) {
        try write(to: path, mode: mode, replacing: replaces) { file throws(Failure) in
            try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
                try file.write(UnsafeRawBufferPointer(bytes), at: 0)
            }
            return true
        }
    }

    /// An unused name in the folder of `path`, for a temporary file.
    package static func temporary(beside path: String) -> String {
        folder(of: path) + "/" + prefix + "\(UInt64.random(in: .min ... .max))" + suffix
    }

    /// Throws if a file at `path` is known to be unwritable.
    package static func check<Problem: FileProblem>(_ path: String, as _: Problem.Type) throws(Problem) {
        if FileStatus(path)?.isFolder == true {
            throw .unwritable(path, "it is a folder", code: EISDIR)
        }
        guard access(folder(of: path), W_OK | X_OK) == 0 else {
            throw .refused(path, by: errno)
        }
    }

    private static let prefix = ".standup-"
    private static let suffix = ".tmp"

    private static func link<Problem>(
        _ file: borrowing OpenFile<Problem>, at path: String, replacing: Bool
    ) throws(Problem) {
        let source = "/proc/self/fd/\(file.descriptor)"
        if linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return }
        guard errno == EEXIST, replacing else { throw linkError(errno, at: path) }
        // `linkat` does not replace files, so the file has a temporary name for a moment.
        let temporary = temporary(beside: path)
        guard linkat(AT_FDCWD, source, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
            throw .refused(path, by: errno)
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw .refused(path, by: code)
        }
    }

    private static func move<Problem>(
        _ file: borrowing OpenFile<Problem>, named temporary: String, to path: String, replacing: Bool
    ) throws(Problem) {
        if !replacing {
            if Glibc.link(temporary, path) == 0 { return }
            let refusal = errno
            let code = access(path, F_OK) == 0 ? EEXIST : refusal
            // Without hard links, the check for an existing file is not atomic.
            guard [EPERM, EOPNOTSUPP].contains(code) else {
                throw linkError(code, at: path)
            }
        }
        guard rename(temporary, path) == 0 else { throw .refused(path, by: errno) }
    }

    private static func linkError<Problem: FileProblem>(_ code: Int32, at path: String) -> Problem {
        guard code == EEXIST else { return .refused(path, by: code) }
        return .unwritable(path, "another program has created the file", code: code)
    }

    /// The folders already cleaned by this process; scanning for each file would be slow.
    private static let cleanedFolders = Mutex<Set<String>>([])

    /// Removes the temporary files of crashed programs; running writers hold a lock.
    private static func removeLeftovers(in folder: String) {
        guard cleanedFolders.withLock({ $0.insert(folder).inserted }) else { return }
        guard let listing = opendir(folder) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
            let path = folder + "/" + name
            let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard file >= 0 else { continue }
            defer { close(file) }
            guard let status = FileStatus(file), status.isFile, status.owner == geteuid(),
                flock(file, LOCK_EX | LOCK_NB) == 0
            else { continue }
            unlink(path)
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
