package import AudioDevices
import Glibc
import Synchronization

/// A recording in a WAV file that is whole at every moment, and in an RF64 file where WAV's 4 GB might not do.
///
/// The header is brought up to date with every append, after the samples. A program that dies in between leaves a
/// file that hides its last append until `mend(path:)` has been there.
package final class WAVRecording: RecordingWriter {
    /// The last part of the path.
    package let fileName: String
    /// Frames per second, in Hz.
    package let sampleRate: Int

    private let file: OpenFile
    private let dataOffset: Int64
    private let written = Atomic<Int64>(0)
    /// Guards the writing side; readers do without.
    private let writer: Mutex<Writer?>

    private struct Writer: ~Copyable {
        var output: SoundFileWriter
        /// Samples on their way to 16 bits.
        var scratch = [Int16](repeating: 0, count: 8192)

        mutating func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
            var rest = samples[...]
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(rebasing: rest.prefix(scratch.count))
                try scratch.withUnsafeMutableBufferPointer { scratch throws(AudioError) in
                    let count = PCM16.encode(part, into: scratch)
                    try output.write(UnsafeBufferPointer(rebasing: scratch[..<count]))
                }
                rest = rest.dropFirst(part.count)
            }
        }
    }

    /// Makes an empty recording that only its owner can read.
    ///
    /// A file that is there already is an error. `longest` decides the format: WAV if a recording of that length fits
    /// into one. It can be appended to for longer, up to the 4 GB of a WAV file, which are 12 hours at 48 kHz.
    package init(
        creating path: String,
        sampleRate: Int,
        longest: Duration = .seconds(8 * 3600)
    ) throws(AudioError) {
        let frames = FrameTime(start: .zero, rate: sampleRate).frames(at: longest)
        let file = try OpenFile(creating: path, mode: 0o600)
        do throws(AudioError) {
            let output = try SoundFileWriter(file, sampleRate: sampleRate, form: .init(frames: frames))
            dataOffset = output.dataOffset
            writer = Mutex(Writer(output: output))
        } catch {
            unlink(path)
            throw error
        }
        self.file = file
        self.sampleRate = sampleRate
        fileName = path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Goes on with the recording at a path, whose program died, after its last whole frame.
    package init(reopening path: String) throws(AudioError) {
        let whole = try Self.mend(path: path)
        let file = try OpenFile(updating: path)
        let output = try SoundFileWriter(continuing: file, sampleRate: whole.sampleRate)
        dataOffset = output.dataOffset
        written.store(output.frames, ordering: .releasing)
        writer = Mutex(Writer(output: output))
        self.file = file
        sampleRate = whole.sampleRate
        fileName = path.split(separator: "/").last.map(String.init) ?? path
    }

    /// How many frames have been appended; each of them can be read. [any thread]
    package var frames: Int64 {
        written.load(ordering: .acquiring)
    }

    /// Appends frames: all of them, or none and an error, after which a later append may succeed. [pump queue]
    package func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
        try writer.withLock { writer throws(AudioError) in
            guard writer != nil else {
                throw .cannotWrite(path: file.path, reason: "the recording has been completed")
            }
            let before = writer!.output.frames
            do throws(AudioError) {
                try writer!.append(samples)
            } catch {
                writer!.output.cut(to: before)
                throw error
            }
            written.store(writer!.output.frames, ordering: .releasing)
        }
    }

    /// Takes back what was appended from a frame on. [pump queue]
    package func cut(to frame: Int64) {
        writer.withLock { writer in
            guard writer != nil, frame < writer!.output.frames else { return }
            // Before the file is shorter, so that a reader who finds it so knows why.
            written.store(frame, ordering: .releasing)
            writer!.output.cut(to: frame)
        }
    }

    /// Reads frames that were appended, as many as fit, and returns how many. [any thread]
    package func read(
        from frame: Int64,
        into buffer: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        let count = Int(min(Int64(buffer.count), frames - frame))
        guard frame >= 0, count > 0 else { return 0 }
        let samples = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
        let bytes = UnsafeMutableRawBufferPointer(samples)
        guard try file.read(into: bytes, at: dataOffset + frame * 2) == bytes.count else {
            if frames < frame + Int64(count) { return try read(from: frame, into: buffer) }
            throw .file(path: file.path, reason: "it is shorter than what was written into it")
        }
        for index in samples.indices { samples[index] = Int16(littleEndian: samples[index]) }
        return count
    }

    /// Waits until the disk has what was appended before. [any thread that may wait]
    package func synchronize() throws(AudioError) {
        try file.synchronize()
    }

    /// Completes the file and waits until the disk has it.
    ///
    /// What was appended can still be read. [pump queue]
    package func finish() throws(AudioError) {
        writer.withLock { $0 = nil }
        try file.synchronize()
    }
}
