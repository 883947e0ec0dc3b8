import Glibc

/// The user's editor, on a file of its own.
struct TextEditor {
    /// The file that is edited.
    let path: String
    private let command: String

    /// Puts a text into a file that only its owner may read.
    init(_ text: String) throws(Failure) {
        command =
            [Environment["VISUAL"], Environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
            ?? "vi"
        let folder = Environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(folder)/standup-XXXXXX.txt".utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else {
            throw Failure(
                .cannotWrite, "cannot write a text to edit, \(folder) (\(systemMessage(errno))), set TMPDIR to another")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { close(descriptor) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                unlink(path)
                throw Failure(.cannotWrite, "cannot write a text to edit, \(path) (\(systemMessage(errno))), make room")
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Waits until the user has edited the file, and returns what is in it.
    func edit() throws(Failure) -> String {
        // The command may have arguments; the path, whatever is in it, is one.
        setenv("STANDUP_TEXT", path, 1)
        let status = system("\(command) \"$STANDUP_TEXT\"")
        guard status == 0 else {
            let code = (status >> 8) & 0xff
            throw Failure(.failed, "the editor failed, \(command) (exit \(code)), set EDITOR to one that works")
        }
        return try SmallFile.read(path) ?? ""
    }

    /// Removes the file.
    func remove() {
        unlink(path)
    }
}
