internal import Glibc
internal import MeetingModel

/// A regular file that is sent to somebody. [any thread]
package final class ReadableFile: Sendable {
    /// The size in bytes when it was opened.
    package let size: Int64
    /// A text that changes with the file: of its time and its size.
    package let version: String

    private let file: SoundFile

    /// Opens a file; symbolic links are not followed.
    package init(path: String) throws(AudioError) {
        func found(_ status: FileStatus?) throws(AudioError) -> FileStatus {
            guard let status else { throw .file(path: path, reason: systemMessage(errno)) }
            guard status.isFile else { throw .file(path: path, reason: "it is not a regular file") }
            return status
        }
        _ = try found(FileStatus(path, followingLinks: false))
        file = try SoundFile(reading: path)
        let status = try found(FileStatus(file.descriptor))
        size = Int64(status.size)
        version = "\(status.modified.nanosecondsSince1970)-\(size)"
    }

    /// Reads bytes at an offset, and returns their number; fewer than requested only at the end.
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AudioError) -> Int {
        try file.read(into: bytes, at: offset)
    }

    /// Marks the file as used now, without changing its version.
    func markUsed() {
        FileStatus.markUsed(file.descriptor)
    }
}
