import Glibc

extension CueSounds {
    /// The ding, a small bell, and the warning, which is lower and softer and must not be taken for it; at 48 kHz.
    ///
    /// The ding is loud at its first frame already, so that one hears, and can measure, when it starts.
    public static let standard = CueSounds(
        sampleRate: 48_000,
        samples: [
            // A bell's partials are no multiples of each other, and the high ones die first.
            .ding: Tone(
                seconds: 0.5, attack: 0, peak: 0.7,
                partials: [
                    (1318.5, 1, 0.14), (2637, 0.6, 0.09), (3626, 0.35, 0.06), (5406, 0.25, 0.035), (7250, 0.12, 0.02),
                ]
            ).samples(at: 48_000),
            .warning: Tone(
                seconds: 0.35, attack: 0.015, peak: 0.15, partials: [(523.25, 1, 0.1), (1046.5, 0.2, 0.05)]
            ).samples(at: 48_000),
        ])
}

/// A sum of decaying sines that begins and ends gently.
private struct Tone {
    let seconds: Double
    /// The time in which it rises; 0 for at once.
    let attack: Double
    /// The largest sample.
    let peak: Double
    /// For each: frequency in Hz, amplitude, seconds in which it falls to 1/e.
    let partials: [(frequency: Double, amplitude: Double, decay: Double)]

    /// The time in which the end fades.
    private static let fade = 0.02

    func samples(at rate: Int) -> [Float] {
        let count = Int(seconds * Double(rate))
        let values = (0..<count).map { frame in
            let time = Double(frame + 1) / Double(rate)
            let sum = partials.reduce(0) { sum, partial in
                sum + partial.amplitude * exp(-time / partial.decay) * sin(2 * .pi * partial.frequency * time)
            }
            let rise = attack > 0 ? min(1, time / attack) : 1
            let fall = min(1, Double(count - 1 - frame) / (Self.fade * Double(rate)))
            return sum * rise * fall
        }
        let loudest = values.map(abs).max() ?? 1
        return values.map { Float($0 / loudest * peak) }
    }
}
