import Glibc
import MeetingModel
import Sound

/// A sound file to import: mono, 16 bits, at its own sample rate if that is supported, else at 48 kHz.
final class RecordingSource {
    /// The supported sample rates in Hz, as for `standup start`.
    private static let rates = 8000...192_000
    /// The description of a file that ends before the end in its header.
    static let cutReason = "it was cut short"

    let path: String
    /// The sample rate of the output, in Hz.
    let sampleRate: Int
    /// The expected number of frames.
    let frames: Int64
    /// The number of channels of the file.
    let channels: Int
    private let isTruncated: Bool
    private let input: Input

    private enum Input {
        case plain(AudioFileReader)
        case converted(ConvertingReader)
    }

    /// Opens a file; throws if it is not a sound file or has no frames.
    ///
    /// `channel` is one of a file of the room and the call; nil is the mean of all channels, of two at matched levels.
    init(_ path: String, channel: AudioChannel? = nil) throws(Failure) {
        let reader: AudioFileReader
        do {
            reader = try AudioFileReader(path: path)
        } catch {
            throw Self.failure(path, error)
        }
        try channel?.check(channelsOf: path, reader.channels)
        do throws(AudioError) {
            guard reader.frames > 0 else { throw .file(path: path, reason: "it holds no sound") }
            try reader.select(channel.map { .channel($0) } ?? .averaged)
            self.path = path
            channels = reader.channels
            isTruncated = reader.isTruncated
            if Self.rates.contains(reader.sampleRate) {
                sampleRate = reader.sampleRate
                frames = reader.frames
                input = .plain(reader)
            } else {
                sampleRate = 48_000
                input = .converted(try ConvertingReader(reader, sampleRate: sampleRate, quality: .medium))
                frames = Int64((Double(reader.frames) * 48_000 / Double(reader.sampleRate)).rounded(.up))
            }
        } catch {
            throw Self.failure(path, error)
        }
    }

    var length: Duration { Recording(fileName: "", sampleRate: sampleRate, frames: frames).duration }

    /// Reads the next frames and returns their number, which is less than the buffer's size only at the end.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        switch input {
        case .converted(let reader): return try reader.read(into: buffer)
        case .plain(let reader):
            return try withUnsafeTemporaryAllocation(of: Int16.self, capacity: buffer.count) {
                samples throws(AudioError) in
                samples.initialize(repeating: 0)
                let count = try reader.read(into: samples)
                // With this scale, writing reproduces the same 16-bit samples.
                for index in 0..<count { buffer[index] = Float(samples[index]) / 32_767 }
                return count
            }
        }
    }

    /// Whether the file was truncated, given the number of frames read.
    func isTruncated(at count: Int64) -> Bool {
        isTruncated || Self.isEarly(count, of: frames, sampleRate: sampleRate)
    }

    /// Whether a frame is before the end in the header, with tolerance for formats that estimate their length.
    static func isEarly(_ frame: Int64, of frames: Int64, sampleRate: Int) -> Bool {
        frames - frame > Int64(sampleRate / 10)
    }

    private static func failure(_ path: String, _ error: AudioError) -> Failure {
        let reason =
            switch error {
            case .file(_, let reason), .failed(_, let reason): reason
            default: "\(error)"
            }
        return Failure(
            .notFound,
            "cannot read the recording \(DisplayText(quoting: path)) (\(reason)); use wav, flac, ogg, opus, mp3 or "
                + "aiff, or convert it first: ffmpeg -i FILE recording.flac")
    }
}
