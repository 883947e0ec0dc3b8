import MeetingModel
import Sound
import StandupTesting
import Synchronization

/// The faults of a disk, and the calls it received.
final class TroubledDisk: Sendable {
    /// For how much sound it has room.
    let room: Duration?
    /// Called before each append, and before a recording is removed.
    let beforeAppend: @Sendable () -> Void
    let beforeRemoving: @Sendable () -> Void
    /// Whether every synchronization fails.
    let confirmsNothing = Atomic<Bool>(false)
    private let synchronizations = Atomic<Int>(0)

    init(
        room: Duration? = nil,
        beforeAppend: @escaping @Sendable () -> Void = {},
        beforeRemoving: @escaping @Sendable () -> Void = {}
    ) {
        self.room = room
        self.beforeAppend = beforeAppend
        self.beforeRemoving = beforeRemoving
    }

    /// The number of synchronizations.
    var timesSynchronized: Int { synchronizations.load(ordering: .relaxed) }

    func synchronize() throws(AudioError) {
        synchronizations.add(1, ordering: .relaxed)
        guard confirmsNothing.load(ordering: .relaxed) else { return }
        throw .cannotWrite(path: "disk", reason: "Input/output error")
    }
}

/// Recordings in memory, on a disk with faults.
struct TroubledRecordings: RecordingFolder {
    let folder: InMemoryRecordings
    let disk: TroubledDisk

    func create(_ fileName: String, sampleRate: Int, channels: Int) throws(AudioError) -> any RecordingWriter {
        TroubledRecording(
            recording: try folder.create(fileName, sampleRate: sampleRate, channels: channels), disk: disk)
    }

    func reopen(_ fileName: String, channels: Int) throws(AudioError) -> any RecordingWriter {
        TroubledRecording(recording: try folder.reopen(fileName, channels: channels), disk: disk)
    }

    func remove(_ fileName: String) throws(AudioError) {
        disk.beforeRemoving()
        try folder.remove(fileName)
    }

    func availableDuration(sampleRate: Int, channels: Int) -> Duration? { disk.room }
}

private final class TroubledRecording: RecordingWriter {
    private let recording: any RecordingWriter
    private let disk: TroubledDisk

    init(recording: any RecordingWriter, disk: TroubledDisk) {
        self.recording = recording
        self.disk = disk
    }

    var fileName: String { recording.fileName }
    var sampleRate: Int { recording.sampleRate }
    var channels: Int { recording.channels }
    var frames: Int64 { recording.frames }

    func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
        disk.beforeAppend()
        try recording.append(samples)
    }

    func replace(
        _ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel, from frame: Int64
    ) throws(AudioError) {
        try recording.replace(samples, of: channel, from: frame)
    }

    func truncate(to frame: Int64) { recording.truncate(to: frame) }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        try recording.read(from: frame, into: buffer)
    }

    func synchronize() throws(AudioError) { try disk.synchronize() }

    func finish() throws(AudioError) { try recording.finish() }
}
