import Glibc
import Sound

/// Sounds without speech.
enum Soundscape {
    /// Samples of a kind of sound: mono, 16 kHz.
    static func samples(_ kind: String, seconds: Int) -> [Int16] {
        var random = LinearCongruential()
        let count = seconds * 16_000
        switch kind {
        case "silence": return Array(repeating: 0, count: count)
        case "noise": return (0..<count).map { _ in Int16(random.next(below: 6000) - 3000) }
        case "hum":
            return (0..<count)
                .map { index in
                    let phase = 2 * Double.pi * 50 * Double(index) / 16_000
                    return Int16(4000 * sin(phase) + 2000 * sin(2 * phase) + 1000 * sin(3 * phase))
                }
        case "clicks":
            var samples = (0..<count).map { _ in Int16(random.next(below: 40) - 20) }
            var place = 500
            while place + 400 < count {
                for index in 0..<400 {
                    samples[place + index] = Int16((random.next(below: 12_000) - 6000) * (400 - index) / 400)
                }
                place += 1500 + random.next(below: 4000)
            }
            return samples
        case "swoop": return (0..<count).map { swoop($0 - 8000) }
        default: return ding(count)
        }
    }

    /// A falling, fading tone, as desktops play when a window closes.
    private static func swoop(_ sample: Int) -> Int16 {
        let time = Double(max(sample, 0)) / 16_000
        let phase = 2 * Double.pi * (120 * time + 23 * (1 - exp(-time / 0.1)))
        let tone = sin(phase) + sin(2 * phase) / 2 + sin(3 * phase) / 3
        return Int16(2500 * min(time / 0.02, 1) * exp(-time / 0.12) * tone)
    }

    /// The program's own ding, repeated, at an arbitrary rate.
    private static func ding(_ count: Int) -> [Int16] {
        let ding = (CueSounds.standard.samples[.ding] ?? []).map { Int16($0 * 32_767) }
        return (0..<count).map { index in index % 48_000 < ding.count ? ding[index % 48_000] : 0 }
    }

    private struct LinearCongruential {
        private var state: UInt64 = 1

        mutating func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }
}
