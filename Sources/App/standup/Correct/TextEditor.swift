import Glibc
import MeetingModel

/// Opens the user's editor on a temporary file.
struct TextEditor {
    let path: String
    private let command: String

    /// Writes a text to a file that only its owner can read.
    init(_ text: String, suffix: String = ".txt") throws(Failure) {
        command =
            [Environment["VISUAL"], Environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
            ?? "vi"
        let folder = Environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(folder)/standup-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&template, CInt(suffix.utf8.count))
        guard descriptor >= 0 else {
            throw Failure(
                .cannotWrite, "cannot write to \(folder) (\(systemMessage(errno))); set TMPDIR to another folder")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { close(descriptor) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                let code = errno
                unlink(path)
                throw Failure(
                    .cannotWrite,
                    "cannot write \(path) (\(systemMessage(code))); "
                        + WriteRemedy.text(
                            for: code, elsewhere: "set TMPDIR to another folder", other: "free some disk space"))
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Waits until the user has edited the file, and returns its text.
    func edit() throws(Failure) -> String {
        // The command may contain arguments; the quoted variable passes any path as one argument.
        setenv("STANDUP_TEXT", path, 1)
        let status = system("\(command) \"$STANDUP_TEXT\"")
        guard status == 0 else {
            let code = (status >> 8) & 0xff
            throw Failure(.failed, "the editor \(command) failed (exit code \(code)); set EDITOR to another")
        }
        return try SmallFile.read(path) ?? ""
    }

    /// Passes the edited text on and deletes the file; if either step fails, keeps the file, and the error names it.
    func edit(then use: (String) throws -> Void) throws(Failure) {
        do {
            try use(edit())
        } catch {
            let failure = Failure(error)
            throw Failure(failure.code, failure.message + "; your text is kept in \(path)")
        }
        remove()
    }

    func remove() {
        unlink(path)
    }
}
