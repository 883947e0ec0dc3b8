import Glibc
import MeetingModel

/// A file descriptor that is closed on deinit.
///
/// It has no position: each access passes an offset, so threads do not interfere.
package struct OpenFile: ~Copyable, Sendable {
    /// The path, for error messages.
    let path: String
    let descriptor: Int32

    /// Opens an existing regular file for reading.
    init(reading path: String) throws(AudioError) {
        let (descriptor, error) = Self.open(path, O_RDONLY)
        guard descriptor >= 0 else { throw .file(path: path, reason: systemMessage(error)) }
        let kind = FileStatus(descriptor)?.kind
        guard kind == .file else {
            Glibc.close(descriptor)
            throw .file(path: path, reason: kind == .folder ? "it is a folder" : "it is not a regular file")
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Opens an existing file for reading and writing.
    init(updating path: String) throws(AudioError) {
        try self.init(writing: path, O_RDWR)
    }

    /// Creates a new file for reading and writing, and locks it, so that other processes can tell that it is in use.
    init(creating path: String, mode: mode_t) throws(AudioError) {
        try self.init(writing: path, O_RDWR | O_CREAT | O_EXCL, mode: mode)
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Creates an unnamed file, which is deleted with this process unless it is linked; nil if unsupported.
    ///
    /// Error messages name it `path`.
    init?(unnamedIn folder: String, for path: String, mode: mode_t) {
        let (descriptor, _) = Self.open(folder, O_RDWR | namelessFile | O_DIRECTORY, mode: mode)
        guard descriptor >= 0 else { return nil }
        guard access("/proc/self/fd/\(descriptor)", F_OK) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
    }

    private init(writing path: String, _ flags: Int32, mode: mode_t = 0) throws(AudioError) {
        let (descriptor, error) = Self.open(path, flags, mode: mode)
        guard descriptor >= 0 else { throw .refused(path, by: error) }
        self.path = path
        self.descriptor = descriptor
    }

    private static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> (descriptor: Int32, error: Int32) {
        // O_NONBLOCK, because opening a named pipe would wait for its other end.
        let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK, mode)
        return (descriptor, errno)
    }

    deinit {
        close(descriptor)
    }

    /// The length in bytes.
    func size() throws(AudioError) -> Int64 {
        guard let status = FileStatus(descriptor) else { throw .file(path: path, reason: systemMessage(errno)) }
        return Int64(status.size)
    }

    /// Reads bytes at an offset, and returns their number; fewer than requested only at the end.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AudioError) -> Int {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
            let result = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + count)
            if result == 0 { break }
            if result > 0 {
                count += result
            } else if errno != EINTR {
                throw .file(path: path, reason: systemMessage(errno))
            }
        }
        return count
    }

    /// The bytes at an offset; fewer than requested only at the end.
    func bytes(at offset: Int64, count: Int) throws(AudioError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = try bytes.withUnsafeMutableBufferPointer { bytes throws(AudioError) in
            try read(into: UnsafeMutableRawBufferPointer(bytes), at: offset)
        }
        bytes.removeLast(count - found)
        return bytes
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AudioError) {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
            let result = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + count)
            if result >= 0 {
                count += result
            } else if errno != EINTR {
                throw .refused(path, by: errno)
            }
        }
    }

    /// Sets the length, by truncation or by a hole of zeros.
    func truncate(to size: Int64) throws(AudioError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .refused(path, by: errno) }
    }

    func synchronize() throws(AudioError) {
        // EINVAL: the file does not support fsync (a pipe, some network file systems).
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw .refused(path, by: errno)
        }
    }
}

/// Linux's `__O_TMPFILE`, a macro that Swift does not import; equal on all architectures that Swift supports.
private let namelessFile: Int32 = 0o20_000_000
