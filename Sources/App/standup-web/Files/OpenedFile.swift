#if Web
import Dispatch
import Glibc

/// A regular file, open for reading. [any thread]
final class OpenedFile: Sendable {
    private let descriptor: CInt
    /// The size in bytes when it was opened.
    let size: Int64
    /// What changes when the file does: its time and its size.
    let version: String

    /// Opens a file; nil if there is none, or it is a link or a device.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            size = 0
            version = ""
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        size = Int64(status.st_size)
        version = "\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)-\(status.st_size)"
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The file as a response, as this media type.
    func served(as mediaType: String) -> ServedBytes {
        ServedBytes(size: size, tag: "\"\(version)\"", mediaType: mediaType) { bytes, offset in
            var count = 0
            while count < bytes.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                let result = pread(self.descriptor, rest.baseAddress, rest.count, off_t(offset) + count)
                if result == 0 { break }
                if result > 0 { count += result } else if errno != EINTR { throw FileError(code: errno) }
            }
            return count
        }
    }
}

/// An error of the system's while reading a file.
struct FileError: Error {
    let code: CInt
}
#endif
