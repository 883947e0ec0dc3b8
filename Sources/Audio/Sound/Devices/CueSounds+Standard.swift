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
                    Partial(frequency: 1318.5, amplitude: 1, decay: 0.14),
                    Partial(frequency: 2637, amplitude: 0.6, decay: 0.09),
                    Partial(frequency: 3626, amplitude: 0.35, decay: 0.06),
                    Partial(frequency: 5406, amplitude: 0.25, decay: 0.035),
                    Partial(frequency: 7250, amplitude: 0.12, decay: 0.02),
                ]
            ).samples(at: 48_000),
            .warning: Tone(
                seconds: 0.35, attack: 0.015, peak: 0.15,
                partials: [
                    Partial(frequency: 523.25, amplitude: 1, decay: 0.1),
                    Partial(frequency: 1046.5, amplitude: 0.2, decay: 0.05),
                ]
            ).samples(at: 48_000),
        ])
}

/// A sum of decaying sines that begins and ends gently.
private struct Tone {
    let seconds: Double
    /// The time in which it rises; 0 for at once.
    let attack: Double
    let peak: Double
    let partials: [Partial]

    /// The time in which the end fades.
    private static let fade = 0.02

    func samples(at rate: Int) -> [Float] {
        let count = Int(seconds * Double(rate))
        var values = [Double](repeating: 0, count: count)
        for partial in partials { partial.add(to: &values, at: rate) }
        for frame in values.indices {
            let rise = attack > 0 ? min(1, Double(frame + 1) / (attack * Double(rate))) : 1
            let fall = min(1, Double(count - 1 - frame) / (Self.fade * Double(rate)))
            values[frame] *= rise * fall
        }
        let loudest = values.map(abs).max() ?? 1
        return values.map { Float($0 / loudest * peak) }
    }
}

private struct Partial {
    /// In Hz.
    let frequency: Double
    let amplitude: Double
    /// The seconds in which it falls to 1/e.
    let decay: Double

    /// Adds it, by a pointer that turns and shrinks: a sine for each frame would delay the start of the program.
    func add(to values: inout [Double], at rate: Int) {
        let angle = 2 * .pi * frequency / Double(rate)
        let shrinking = exp(-1 / (decay * Double(rate)))
        let (turnX, turnY) = (shrinking * cos(angle), shrinking * sin(angle))
        var (x, y) = (amplitude, 0.0)
        for frame in values.indices {
            (x, y) = (x * turnX - y * turnY, x * turnY + y * turnX)
            values[frame] += y
        }
    }
}
