import Glibc

/// The features of 10 ms of sound for speech detection.
struct FrameFeatures: Hashable {
    /// The samples per frame, at 16 kHz.
    static let frameLength = 160
    /// The least level of an active frame, in dB above the noise.
    static let activeLevel: Float = 8

    /// How far the last 32 ms rise above the noise, in dB: the mean of all bands.
    var level: Float
    /// Whether the last 30 ms are periodic at voice pitch (70 to 400 Hz); false below the active level.
    var isVoiced: Bool
}

/// Computes the features of consecutive frames.
struct FrameAnalyzer {
    /// The pitch search runs at 4 kHz: 40 samples per frame, lags of 10 to 57, over 120 samples.
    private static let pitchFrame = 40
    private static let lags = 10...57
    private static let pitchWindow = 120

    /// The periodicity above which a frame is voiced, of the whole sound and of what rises above the noise.
    ///
    /// A hum hides the pitch of the whole, and a room that of what rises.
    private static let voiced: (whole: Float, clear: Float) = (0.6, 0.67)

    private var highPass = (HighPass(), HighPass())
    private var bands = NoiseBands()
    private var pitchSignal = [Float](repeating: 0, count: pitchWindow + 57 + 3)

    /// Analyses the next 160 samples.
    mutating func analyze(_ frame: UnsafeBufferPointer<Int16>) -> FrameFeatures {
        let size = Self.pitchFrame
        let kept = pitchSignal.count - size
        var energy: Float = 0
        pitchSignal.withUnsafeMutableBufferPointer { pitch in
            for index in 0..<kept { pitch[index] = pitch[index + size] }
            for index in 0..<size {
                var sum: Float = 0
                for sample in 0..<4 {
                    let value = Float(frame[index * 4 + sample]) / 32768
                    let filtered = highPass.1.filter(highPass.0.filter(value))
                    energy += filtered * filtered
                    sum += filtered
                }
                pitch[kept + index] = sum / 4
            }
        }
        let (level, clear) = bands.hear(frame)
        // Sound this quiet has no measurable pitch.
        let isAudible = level > FrameFeatures.activeLevel && energy > 3e-8 * Float(FrameFeatures.frameLength)
        return FrameFeatures(
            level: level, isVoiced: isAudible && (clear > Self.voiced.clear || periodicity() > Self.voiced.whole))
    }

    /// The highest peak of the normalized autocorrelation.
    ///
    /// The slope of low-passed noise at short lags does not count as a peak.
    private func periodicity() -> Float {
        pitchSignal.withUnsafeBufferPointer { signal in
            let window = Self.pitchWindow
            let first = signal.count - window
            func correlation(_ lag: Int) -> Float {
                var product: Float = 0
                var now: Float = 1e-9
                var before: Float = 1e-9
                for index in first..<signal.count {
                    let a = signal[index]
                    let b = signal[index - lag]
                    product += a * b
                    now += a * a
                    before += b * b
                }
                return product / (now * before).squareRoot()
            }
            var best: Float = 0
            var previous = correlation(Self.lags.lowerBound - 1)
            var current = correlation(Self.lags.lowerBound)
            for lag in Self.lags {
                let next = correlation(lag + 1)
                if current > best, current >= previous, current >= next { best = current }
                (previous, current) = (current, next)
            }
            return best
        }
    }
}

/// A first-order high-pass filter at about 150 Hz, for 16 kHz.
private struct HighPass {
    private var input: Float = 0
    private var output: Float = 0

    mutating func filter(_ sample: Float) -> Float {
        output = sample - input + 0.943 * output
        input = sample
        return output
    }
}
