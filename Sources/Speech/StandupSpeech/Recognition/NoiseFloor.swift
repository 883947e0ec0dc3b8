import Glibc

/// The background noise level: the minimum of the last three seconds.
struct NoiseFloor {
    private static let blockLength = 40

    private var blocks: [Float]
    private var block = 0
    private var frame = 0
    private var minimum = Float.infinity
    private let lowest: Float

    /// The noise floor in dB.
    private(set) var level: Float

    /// `initial` is the level before the first sound, lower than in most rooms, so that the first word is detected.
    init(initial: Float, lowest: Float) {
        blocks = [Float](repeating: initial, count: 8)
        level = initial
        self.lowest = lowest
    }

    /// Adds the level of the next 10 ms.
    mutating func hear(_ frameLevel: Float) {
        minimum = min(minimum, frameLevel)
        frame += 1
        if frame == Self.blockLength {
            blocks[block] = max(minimum, lowest)
            block = (block + 1) % blocks.count
            frame = 0
            minimum = .infinity
        }
        level = max(min(blocks.reduce(.infinity, min), minimum), lowest)
    }
}

/// The sound in bands of frequencies, each with a noise floor of its own: a hum or a fan hides only its own bands.
struct NoiseBands {
    private static let size = 512
    /// The bands' first indices into the spectrum, of 31 Hz each, and the end of the last one: 156 Hz to 4 kHz.
    private static let edges = [5, 8, 12, 16, 21, 27, 34, 42, 52, 64, 80, 102, 128]
    /// The level above the noise from which a band counts for the periodicity, in dB.
    ///
    /// A floor is a minimum, which noise exceeds by as much all the time.
    private static let clear: Float = 6
    /// The lags of 400 to 70 Hz.
    private static let lags = 40...228

    private let transform = FourierTransform(size: size)
    private let window = (0..<size).map { Float(0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(size))) }
    /// The autocorrelation of the window, by lag; 1 for none.
    private let windowCorrelation: [Float]
    private var samples = [Float](repeating: 0, count: size)
    private var floors = edges.dropFirst().map { _ in NoiseFloor(initial: -65, lowest: -72) }

    init() {
        windowCorrelation = (0...Self.lags.upperBound + 1).map { [window] lag in
            zip(window, window.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
        }
    }

    /// Adds the next 160 samples; returns how far the last 32 ms rise above the noise, in dB, and how periodic what rises is
    /// at voice pitch (70 to 400 Hz), 0 to 1.
    mutating func hear(_ frame: UnsafeBufferPointer<Int16>) -> (level: Float, periodicity: Float) {
        samples.removeFirst(frame.count)
        samples += frame.map { Float($0) / 32768 }
        var spectrum = Spectrum(zip(samples, window).map { $0 * $1 }, size: Self.size)
        transform.forward(&spectrum)
        // The power of what rises, the same in each band that rises as far.
        var clear = Spectrum([], size: Self.size)
        var ratios: Float = 0
        for (band, (start, end)) in zip(Self.edges, Self.edges.dropFirst()).enumerated() {
            let power = (start..<end).reduce(1e-13) { $0 + spectrum.power($1) }
            // As if the whole spectrum had this density; a window of this form leaves 3/8 of the power.
            let level = 10 * log10(power * Float(floors.count) * 16 / 3 / Float(Self.size * Self.size))
            floors[band].hear(level)
            let above = level - floors[band].level
            ratios += pow(10, above / 10)
            guard above > Self.clear else { continue }
            for index in start..<end {
                clear.real[index] = spectrum.power(index) / power * (above - Self.clear)
                clear.real[Self.size - index] = clear.real[index]
            }
        }
        let level = 10 * log10(ratios / Float(floors.count))
        return (level, level > FrameFeatures.activeLevel ? periodicity(&clear) : 0)
    }

    /// The highest peak of the normalized autocorrelation, from a power spectrum.
    private func periodicity(_ spectrum: inout Spectrum) -> Float {
        transform.inverse(&spectrum)
        let whole = spectrum.real[0] / windowCorrelation[0]
        guard whole > 0 else { return 0 }
        let correlations = windowCorrelation.indices.map { spectrum.real[$0] / windowCorrelation[$0] / whole }
        return Self.lags.reduce(0) { best, lag in
            let value = correlations[lag]
            return value >= correlations[lag - 1] && value >= correlations[lag + 1] ? max(best, value) : best
        }
    }
}
