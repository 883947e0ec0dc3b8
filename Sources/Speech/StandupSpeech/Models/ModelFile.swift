import Glibc
import MeetingModel

/// A file that is read sequentially.
struct ModelFile: ~Copyable {
    let path: String
    /// The size in bytes when it was opened.
    let size: Int
    /// The offset of the next read.
    private(set) var offset = 0

    private let descriptor: CInt
    private var piece: [UInt8] = []
    private var pieceStart = 0

    init(path: String) throws(WhisperModelError) {
        // O_NONBLOCK, because opening a named pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemMessage(errno)) }
        guard let status = FileStatus(descriptor), status.isFile else {
            close(descriptor)
            throw .unreadable(path: path, reason: "it is not a file")
        }
        self.path = path
        self.descriptor = descriptor
        size = status.size
    }

    deinit {
        close(descriptor)
    }

    /// The next 32-bit number, little-endian.
    mutating func number() throws(WhisperModelError) -> Int {
        if offset + 4 > pieceStart + piece.count { try readPiece() }
        let place = offset - pieceStart
        let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(piece[place + $1]) << UInt32(8 * $1) }
        offset += 4
        return Int(Int32(bitPattern: value))
    }

    /// Skips bytes, all of which must exist.
    mutating func skip(_ count: Int) throws(WhisperModelError) {
        guard count <= size - offset else { throw .incomplete(path: path) }
        offset += count
        if offset > pieceStart + piece.count { (piece, pieceStart) = ([], offset) }
    }

    private mutating func readPiece() throws(WhisperModelError) {
        guard size - offset >= 4 else { throw .incomplete(path: path) }
        var bytes = [UInt8](repeating: 0, count: min(1 << 16, size - offset))
        let count = pread(descriptor, &bytes, bytes.count, off_t(offset))
        guard count >= 0 else { throw .unreadable(path: path, reason: systemMessage(errno)) }
        guard count >= 4 else { throw .incomplete(path: path) }
        (piece, pieceStart) = (Array(bytes[..<count]), offset)
    }
}
