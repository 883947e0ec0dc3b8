import MeetingModel
import Sound

@testable import StandupTesting

/// A folder of recordings that breaks one promise.
struct BrokenRecordings: RecordingFolder {
    enum Fault: CaseIterable {
        case renames, hasNoRate, halves, countsLate, readsFromStart, mixesChannels, doesNotTruncate, replacesNothing
        case cannotFlush, appendsAfterEnd, replacesExisting, forgetsOnReopening, createsMissing, staysNarrow
        case doesNotRemove, hasNoSpace

        var promise: RecordingFolderConformance.Promise {
            switch self {
            case .renames: .fileName
            case .hasNoRate: .sampleRate
            case .halves: .appending
            case .countsLate: .frames
            case .readsFromStart: .reading
            case .mixesChannels: .channel
            case .doesNotTruncate: .truncating
            case .replacesNothing: .replacing
            case .cannotFlush: .flushing
            case .appendsAfterEnd: .finishing
            case .replacesExisting: .creating
            case .forgetsOnReopening: .reopening
            case .createsMissing: .missing
            case .staysNarrow: .widening
            case .doesNotRemove: .removing
            case .hasNoSpace: .space
            }
        }
    }

    let fault: Fault
    let recordings = InMemoryRecordings()

    func create(_ fileName: String, sampleRate: Int, channels: Int) throws(AudioError) -> any RecordingWriter {
        if fault == .replacesExisting { try recordings.remove(fileName) }
        return BrokenRecording(
            fault: fault, try recordings.create(fileName, sampleRate: sampleRate, channels: channels))
    }

    func reopen(_ fileName: String, channels: Int) throws(AudioError) -> any RecordingWriter {
        if fault == .createsMissing, !recordings.fileNames.contains(fileName) {
            return try create(fileName, sampleRate: 8000, channels: channels)
        }
        let recording = try recordings.reopen(fileName, channels: fault == .staysNarrow ? 1 : channels)
        if fault == .forgetsOnReopening { recording.truncate(to: 0) }
        return BrokenRecording(fault: fault, recording)
    }

    func remove(_ fileName: String) throws(AudioError) {
        if fault != .doesNotRemove { try recordings.remove(fileName) }
    }

    func availableDuration(sampleRate: Int, channels: Int) -> Duration? {
        fault == .hasNoSpace ? .seconds(-1) : nil
    }
}

private final class BrokenRecording: RecordingWriter {
    private let fault: BrokenRecordings.Fault
    private let recording: any RecordingWriter

    init(fault: BrokenRecordings.Fault, _ recording: any RecordingWriter) {
        self.fault = fault
        self.recording = recording
    }

    var fileName: String { fault == .renames ? "b.wav" : recording.fileName }
    var sampleRate: Int { fault == .hasNoRate ? 0 : recording.sampleRate }
    var channels: Int { recording.channels }
    var frames: Int64 { fault == .countsLate ? max(0, recording.frames - 1) : recording.frames }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        try recording.read(from: fault == .readsFromStart ? 0 : frame, into: buffer)
    }

    func read(
        _ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        try recording.read(fault == .mixesChannels ? .room : channel, from: frame, into: buffer)
    }

    func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
        let samples = samples.map { fault == .halves ? $0 / 2 : $0 }
        try samples.withUnsafeBufferPointer { samples throws(AudioError) in try recording.append(samples) }
    }

    func replace(
        _ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel, from frame: Int64
    ) throws(AudioError) {
        if fault != .replacesNothing { try recording.replace(samples, of: channel, from: frame) }
    }

    func truncate(to frame: Int64) {
        if fault != .doesNotTruncate { recording.truncate(to: frame) }
    }

    func synchronize() throws(AudioError) {
        if fault == .cannotFlush { throw .cannotWrite(path: fileName, reason: "it is broken") }
    }

    func finish() throws(AudioError) {
        if fault != .appendsAfterEnd { try recording.finish() }
    }
}
