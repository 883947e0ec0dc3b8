internal import Glibc
internal import MeetingModel
// Where the compiler finds the members of timespec in a build with more jobs than two.
internal import SwiftOverlayShims

/// A regular file that is sent to somebody. [any thread]
package final class ReadableFile: Sendable {
    /// The size in bytes when it was opened.
    package let size: Int64
    /// A text that changes with the file: of its time and its size.
    package let version: String

    private let file: OpenFile

    /// Opens a file; symbolic links are not followed.
    package init(path: String) throws(AudioError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .file(path: path, reason: systemMessage(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .file(path: path, reason: "it is not a regular file") }
        file = try OpenFile(reading: path)
        guard fstat(file.descriptor, &status) == 0 else { throw .file(path: path, reason: systemMessage(errno)) }
        size = Int64(status.st_size)
        version = "\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)-\(status.st_size)"
    }

    /// Reads bytes at an offset, and returns their number; fewer than requested only at the end.
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AudioError) -> Int {
        try file.read(into: bytes, at: offset)
    }

    /// Marks the file as used now, without changing its version.
    func markUsed() {
        let times = [timespec(tv_sec: 0, tv_nsec: nowMark), timespec(tv_sec: 0, tv_nsec: omitMark)]
        futimens(file.descriptor, times)
    }
}

/// The special times of `futimens`, macros that Swift does not import: the present, and no change.
private let (nowMark, omitMark) = ((1 << 30) - 1, (1 << 30) - 2)
