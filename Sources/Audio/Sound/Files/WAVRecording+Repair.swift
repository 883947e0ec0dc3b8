import MeetingModel

/// The result of checking or repairing the header of a recording.
package struct RecordedFile: Hashable, Sendable {
    /// The number of complete frames.
    package let frames: Int64
    /// The sample rate, in Hz.
    package let sampleRate: Int
    /// 1, or 2 for the room and the call.
    package let channels: Int
    package let headerWasWrong: Bool

    init(frames: Int64, sampleRate: Int, channels: Int = 1, headerWasWrong: Bool) {
        self.frames = frames
        self.sampleRate = sampleRate
        self.channels = channels
        self.headerWasWrong = headerWasWrong
    }
}

extension WAVRecording {
    /// Corrects the sizes in the header of a WAV or RF64 file, from the file's length.
    ///
    /// For recordings of a crashed program. Never changes samples, or a correct header. Throws for other formats and
    /// incomplete headers, and leaves those files unchanged. [any thread, waits for the disk]
    package static func repair(path: String) throws(AudioError) -> RecordedFile {
        let found = try examine(path: path)
        guard found.headerWasWrong else { return found }
        let file = try SoundFile(updating: path)
        var header = try WAVHeader(of: file)
        try header.repair(file)
        return found
    }

    /// Checks a header without changing the file.
    package static func examine(path: String) throws(AudioError) -> RecordedFile {
        let file = try SoundFile(reading: path)
        let header = try WAVHeader(of: file)
        let isCorrect = try header.matches(file)
        let frames =
            isCorrect ? header.dataSize / Int64(header.bytesPerFrame) : header.frames(inFileOf: try file.size())
        return RecordedFile(
            frames: frames, sampleRate: header.sampleRate, channels: max(1, header.channels),
            headerWasWrong: !isCorrect)
    }
}
