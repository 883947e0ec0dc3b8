import Glibc
import MeetingModel
public import Sound
import Synchronization

/// Recordings in memory.
public final class InMemoryRecordings: RecordingFolder {
    private let recordings = Mutex<[String: InMemoryRecording]>([:])

    /// Creates a folder without recordings.
    public init() {}

    /// The names of the recordings. [any thread]
    public var fileNames: Set<String> { recordings.withLock { Set($0.keys) } }

    /// The samples of a recording, alternating if it has two channels; nil if there is none with this name.
    ///
    /// [any thread]
    public func samples(of fileName: String) -> [Int16]? {
        recordings.withLock { $0[fileName] }?.samples
    }

    /// Whether writes fail as on a full disk. [any thread]
    public var isFull: Bool {
        get { full.withLock { $0 } }
        set { full.withLock { $0 = newValue } }
    }

    private let full = Mutex(false)

    /// Creates a recording.
    public func create(
        _ fileName: String, sampleRate: Int, channels: Int
    ) throws(AudioError) -> any RecordingWriter {
        let recording = InMemoryRecording(fileName: fileName, sampleRate: sampleRate, channels: channels) {
            [weak self] in
            self?.isFull ?? false
        }
        let isNew = recordings.withLock { recordings in
            guard recordings[fileName] == nil else { return false }
            recordings[fileName] = recording
            return true
        }
        guard isNew else { throw .refused(fileName, by: EEXIST) }
        return recording
    }

    /// Reopens a recording for appending; throws if it does not exist.
    public func reopen(_ fileName: String, channels: Int) throws(AudioError) -> any RecordingWriter {
        guard let recording = recordings.withLock({ $0[fileName] }) else {
            throw .file(path: fileName, reason: "it does not exist")
        }
        guard recording.channels < channels else {
            recording.reopen()
            return recording
        }
        let wide = InMemoryRecording(fileName: fileName, sampleRate: recording.sampleRate, channels: channels) {
            [weak self] in
            self?.isFull ?? false
        }
        let samples = recording.samples.flatMap { [Float($0) / 32767, 0] as [Float] }
        try samples.withUnsafeBufferPointer { samples throws(AudioError) in try wide.append(samples) }
        recordings.withLock { $0[fileName] = wide }
        return wide
    }

    /// Deletes a recording.
    public func remove(_ fileName: String) throws(AudioError) {
        recordings.withLock { $0[fileName] = nil }
    }
}

private final class InMemoryRecording: RecordingWriter {
    let fileName: String
    let sampleRate: Int
    let channels: Int
    private let isFull: @Sendable () -> Bool
    private let written = Mutex<[Int16]>([])
    private let isFinished = Mutex(false)

    init(fileName: String, sampleRate: Int, channels: Int, isFull: @escaping @Sendable () -> Bool) {
        self.fileName = fileName
        self.sampleRate = sampleRate
        self.channels = channels
        self.isFull = isFull
    }

    var samples: [Int16] { written.withLock { $0 } }
    var frames: Int64 { written.withLock { Int64($0.count / channels) } }

    func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
        guard !isFull() else { throw .refused(fileName, by: ENOSPC) }
        guard !isFinished.withLock({ $0 }) else {
            throw .cannotWrite(path: fileName, reason: "the recording has been completed")
        }
        written.withLock { $0 += samples.map(Self.encode) }
    }

    func replace(
        _ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel, from frame: Int64
    ) throws(AudioError) {
        guard !isFull() else { throw .refused(fileName, by: ENOSPC) }
        written.withLock { written in
            for (index, sample) in samples.enumerated() {
                written[(Int(frame) + index) * channels + channel.index] = Self.encode(sample)
            }
        }
    }

    private static func encode(_ sample: Float) -> Int16 { Int16((max(-1, min(1, sample)) * 32767).rounded()) }

    func truncate(to frame: Int64) {
        written.withLock { $0.removeLast(max(0, $0.count - Int(frame) * channels)) }
    }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        try read(.room, from: frame, into: buffer)
    }

    func read(
        _ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        written.withLock { written in
            guard frame >= 0, channel.index < channels else { return 0 }
            let count = max(0, min(buffer.count, written.count / channels - Int(frame)))
            for index in 0..<count { buffer[index] = written[(Int(frame) + index) * channels + channel.index] }
            return count
        }
    }

    func finish() throws(AudioError) { isFinished.withLock { $0 = true } }
    func reopen() { isFinished.withLock { $0 = false } }
}
