package import Glibc

/// A file descriptor that is closed on deinit.
///
/// It has no position: each access passes an offset, so threads do not interfere. `Problem` is the error of its users.
package struct OpenFile<Problem: FileProblem>: ~Copyable, Sendable {
    /// The path, for error messages.
    package let path: String
    package let descriptor: Int32

    /// Opens an existing regular file for reading.
    package init(reading path: String) throws(Problem) {
        let (descriptor, error) = Self.open(path, O_RDONLY)
        guard descriptor >= 0 else { throw .unreadable(path, systemMessage(error)) }
        let kind = FileStatus(descriptor)?.kind
        guard kind == .file else {
            Glibc.close(descriptor)
            throw .unreadable(path, kind == .folder ? "it is a folder" : "it is not a regular file")
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Opens an existing file for reading and writing.
    package init(updating path: String) throws(Problem) {
        try self.init(writing: path, O_RDWR)
    }

    /// Creates a new file for reading and writing, and locks it, so that other processes can tell that it is in use.
    ///
    /// Error messages name a temporary file by the path that it is `for`.
    package init(creating path: String, for destination: String? = nil, mode: mode_t) throws(Problem) {
        try self.init(writing: path, for: destination, O_RDWR | O_CREAT | O_EXCL, mode: mode)
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Creates an unnamed file, which is deleted with this process unless it is linked; nil if unsupported.
    ///
    /// Error messages name it `path`.
    package init?(unnamedIn folder: String, for path: String, mode: mode_t) {
        let (descriptor, _) = Self.open(folder, O_RDWR | namelessFile | O_DIRECTORY, mode: mode)
        guard descriptor >= 0 else { return nil }
        guard access("/proc/self/fd/\(descriptor)", F_OK) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        // It has a temporary name for a moment when it replaces a file.
        flock(descriptor, LOCK_EX | LOCK_NB)
        self.path = path
        self.descriptor = descriptor
    }

    private init(
        writing path: String, for destination: String? = nil, _ flags: Int32, mode: mode_t = 0
    ) throws(Problem) {
        let (descriptor, error) = Self.open(path, flags, mode: mode)
        guard descriptor >= 0 else { throw .refused(destination ?? path, by: error) }
        self.path = destination ?? path
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
    package func size() throws(Problem) -> Int64 {
        guard let status = FileStatus(descriptor) else { throw .unreadable(path, systemMessage(errno)) }
        return Int64(status.size)
    }

    /// Reads bytes at an offset, and returns their number; fewer than requested only at the end.
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Problem) -> Int {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
            let result = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + count)
            if result == 0 { break }
            if result > 0 {
                count += result
            } else if errno != EINTR {
                throw .unreadable(path, systemMessage(errno))
            }
        }
        return count
    }

    /// The bytes at an offset; fewer than requested only at the end.
    package func bytes(at offset: Int64, count: Int) throws(Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = try bytes.withUnsafeMutableBufferPointer { bytes throws(Problem) in
            try read(into: UnsafeMutableRawBufferPointer(bytes), at: offset)
        }
        bytes.removeLast(count - found)
        return bytes
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Problem) {
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
    package func truncate(to size: Int64) throws(Problem) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .refused(path, by: errno) }
    }

    package func synchronize() throws(Problem) {
        // EINVAL: the file does not support fsync (a pipe, some network file systems).
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw .refused(path, by: errno)
        }
    }
}

/// Linux's `__O_TMPFILE`, a macro that Swift does not import; equal on all architectures that Swift supports.
private let namelessFile: Int32 = 0o20_000_000

/// An error that says which file cannot be read or written, and why.
package protocol FileProblem: Error {
    static func unreadable(_ path: String, _ reason: String) -> Self
    /// `code` is the number of the system's error (`errno`); nil for another reason.
    static func unwritable(_ path: String, _ reason: String, code: Int32?) -> Self
}

extension FileProblem {
    /// The system's refusal to write a file, by the number of its error.
    package static func refused(_ path: String, by code: Int32) -> Self {
        unwritable(path, systemMessage(code), code: code)
    }
}

extension Failure: FileProblem {
    package static func unreadable(_ path: String, _ reason: String) -> Failure {
        Failure(.failed, "cannot read \(path) (\(reason)); fix or remove it")
    }

    package static func unwritable(_ path: String, _ reason: String, code: Int32?) -> Failure {
        let remedy = WriteRemedy.text(
            for: code, elsewhere: "choose another folder", other: "choose another name or folder")
        return Failure(.cannotWrite, "cannot write the file \(path) (\(reason)); \(remedy)")
    }
}
