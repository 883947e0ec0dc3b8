import Glibc
public import MeetingModel
import Synchronization

/// A folder of WAV recordings.
public struct WAVRecordingFolder: RecordingFolder {
    private let path: String
    private let replaces: Bool

    /// Uses an existing folder; `replaces` whether new recordings may overwrite old ones.
    public init(path: String, replaces: Bool = false) {
        self.path = path
        self.replaces = replaces
    }

    /// Creates a recording.
    public func create(
        _ fileName: String, sampleRate: Int, channels: Int
    ) throws(AudioError) -> any RecordingWriter {
        if replaces { try remove(fileName) }
        return try WAVRecording(creating: path + "/" + fileName, sampleRate: sampleRate, channels: channels)
    }

    /// Repairs and reopens the recording of a crashed program.
    public func reopen(_ fileName: String, channels: Int) throws(AudioError) -> any RecordingWriter {
        let file = path + "/" + fileName
        let recording = try WAVRecording(reopening: file)
        guard recording.channels < channels else { return recording }
        try recording.finish()
        try WAVRecording.addChannel(to: file)
        return try WAVRecording(reopening: file)
    }

    /// Removes a recording, if it exists.
    public func remove(_ fileName: String) throws(AudioError) {
        let file = path + "/" + fileName
        guard unlink(file) == 0 || errno == ENOENT else {
            throw .refused(file, by: errno)
        }
    }

    /// The recording time that fits on the disk for this user.
    public func availableDuration(sampleRate: Int, channels: Int) -> Duration? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, isHuge) = Int64(clamping: status.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
        return isHuge ? nil : FrameTime(start: .zero, rate: sampleRate).instant(of: bytes / Int64(2 * channels))
    }
}

/// A finished recording.
public final class StoredRecording: RecordedAudio {
    /// The sample rate, in Hz.
    public let sampleRate: Int
    /// The number of frames.
    public let frames: Int64
    /// 1, or 2 for the room and the call.
    public let channels: Int
    /// Whether the file is shorter than its header says.
    public let isTruncated: Bool
    private let file: Mutex<(reader: AudioFileReader, position: Int64)>

    /// Opens a recording.
    public init(path: String) throws(AudioError) {
        let reader = try AudioFileReader(path: path)
        sampleRate = reader.sampleRate
        frames = reader.frames
        channels = reader.channels
        isTruncated = reader.isTruncated
        file = Mutex((reader, 0))
    }

    /// Reads frames from a position; of two channels their average.
    public func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        try read(nil, from: frame, into: buffer)
    }

    /// Reads frames of a channel from a position.
    public func read(
        _ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        guard channel.index < channels else { return 0 }
        return try read(Optional(channel), from: frame, into: buffer)
    }

    private func read(
        _ channel: AudioChannel?, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        let count = buffer.count
        let samples = try file.withLock { file throws(AudioError) in
            var samples = [Int16](repeating: 0, count: count)
            // Seeking in compressed files is slow, and sometimes inexact.
            if file.position != frame { try file.reader.seek(to: frame) }
            let reader = file.reader
            reader.selection = channel.map { .one($0.index) } ?? .average
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
