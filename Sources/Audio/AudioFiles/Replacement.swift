package import AudioDevices
package import Glibc
internal import Synchronization

/// Files that appear whole at their path, or not at all.
package enum Replacement {
    /// Makes a file without a name, lets `body` fill it, and then gives it the name `path`.
    ///
    /// If `body` returns false there will be no file and what was there stays. However the program ends, nothing else is
    /// left in the folder; where the file system knows no files without a name, what is left goes with the next
    /// replacement there.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - mode: Its mode, less what the user's mask takes away.
    ///   - replaces: Whether it takes the place of what is there; otherwise that is an error, and the first one wins.
    ///   - body: Fills the file.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` throws, and `AudioError.cannotWrite`.
    @discardableResult
    package static func write(
        to path: String,
        mode: mode_t,
        replacing replaces: Bool = true,
        _ body: (borrowing OpenFile) throws(AudioError) -> Bool
    ) throws(AudioError) -> Bool {
        let folder = folder(of: path)
        removeLeft(in: folder)
        if let file = OpenFile(unnamedIn: folder, for: path, mode: mode) {
            guard try body(file) else { return false }
            try file.synchronize()
            try name(file, path, replacing: replaces)
            return true
        }
        let temporary = temporary(beside: path)
        defer { unlink(temporary) }
        do throws(AudioError) {
            let file = try OpenFile(creating: temporary, mode: 0o600)
            guard try body(file) else { return false }
            try file.synchronize()
            fchmod(file.descriptor, mode & ~userMask)
            try move(temporary, to: path, replacing: replaces)
            return true
        } catch {
            // The user knows the path that was asked for, not the temporary one.
            if case .cannotWrite(temporary, let reason) = error { throw .cannotWrite(path: path, reason: reason) }
            throw error
        }
    }

    /// A name in the same folder that no file has, for what is to be at `path` when it is whole.
    static func temporary(beside path: String) -> String {
        folder(of: path) + "/" + prefix + "\(UInt64.random(in: .min ... .max))" + suffix
    }

    /// Throws if a file could not be put at `path`, for a reason that is known already.
    static func check(_ path: String) throws(AudioError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw .cannotWrite(path: path, reason: "it is a folder")
        }
        guard access(folder(of: path), W_OK | X_OK) == 0 else {
            throw .cannotWrite(path: path, reason: reason(errno))
        }
    }

    private static let prefix = ".standup-"
    private static let suffix = ".tmp"

    /// Gives a file without a name its name.
    private static func name(_ file: borrowing OpenFile, _ path: String, replacing: Bool) throws(AudioError) {
        let source = "/proc/self/fd/\(file.descriptor)"
        if linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return }
        guard errno == EEXIST, replacing else { throw .cannotWrite(path: path, reason: reasonOfRefusal(errno)) }
        // A link cannot take the place of a file; for a moment there are two names.
        let temporary = temporary(beside: path)
        guard linkat(AT_FDCWD, source, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
            throw .cannotWrite(path: path, reason: reason(errno))
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw .cannotWrite(path: path, reason: reason(code))
        }
    }

    /// Moves a file that is whole to its name.
    private static func move(_ temporary: String, to path: String, replacing: Bool) throws(AudioError) {
        if !replacing {
            if link(temporary, path) == 0 { return }
            let refusal = errno
            let code = access(path, F_OK) == 0 ? EEXIST : refusal
            // Some file systems know no second names; there what is first is not decided to the instant.
            guard [EPERM, EOPNOTSUPP].contains(code) else {
                throw .cannotWrite(path: path, reason: reasonOfRefusal(code))
            }
        }
        guard rename(temporary, path) == 0 else { throw .cannotWrite(path: path, reason: reason(errno)) }
    }

    private static func reasonOfRefusal(_ code: Int32) -> String {
        code == EEXIST ? "there is such a file now" : reason(code)
    }

    /// The folders in which this process has looked for what was left: a look at each of many files would take long.
    private static let cleared = Mutex<Set<String>>([])

    /// Removes what programs left in a folder that were killed in the middle of it; whoever writes holds a lock.
    private static func removeLeft(in folder: String) {
        guard cleared.withLock({ $0.insert(folder).inserted }) else { return }
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
            var status = stat()
            guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                flock(file, LOCK_EX | LOCK_NB) == 0
            else { continue }
            unlink(path)
        }
    }

    /// What the user takes away from the mode of new files.
    private static var userMask: mode_t {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
