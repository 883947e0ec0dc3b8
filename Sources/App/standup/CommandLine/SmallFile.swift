import Glibc
import MeetingModel

enum SmallFile {
    /// The size limit in bytes.
    static let limit = 1 << 20

    /// The text of a file; nil if the file does not exist.
    static func read(_ path: String) throws(Failure) -> String? {
        if FileStatus(path) == nil, errno == ENOENT || errno == ENOTDIR { return nil }
        let file = try OpenFile<Failure>(reading: path)
        // The size of a file of the system, such as /proc/meminfo, is 0.
        let size = Int(try file.size())
        let bytes = try file.bytes(at: 0, count: (size == 0 ? limit : min(size, limit)) + 1)
        guard bytes.count <= limit else { throw .unreadable(path, "it is larger than 1 MB") }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable(path, "not UTF-8 text") }
        return text
    }
}
