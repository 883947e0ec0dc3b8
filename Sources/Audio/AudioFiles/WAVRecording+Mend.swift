package import AudioDevices

/// A recording on disk after its header has been looked at.
package struct RecordedFile: Hashable, Sendable {
    /// How many whole frames it holds.
    package let frames: Int64
    /// Frames per second, in Hz.
    package let sampleRate: Int
    /// Whether its header was wrong and has been made right.
    package let mended: Bool

    /// A file of so many frames.
    package init(frames: Int64, sampleRate: Int, mended: Bool) {
        self.frames = frames
        self.sampleRate = sampleRate
        self.mended = mended
    }
}

extension WAVRecording {
    /// Makes the header of a WAV or RF64 file say what the file holds, by the file's length.
    ///
    /// For recordings whose program died. No sample is touched, nor is a file whose header is right. What is no
    /// uncompressed WAV, or ends inside its header, is an error and stays as it is. [any thread, waits for the disk]
    package static func mend(path: String) throws(AudioError) -> RecordedFile {
        let found = try examine(path: path)
        guard found.mended else { return found }
        let file = try OpenFile(updating: path)
        try WAVHeader(of: file).mend(file)
        return found
    }

    /// Looks at what `mend` would make of a file, and touches nothing: `mended` says that its header is wrong.
    package static func examine(path: String) throws(AudioError) -> RecordedFile {
        let file = try OpenFile(reading: path)
        let header = try WAVHeader(of: file)
        let isTrue = try header.isTrue(of: file)
        let frames =
            isTrue ? header.dataSize / Int64(header.bytesPerFrame) : header.frames(inFileOf: try file.size())
        return RecordedFile(frames: frames, sampleRate: header.sampleRate, mended: !isTrue)
    }
}
