import AudioDevices
import AudioFiles
import Glibc
import MeetingModel

/// Where an export goes: a file, or standard output.
struct ExportTarget {
    /// The path, with symbolic links followed, so that a link stays and what it points to is replaced; `-` is standard
    /// output.
    let path: String
    /// Whether it takes the place of a file: there was one that the user gives up, or the user does not care.
    let replaces: Bool
    private let exists: Bool

    /// The target that a user named, if it is one that can be written; `force` whether whatever is there may go.
    init(path: String, force: Bool = false) throws(Failure) {
        guard !path.isEmpty else { throw Failure(.usage, "no file, \"\", name one after --to") }
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else {
            if path != "-" { try Self.checkNew(path) }
            self.path = path
            self.exists = false
            self.replaces = force
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
        self.replaces = true
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
        do throws(AudioError) {
            let bytes = Array(text.utf8)
            try Replacement.write(to: path, mode: 0o666, replacing: replaces) { file throws(AudioError) in
                try bytes.withUnsafeBufferPointer { bytes throws(AudioError) in
                    try file.write(UnsafeRawBufferPointer(bytes), at: 0)
                }
                return true
            }
        } catch {
            guard case .cannotWrite(_, let reason) = error else { throw Failure(error) }
            throw Failure(
                .cannotWrite, "cannot write the file, \(path) (\(reason)), make room or choose another place")
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
}
