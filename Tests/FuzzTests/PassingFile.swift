import Glibc
import MeetingModel

/// The folder of temporary files: in memory if there is such a file system.
let passingFolder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

/// A file without a name, which is deleted with its owner.
final class PassingFile {
    private let descriptor: CInt

    /// A file with some bytes.
    init(_ bytes: [UInt8]) throws(Fault) {
        var name = Array("\(passingFolder)/standup-fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        try require(descriptor >= 0, "no file in \(passingFolder), error \(errno)")
        unlink(name)
        try require(write(descriptor, bytes, bytes.count) == bytes.count, "no room in \(passingFolder)")
    }

    deinit { close(descriptor) }

    /// A path by which this process can open it.
    var path: String { "/proc/self/fd/\(descriptor)" }

    /// Its bytes.
    func contents() throws(Fault) -> [UInt8] {
        try readAll(of: descriptor)
    }
}

/// All bytes of an open file.
func readAll(of descriptor: CInt) throws(Fault) -> [UInt8] {
    guard let status = FileStatus(descriptor) else { throw Fault(description: "no file, error \(errno)") }
    var bytes = [UInt8](repeating: 0, count: status.size)
    try require(pread(descriptor, &bytes, bytes.count, 0) == bytes.count, "a file was cut")
    return bytes
}
