internal import Glibc

/// A file that can be waited for, and that another thread makes readable.
final class Bell: Sendable {
    /// The file to wait for; negative, which `poll` ignores, if this process has too many files open.
    let file: CInt
    private let other: CInt

    init() {
        var ends: [CInt] = [-1, -1]
        // A pipe cannot be closed at exec without another call.
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        socketpair(AF_UNIX, CInt(kind), 0, &ends)
        (file, other) = (ends[0], ends[1])
    }

    deinit {
        close(file)
        close(other)
    }

    /// Makes the file readable. [any thread]
    func ring() {
        var byte: UInt8 = 1
        _ = write(other, &byte, 1)
    }

    /// Ends that.
    func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(file, &bytes, bytes.count) > 0 {}
    }
}
