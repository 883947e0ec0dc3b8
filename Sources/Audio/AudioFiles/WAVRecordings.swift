package import AudioDevices
import Glibc
import Synchronization

/// A folder of recordings in WAV files.
package struct WAVRecordings: RecordingFolder {
    private let path: String
    private let replaces: Bool

    /// The folder at a path, which exists; `replaces` whether a new recording may take the place of an old one.
    package init(path: String, replaces: Bool = false) {
        self.path = path
        self.replaces = replaces
    }

    /// Begins a recording.
    package func create(_ fileName: String, sampleRate: Int) throws(AudioError) -> any RecordingWriter {
        if replaces { try remove(fileName) }
        return try WAVRecording(creating: path + "/" + fileName, sampleRate: sampleRate)
    }

    /// Goes on with a recording whose program died; its header is mended.
    package func reopen(_ fileName: String) throws(AudioError) -> any RecordingWriter {
        try WAVRecording(reopening: path + "/" + fileName)
    }

    /// Removes a recording.
    package func remove(_ fileName: String) throws(AudioError) {
        let file = path + "/" + fileName
        guard unlink(file) == 0 || errno == ENOENT else {
            throw .cannotWrite(path: file, reason: String(cString: strerror(errno)))
        }
    }

    /// For how long a recording there is room for this user.
    package func room(sampleRate: Int) -> Duration? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, isHuge) = Int64(clamping: status.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
        return isHuge ? nil : FrameTime(start: .zero, rate: sampleRate).instant(of: bytes / 2)
    }
}

/// A recording that was made before, to be read again.
package final class KeptRecording: RecordedAudio {
    /// Frames per second, in Hz.
    package let sampleRate: Int
    /// How many frames it has.
    package let frames: Int64
    /// Whether the file ends before its header says.
    package let isCut: Bool
    private let file: Mutex<(reader: AudioFileReader, position: Int64)>

    /// Opens the recording at a path.
    package init(path: String) throws(AudioError) {
        let reader = try AudioFileReader(path: path)
        sampleRate = reader.sampleRate
        frames = reader.frames
        isCut = reader.isCut
        file = Mutex((reader, 0))
    }

    /// Reads frames from a position.
    package func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        let count = buffer.count
        let samples = try file.withLock { file throws(AudioError) in
            var samples = [Int16](repeating: 0, count: count)
            // In a compressed file seeking is slow, and in some not exact.
            if file.position != frame { try file.reader.seek(to: frame) }
            let reader = file.reader
            let taken = try samples.withUnsafeMutableBufferPointer { samples throws(AudioError) in
                try reader.read(into: samples)
            }
            file.position = frame + Int64(taken)
            samples.removeLast(count - taken)
            return samples
        }
        return buffer.update(fromContentsOf: samples)
    }
}
