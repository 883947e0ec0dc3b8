import Glibc

/// Slaney's mel filter bank, as in Whisper's training: for frames of 400 samples at 16 kHz.
enum MelFilters {
    /// The number of frequency bins per filter.
    static let frequencies = 201

    /// The weights of `count` filters, in order.
    static func weights(count: Int) -> [Float] {
        let step = 8000 / Double(frequencies - 1)
        let highest = 15 + log(8.0) / logStep
        let edges = (0...count + 1).map { number in
            hertz(number == count + 1 ? highest : Double(number) * (highest / Double(count + 1)))
        }
        var weights: [Float] = []
        for filter in 0..<count {
            let (low, center, high) = (edges[filter], edges[filter + 1], edges[filter + 2])
            let scale = 2 / (high - low)
            for frequency in 0..<frequencies {
                let place = Double(frequency) * step
                let rising = -(low - place) / (center - low)
                let weight = min(rising, (high - place) / (high - center))
                // Negative zero stays, as in the model's file.
                weights.append(Float((weight < 0 ? 0 : weight) * scale))
            }
        }
        return weights
    }

    private static let logStep = log(6.4) / 27

    /// Mels are linear up to 1000 Hz and logarithmic above.
    private static func hertz(_ mel: Double) -> Double {
        mel < 15 ? mel * 200 / 3 : 1000 * exp((mel - 15) * log(6.4) / 27)
    }
}
