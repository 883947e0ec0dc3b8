import Glibc
import MeetingModel

/// The level of a part of a recording, in dBFS: 0 is full scale, a quiet room some -60.
public struct AudioLevel: Hashable, Sendable, Codable {
    /// The level of samples that are all zero: -120 dBFS.
    public static let silence = -120.0

    /// The peak, in dBFS; sound at 0 or more is clipped in the file.
    public let peak: Double
    /// The root mean square (RMS), in dBFS.
    public let rms: Double
    /// The time of the recording at which the sound begins: frame n is at n / sample rate seconds, pauses left out.
    public let start: Duration
    /// The time of the recording at which the sound ends.
    public let end: Duration

    /// Creates a level from a peak and an RMS, both in dBFS, of the sound between two times of the recording.
    public init(peak: Double, rms: Double, start: Duration = .zero, end: Duration = .zero) {
        self.peak = peak
        self.rms = rms
        self.start = start
        self.end = end
    }

    /// The level of this sound and a later one together: the higher peak, the RMS of both, from the first start to the last end.
    public func merged(with later: AudioLevel) -> AudioLevel {
        let lengths = [end - start, later.end - later.start].map { Double($0.nanoseconds) }
        let total = lengths[0] + lengths[1]
        let share = total > 0 ? lengths[0] / total : 0.5
        let power = share * pow(10, rms / 10) + (1 - share) * pow(10, later.rms / 10)
        return AudioLevel(
            peak: max(peak, later.peak), rms: max(Self.silence, 10 * log10(power)), start: start, end: later.end)
    }
}

/// Measures the level of each tenth of a second.
package struct LevelMeter {
    private let sampleRate: Int
    private let window: Int
    /// The frame of the recording with which the present tenth of a second begins.
    private var start: Int64 = 0
    private var count = 0
    private var peak: Float = 0
    private var squares = 0.0

    package init(sampleRate: Int) {
        self.sampleRate = sampleRate
        self.window = sampleRate / 10
    }

    /// Adds the samples of the recording from a frame on; reports each complete tenth of a second.
    ///
    /// If frames are missing before these, it also reports what came before the missing ones, which is shorter.
    mutating func measure(
        _ samples: UnsafeBufferPointer<Float>, from frame: Int64, report: (AudioLevel) -> Void
    ) {
        if frame != start + Int64(count) {
            complete(report)
            start = frame
        }
        for sample in samples {
            peak = max(peak, abs(sample))
            squares += Double(sample * sample)
            count += 1
            if count == window { complete(report) }
        }
    }

    /// Adds the next samples; returns the level of the tenths of a second that they complete together, if any.
    package mutating func measure(_ samples: UnsafeBufferPointer<Float>) -> AudioLevel? {
        var level: AudioLevel?
        measure(samples, from: start + Int64(count)) { level = level?.merged(with: $0) ?? $0 }
        return level
    }

    private mutating func complete(_ report: (AudioLevel) -> Void) {
        guard count > 0 else { return }
        let end = start + Int64(count)
        report(
            AudioLevel(
                peak: Self.decibels(Double(peak)),
                rms: Self.decibels((squares / Double(count)).squareRoot()),
                start: Duration(frames: start, at: sampleRate),
                end: Duration(frames: end, at: sampleRate)))
        (start, count, peak, squares) = (end, 0, 0, 0)
    }

    private static func decibels(_ amplitude: Double) -> Double {
        max(AudioLevel.silence, 20 * log10(max(amplitude, 1e-9)))
    }
}
