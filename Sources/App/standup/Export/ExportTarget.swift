import Glibc
import MeetingModel

/// Where an export goes: a file, or standard output.
struct ExportTarget {
    /// The path, with symbolic links followed, so that a link stays and what it points to is replaced; `-` is standard
    /// output.
    let path: String
    private let exists: Bool

    /// The target that a user named, if it is one that can be written.
    init(path: String) throws(Failure) {
        guard !path.isEmpty else { throw Failure(.usage, "no file, \"\", name one after --to") }
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else {
            if path != "-" { try Self.checkNew(path) }
            self.path = path
            self.exists = false
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Failure(.cannotWrite, "a folder, not a file, \(path), add the name of a file")
        default: throw Failure(.cannotWrite, "not a plain file, \(path), send standard output there: --to -")
        }
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        self.path = resolved.map { String(cString: $0) } ?? path
        self.exists = true
    }

    /// Whether it is standard output.
    var isStandardOutput: Bool { path == "-" }

    /// Whether a path is that of a folder that is there.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether to write: yes unless something is there already, which the user decides about.
    static func mayBeWritten(_ targets: [ExportTarget], force: Bool) throws(Failure) -> Bool {
        let there = targets.filter(\.exists)
        guard let first = there.first, !force else { return true }
        let question =
            there.count == 1
            ? "there is such a file already, replace \(DisplayText(quoting: first.path))"
            : "\(there.count) of \(targets.count) files are there already, replace them"
        return try Question.confirm(question, insteadUse: "--force", code: .cannotWrite)
    }

    /// Writes a text, whole or not at all.
    func write(_ text: String) throws(Failure) {
        guard !isStandardOutput else { return try StandardOutput.write(text) }
        let temporary = path + ".\(getpid()).tmp"
        do throws(WriteError) {
            try Self.write(text, to: temporary)
            guard rename(temporary, path) == 0 else { throw WriteError() }
        } catch {
            unlink(temporary)
            throw Failure(
                .cannotWrite,
                "cannot write the file, \(path) (\(systemMessage(error.code))), "
                    + "make room or choose another place")
        }
    }

    /// Throws if no file can be made at a path where there is none.
    private static func checkNew(_ path: String) throws(Failure) {
        var status = stat()
        if lstat(path, &status) == 0 {
            throw Failure(.cannotWrite, "a link to nothing, \(path), remove it or choose another place")
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard isFolder(folder), !path.hasSuffix("/") else {
            throw Failure(
                .cannotWrite, "no such folder, \(DisplayText(quoting: folder)), make it first or choose another place")
        }
    }

    private static func write(_ text: String, to path: String) throws(WriteError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw WriteError() }
        defer { close(descriptor) }
        var text = text
        let code = text.withUTF8 { StandardOutput.writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
        guard code == 0 else { throw WriteError(code: code) }
        guard fsync(descriptor) == 0 else { throw WriteError() }
    }
}

/// The error number with which writing stopped.
private struct WriteError: Error {
    var code: CInt = errno
}
