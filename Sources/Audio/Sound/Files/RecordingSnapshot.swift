import MeetingModel

/// A recording at one length, as a complete WAV file, while the file itself may be growing. [any thread]
///
/// Two snapshots of the same length have the same bytes, so that a client can read one in parts.
package final class RecordingSnapshot: Sendable {
    package let frames: Int64
    /// The size of the WAV file in bytes.
    package let size: Int64

    private let file: SoundFile
    private let header: [UInt8]

    /// Opens a recording at a length; nil, or more than there is, stands for all that is written.
    package init(path: String, frames: Int64? = nil) throws(AudioError) {
        file = try SoundFile(reading: path)
        let header = try WAVHeader(of: file)
        let written = header.frames(inFileOf: try file.size())
        self.frames = min(frames ?? written, written)
        self.header = try header.bytes(of: file, frames: self.frames)
        size = header.end(ofFrames: self.frames)
    }

    /// Reads bytes at an offset, and returns their number; fewer than requested only at the end.
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AudioError) -> Int {
        let count = Int(min(Int64(bytes.count), max(size - offset, 0)))
        guard count > 0 else { return 0 }
        let ofHeader = min(max(header.count - Int(offset), 0), count)
        if ofHeader > 0 { bytes.copyBytes(from: header[Int(offset)..<Int(offset) + ofHeader]) }
        guard ofHeader < count else { return count }
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[ofHeader..<count])
        return ofHeader + (try file.read(into: rest, at: offset + Int64(ofHeader)))
    }
}

extension WAVHeader {
    /// The bytes before the samples of a file, with the sizes of this many frames.
    fileprivate func bytes(of file: borrowing SoundFile, frames: Int64) throws(AudioError) -> [UInt8] {
        var bytes = try file.bytes(at: 0, count: Int(dataOffset))
        guard bytes.count == dataOffset else { throw .file(path: file.path, reason: "it ends inside its header") }
        let size = frames * Int64(bytesPerFrame)
        if let sizes = sizes64(frames: frames) {
            bytes.replaceSubrange(sizes.offset..<sizes.offset + sizes.bytes.count, with: sizes.bytes)
        } else {
            bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: little(UInt32(clamping: size)))
            bytes.replaceSubrange(4..<8, with: little(UInt32(clamping: dataOffset + size - 8)))
        }
        return bytes
    }
}
