import Glibc
public import MeetingModel
import Synchronization

/// A recording in a WAV file that is valid after every append, and becomes an RF64 file near 4 GB.
///
/// An append writes the samples, then the header. A crash between them hides the last append until `repair(path:)`.
public final class WAVRecording: RecordingWriter {
    /// The last component of the path.
    public let fileName: String
    /// The sample rate, in Hz.
    public let sampleRate: Int
    /// The number of channels, 1 for the room or 2 for the room and the call.
    public let channels: Int

    private let file: SoundFile
    private let dataOffset: Int64
    private let written = Atomic<Int64>(0)
    /// Protects the writer; readers need no lock.
    private let writer: Mutex<Writer?>

    private struct Writer {
        var output: SoundFileWriter
        /// Buffer for conversion to 16 bits.
        var scratch = [Int16](repeating: 0, count: 8192)

        mutating func append(
            _ samples: UnsafeBufferPointer<Float>, to file: borrowing SoundFile
        ) throws(AudioError) {
            var rest = samples[...]
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(rebasing: rest.prefix(scratch.count))
                try scratch.withUnsafeMutableBufferPointer { scratch throws(AudioError) in
                    let count = PCM16.encode(part, into: scratch)
                    for index in 0..<count { scratch[index] = scratch[index].littleEndian }
                    try output.write(UnsafeBufferPointer(rebasing: scratch[..<count]), to: file)
                }
                rest = rest.dropFirst(part.count)
            }
        }

        mutating func replace(
            _ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel, at offset: Int64,
            in file: borrowing SoundFile
        ) throws(AudioError) {
            var rest = samples[...]
            var offset = offset
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(rebasing: rest.prefix(scratch.count / output.channels))
                let count = part.count * output.channels
                offset += try scratch.withUnsafeMutableBufferPointer { scratch throws(AudioError) in
                    let frames = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: scratch[..<count]))
                    guard try file.read(into: frames, at: offset) == frames.count else {
                        throw .cannotWrite(path: file.path, reason: "it has been truncated")
                    }
                    for (index, sample) in part.enumerated() {
                        scratch[index * output.channels + channel.index] = PCM16.sample(sample).littleEndian
                    }
                    try file.write(UnsafeRawBufferPointer(frames), at: offset)
                    return Int64(frames.count)
                }
                rest = rest.dropFirst(part.count)
            }
        }
    }

    /// Creates an empty recording that only its owner can read; throws if the file exists.
    ///
    /// A file of more than `largestWAV` bytes becomes RF64; the default is near 4 GB, at 48 kHz 12 hours of one channel
    /// or 6 of two.
    public init(
        creating path: String,
        sampleRate: Int,
        channels: Int = 1,
        largestWAV: Int64? = nil
    ) throws(AudioError) {
        let file = try SoundFile(creating: path, mode: 0o600)
        do throws(AudioError) {
            let output = try SoundFileWriter(
                file, sampleRate: sampleRate, channels: channels, largestWAV: largestWAV ?? WAVHeader.largestWAV)
            dataOffset = output.dataOffset
            writer = Mutex(Writer(output: output))
        } catch {
            unlink(path)
            throw error
        }
        self.file = file
        self.sampleRate = sampleRate
        self.channels = channels
        fileName = path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Reopens the recording of a crashed program, after its last complete frame.
    public init(reopening path: String) throws(AudioError) {
        let whole = try Self.repair(path: path)
        let file = try SoundFile(updating: path)
        let output = try SoundFileWriter(continuing: file)
        dataOffset = output.dataOffset
        written.store(output.frames, ordering: .releasing)
        channels = output.channels
        writer = Mutex(Writer(output: output))
        self.file = file
        sampleRate = whole.sampleRate
        fileName = path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The number of appended frames, all of which can be read. [any thread]
    public var frames: Int64 {
        written.load(ordering: .acquiring)
    }

    /// Appends all frames, or throws and appends none; later appends may succeed. [pump queue]
    public func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
        try writer.withLock { writer throws(AudioError) in
            guard writer != nil else {
                throw .cannotWrite(path: file.path, reason: "the recording is finished")
            }
            let before = writer!.output.frames
            do throws(AudioError) {
                try writer!.append(samples, to: file)
            } catch {
                writer!.output.truncate(to: before, in: file)
                throw error
            }
            written.store(writer!.output.frames, ordering: .releasing)
        }
    }

    /// Replaces appended frames of one channel. [pump queue]
    public func replace(
        _ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel, from frame: Int64
    ) throws(AudioError) {
        try writer.withLock { writer throws(AudioError) in
            guard writer != nil else {
                throw .cannotWrite(path: file.path, reason: "the recording is finished")
            }
            let offset = dataOffset + frame * Int64(2 * channels)
            try writer!.replace(samples, of: channel, at: offset, in: file)
        }
    }

    /// Removes all frames from `frame` on. [pump queue]
    public func truncate(to frame: Int64) {
        writer.withLock { writer in
            guard writer != nil, frame < writer!.output.frames else { return }
            // First, so that a reader of a short file sees the new length.
            written.store(frame, ordering: .releasing)
            writer!.output.truncate(to: frame, in: file)
        }
    }

    /// Reads frames of the room, and returns their number. [any thread]
    public func read(
        from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        try read(.room, from: frame, into: buffer)
    }

    /// Reads frames of a channel, and returns their number. [any thread]
    public func read(
        _ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        guard channel.index < channels else { return 0 }
        guard channels > 1 else { return try readSamples(from: frame, into: buffer) }
        let count = Int(max(0, min(Int64(buffer.count), frames - frame)))
        return try withUnsafeTemporaryAllocation(of: Int16.self, capacity: count * channels) {
            samples throws(AudioError) in
            samples.initialize(repeating: 0)
            let got = try readSamples(from: frame, into: samples)
            for index in 0..<got { buffer[index] = samples[index * channels + channel.index] }
            return got
        }
    }

    /// Reads whole frames, and returns their number.
    private func readSamples(
        from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        let count = Int(min(Int64(buffer.count / channels), frames - frame))
        guard frame >= 0, count > 0 else { return 0 }
        let samples = UnsafeMutableBufferPointer(rebasing: buffer[..<(count * channels)])
        let bytes = UnsafeMutableRawBufferPointer(samples)
        guard try file.read(into: bytes, at: dataOffset + frame * Int64(2 * channels)) == bytes.count else {
            if frames < frame + Int64(count) { return try readSamples(from: frame, into: buffer) }
            throw .file(path: file.path, reason: "it has been truncated")
        }
        for index in samples.indices { samples[index] = Int16(littleEndian: samples[index]) }
        return count
    }

    /// Flushes the appended frames to the disk. [any thread that may wait]
    public func synchronize() throws(AudioError) {
        try file.synchronize()
    }

    /// Completes the file and flushes it to the disk; it can still be read. [pump queue]
    public func finish() throws(AudioError) {
        writer.withLock { $0 = nil }
        try file.synchronize()
    }
}
