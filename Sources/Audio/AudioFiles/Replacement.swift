import AudioDevices
import Glibc

/// Files that appear whole at their path, or not at all.
enum Replacement {
    /// Makes a file beside `path`, lets `body` fill it, and then puts it at `path`, in place of what was there.
    ///
    /// It has a name for the moment of that only, where the file system can do so: a program that is killed leaves none.
    /// If `body` returns false there will be no file and what was there stays. Returns what `body` returned.
    @discardableResult
    static func write(
        to path: String,
        mode: mode_t,
        _ body: (borrowing OpenFile) throws(AudioError) -> Bool
    ) throws(AudioError) -> Bool {
        let temporary = temporary(beside: path)
        do throws(AudioError) {
            let file = try OpenFile.unfinished(temporary, mode: mode)
            guard try body(file) else {
                unlink(temporary)
                return false
            }
            try file.synchronize()
            try file.appear()
            guard rename(temporary, path) == 0 else { throw .cannotWrite(path: path, reason: reason(errno)) }
            return true
        } catch {
            unlink(temporary)
            // The user knows the path that was asked for, not the temporary one.
            if case .cannotWrite(temporary, let reason) = error { throw .cannotWrite(path: path, reason: reason) }
            throw error
        }
    }

    /// A name in the same folder that no file has, for what is to be at `path` when it is whole.
    static func temporary(beside path: String) -> String {
        folder(of: path) + "/.standup-\(UInt64.random(in: .min ... .max)).tmp"
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

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
