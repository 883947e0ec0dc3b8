import Glibc
import Sound

extension CueSounds {
    /// The cues resampled to another rate, in Hz.
    ///
    /// Interpolates with a windowed sinc over 16 zero crossings on each side; enough for one second of sound. [not the
    /// audio thread]
    func resampled(to rate: Int) -> CueSounds {
        guard rate != sampleRate, rate > 0, sampleRate > 0 else { return self }
        return CueSounds(sampleRate: rate, samples: samples.mapValues { resample($0, to: rate) })
    }

    private func resample(_ input: [Float], to rate: Int) -> [Float] {
        let ratio = Double(sampleRate) / Double(rate)
        // For downsampling, the lower cutoff needs a proportionally longer filter.
        let cutoff = min(1, 1 / ratio)
        let reach = 16 / cutoff
        let count = Int((Double(input.count) / ratio).rounded())
        return (0..<count)
            .map { index in
                let center = Double(index) * ratio
                let first = max(0, Int((center - reach).rounded(.up)))
                let last = min(input.count - 1, Int((center + reach).rounded(.down)))
                guard first <= last else { return 0 }
                var sum = 0.0
                for position in first...last {
                    let distance = Double(position) - center
                    let window = 0.5 + 0.5 * cos(.pi * distance / reach)
                    sum += Double(input[position]) * cutoff * sinc(cutoff * distance) * window
                }
                return Float(sum)
            }
    }
}

private func sinc(_ x: Double) -> Double {
    x == 0 ? 1 : sin(.pi * x) / (.pi * x)
}
