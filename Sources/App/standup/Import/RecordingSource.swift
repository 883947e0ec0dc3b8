import AudioDevices
import AudioFiles
import Glibc
import MeetingModel

/// A sound file that is to become a recording: mono, 16 bits, at its own rate if that is a usual one.
final class RecordingSource {
    /// The rates that a recording may have, as `standup start` has them, in Hz.
    private static let rates = 8000...192_000
    /// What is said of a file that ends before its header says.
    static let cutReason = "it was cut short"

    /// The file's path.
    let path: String
    /// The rate of what is read, in Hz.
    let sampleRate: Int
    /// How many frames are to be expected.
    let frames: Int64
    private let isCut: Bool
    private let input: Input

    private enum Input {
        case plain(AudioFileReader)
        case converted(ConvertingReader)
    }

    /// Opens a file; what is no sound, or holds none, is an error.
    init(_ path: String) throws(Failure) {
        do throws(AudioError) {
            let reader = try AudioFileReader(path: path)
            guard reader.frames > 0 else { throw .file(path: path, reason: "it holds no sound") }
            self.path = path
            isCut = reader.isCut
            if Self.rates.contains(reader.sampleRate) {
                sampleRate = reader.sampleRate
                frames = reader.frames
                input = .plain(reader)
            } else {
                sampleRate = 48_000
                input = .converted(try ConvertingReader(path: path, sampleRate: sampleRate, quality: .medium))
                frames = Int64((Double(reader.frames) * 48_000 / Double(reader.sampleRate)).rounded(.up))
            }
        } catch {
            throw Self.failure(path, error)
        }
    }

    /// How long it is.
    var length: Duration { Recording(fileName: "", sampleRate: sampleRate, frames: frames).duration }

    /// Reads the next frames, fewer than fit only at the end, and returns how many.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        switch input {
        case .converted(let reader): return try reader.read(into: buffer)
        case .plain(let reader):
            return try withUnsafeTemporaryAllocation(of: Int16.self, capacity: buffer.count) {
                samples throws(AudioError) in
                samples.initialize(repeating: 0)
                let count = try reader.read(into: samples)
                // The scale at which writing gives back the same 16 bits.
                for index in 0..<count { buffer[index] = Float(samples[index]) / 32_767 }
                return count
            }
        }
    }

    /// Whether the file was cut, when so many frames came out of it.
    func isCut(at count: Int64) -> Bool {
        isCut || Self.isEarly(count, of: frames, sampleRate: sampleRate)
    }

    /// Whether an end at a frame comes before the one that the header says; formats that estimate are a little off.
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
            "cannot read the recording, \(DisplayText(quoting: path)) (\(reason)), give a wav, flac, ogg, opus, mp3 or "
                + "aiff file; for others (m4a, video): ffmpeg -i FILE recording.flac")
    }
}
