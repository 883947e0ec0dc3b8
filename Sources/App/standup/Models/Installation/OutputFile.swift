import Glibc

/// A buffered, sequentially written file that is flushed to the disk at its end.
struct OutputFile: ~Copyable {
    private let path: String
    private let descriptor: CInt
    private var buffer: [UInt8] = []

    private static let pieceSize = 1 << 18

    init(path: String) throws(InstallationError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .file(path: path, error: errno) }
    }

    deinit {
        close(descriptor)
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(InstallationError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.pieceSize { try flush() }
    }

    mutating func write(_ bytes: [UInt8]) throws(InstallationError) {
        buffer += bytes
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Writes the rest of the buffer and flushes the file to the disk.
    mutating func finish() throws(InstallationError) {
        try flush()
        guard fsync(descriptor) == 0 else { throw .file(path: path, error: errno) }
    }

    private mutating func flush() throws(InstallationError) {
        var written = 0
        while written < buffer.count {
            let count = buffer[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .file(path: path, error: errno)
            }
            written += count
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
