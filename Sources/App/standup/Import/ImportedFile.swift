import Glibc
import MeetingHistory
import MeetingModel

/// Reads files to import, which may contain anything.
enum ImportedFile {
    /// Whether a file begins like a JSON document.
    static func isJSON(_ path: String) throws(Failure) -> Bool {
        let descriptor = try open(path)
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 4096)
        let count = max(0, Glibc.read(descriptor, &head, head.count))
        let first = head[..<count].first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    }

    /// The bytes of a file; throws if there are more than `limit`.
    static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = try open(path)
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor) else { throw failure(path, systemMessage(errno)) }
        guard status.size <= limit else { throw failure(path, "it is larger than \(limit >> 20) MB") }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, systemMessage(errno)) }
            if count == 0 { return bytes }
            bytes += block[..<count]
            guard bytes.count <= limit else { throw failure(path, "it is larger than \(limit >> 20) MB") }
        }
    }

    static func lastWritten(_ path: String) throws(Failure) -> Timestamp {
        guard let status = FileStatus(path) else { throw failure(path, systemMessage(errno)) }
        return status.modified
    }

    static func title(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        let bare = name.lastIndex(of: ".").map { $0 > name.startIndex ? name[..<$0] : name } ?? name
        let text = DisplayText(String(bare)).description.trimmedName
        return text.isEmpty ? "Recording" : String(text.prefix(Standup.longestName))
    }

    static func failure(_ path: String, _ reason: some CustomStringConvertible) -> Failure {
        Failure(
            .notFound,
            "cannot import \(DisplayText(quoting: path)): \(reason); fix it and import it again")
    }

    private static func open(_ path: String) throws(Failure) -> Int32 {
        // Without `O_NONBLOCK`, opening a named pipe blocks until a program opens its other end.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Failure(
                .notFound,
                "cannot open \(DisplayText(quoting: path)) (\(systemMessage(errno))); name an existing file")
        }
        guard FileStatus(descriptor)?.isFile == true else {
            close(descriptor)
            throw Failure(.notFound, "\(DisplayText(quoting: path)) is not a regular file; name one")
        }
        return descriptor
    }
}
