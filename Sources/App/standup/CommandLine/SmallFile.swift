import Glibc
import MeetingModel

enum SmallFile {
    /// The size limit in bytes.
    static let limit = 1 << 20

    /// The text of a file; nil if the file does not exist.
    static func read(_ path: String) throws(Failure) -> String? {
        // Opening a named pipe would otherwise block until a program opens its other end.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw unreadable(path, systemMessage(errno))
        }
        defer { close(descriptor) }
        let kind = FileStatus(descriptor)?.kind
        guard kind == .file else {
            throw unreadable(path, kind == .folder ? "it is a folder" : "it is not a regular file")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw unreadable(path, systemMessage(errno))
            }
            if count == 0 { break }
            bytes += chunk[..<count]
            if bytes.count > limit { throw unreadable(path, "it is larger than 1 MB") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw unreadable(path, "not UTF-8 text") }
        return text
    }

    private static func unreadable(_ path: String, _ reason: String) -> Failure {
        Failure(.failed, "cannot read \(path) (\(reason)); fix or remove it")
    }
}
