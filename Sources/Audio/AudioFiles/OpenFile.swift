package import AudioDevices
import Glibc

/// An open file, closed when it goes.
///
/// It keeps no position: every access names its own, so threads do not meet.
package struct OpenFile: ~Copyable, Sendable {
    /// The path it was opened by.
    let path: String
    /// The file descriptor.
    let descriptor: Int32

    /// Opens a file that is there, and refuses a folder and anything else that holds no bytes of its own.
    init(reading path: String) throws(AudioError) {
        let (descriptor, error) = Self.open(path, O_RDONLY)
        guard descriptor >= 0 else { throw .file(path: path, reason: reason(error)) }
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        guard kind == S_IFREG else {
            Glibc.close(descriptor)
            throw .file(path: path, reason: kind == S_IFDIR ? "it is a folder" : "it is not an ordinary file")
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Opens a file that is there, for reading and writing.
    init(updating path: String) throws(AudioError) {
        try self.init(writing: path, O_RDWR)
    }

    /// Makes a file that is not there yet, for reading and writing, and locks it: whoever finds it can tell that it is
    /// being written.
    init(creating path: String, mode: mode_t) throws(AudioError) {
        try self.init(writing: path, O_RDWR | O_CREAT | O_EXCL, mode: mode)
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Makes a file without a name, which goes with this process unless it gets one; nil where there are none.
    ///
    /// In errors it is called `path`.
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
        guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: reason(error)) }
        self.path = path
        self.descriptor = descriptor
    }

    private static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> (descriptor: Int32, error: Int32) {
        // Without O_NONBLOCK a named pipe would keep the caller waiting for somebody at its other end.
        let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK, mode)
        return (descriptor, errno)
    }

    deinit {
        close(descriptor)
    }

    /// Its length in bytes.
    func size() throws(AudioError) -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .file(path: path, reason: reason(errno)) }
        return Int64(status.st_size)
    }

    /// Reads bytes from an offset, fewer than asked for only at the file's end, and returns how many.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AudioError) -> Int {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
            let result = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + count)
            if result == 0 { break }
            if result > 0 {
                count += result
            } else if errno != EINTR {
                throw .file(path: path, reason: reason(errno))
            }
        }
        return count
    }

    /// Writes all bytes at an offset.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AudioError) {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
            let result = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + count)
            if result >= 0 {
                count += result
            } else if errno != EINTR {
                throw .cannotWrite(path: path, reason: reason(errno))
            }
        }
    }

    /// Makes it this long, by cutting it or by adding zeros that take no room on the disk.
    func truncate(to size: Int64) throws(AudioError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .cannotWrite(path: path, reason: reason(errno)) }
    }

    /// Waits until the disk has it.
    func synchronize() throws(AudioError) {
        // What cannot be synchronised (a pipe, some network file systems) says EINVAL; it is not the file's fault.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw .cannotWrite(path: path, reason: reason(errno))
        }
    }
}

/// Linux's `__O_TMPFILE`, a macro that Swift does not see; the same on all its machines that Swift runs on.
private let namelessFile: Int32 = 0o20_000_000

/// What the system says of an error number.
func reason(_ number: Int32) -> String {
    String(cString: strerror(number))
}
