import Glibc

/// The level of a segment of sound, in dBFS: 0 is full scale, a quiet room some -60.
public struct AudioLevel: Hashable, Sendable, Codable {
    /// The level of samples that are all zero: -120 dBFS.
    public static let silence = -120.0

    /// The peak, in dBFS.
    public let peak: Double
    /// The root mean square (RMS), in dBFS.
    public let rms: Double

    /// Creates a level from a peak and an RMS, both in dBFS.
    public init(peak: Double, rms: Double) {
        self.peak = peak
        self.rms = rms
    }
}

/// Measures the level of each tenth of a second.
package struct LevelMeter {
    private let window: Int
    private var count = 0
    private var peak: Float = 0
    private var squares = 0.0

    /// Creates a meter for a sample rate, in Hz.
    package init(sampleRate: Int) {
        self.window = sampleRate / 10
    }

    /// Adds samples; returns the level of the newest complete tenth of a second, if one was completed.
    package mutating func measure(_ samples: UnsafeBufferPointer<Float>) -> AudioLevel? {
        var level: AudioLevel?
        for sample in samples {
            peak = max(peak, abs(sample))
            squares += Double(sample * sample)
            count += 1
            if count == window {
                level = AudioLevel(
                    peak: Self.decibels(Double(peak)),
                    rms: Self.decibels((squares / Double(count)).squareRoot())
                )
                count = 0
                peak = 0
                squares = 0
            }
        }
        return level
    }

    private static func decibels(_ amplitude: Double) -> Double {
        max(AudioLevel.silence, 20 * log10(max(amplitude, 1e-9)))
    }
}
