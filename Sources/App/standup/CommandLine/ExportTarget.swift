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

    /// Whether to write: yes unless something is there already, which the user decides about.
    func mayBeWritten(force: Bool) throws(Failure) -> Bool {
        guard exists, !force else { return true }
        return try Question.confirm(
            "there is such a file already, replace \(DisplayText(quoting: path))", insteadUse: "--force",
            code: .cannotWrite)
    }

    /// Writes a text, whole or not at all.
    func write(_ text: String) throws(Failure) {
        guard path != "-" else { return try StandardOutput.write(text) }
        let temporary = path + ".\(getpid()).tmp"
        // An interruption waits for the moment that this takes, so that it leaves no half a file behind.
        let signals = BlockedSignals()
        defer { signals.restore() }
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

/// The signals that would end the program, held back until `restore`.
private struct BlockedSignals {
    private var previous = sigset_t()

    init() {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    }

    func restore() {
        var previous = previous
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
}
