import Foundation
import MeetingModel

/// Synthetic sounds at 16 kHz.
enum Signal {
    static func silence(_ seconds: Double) -> [Int16] {
        [Int16](repeating: 0, count: Int(seconds * 16000))
    }

    /// White noise; with `smoothing` near 1 low-passed noise.
    static func noise(_ seconds: Double, rms: Double, smoothing: Double = 0, seed: UInt64 = 1) -> [Int16] {
        var generator = SeededGenerator(seed: seed)
        var last = 0.0
        let values = (0..<Int(seconds * 16000))
            .map { _ in
                last = smoothing * last + (1 - smoothing) * Double.random(in: -1...1, using: &generator)
                return last
            }
        let power = values.reduce(0) { $0 + $1 * $1 } / Double(max(values.count, 1))
        return values.map { Int16(max(-32767, min(32767, $0 / power.squareRoot() * rms * 32767))) }
    }

    /// A mains hum: steady, and as periodic as a voice.
    static func hum(_ seconds: Double, rms: Double, frequency: Double = 120) -> [Int16] {
        tone(seconds, peak: rms * 1.6, frequency: frequency) { _ in 1 }
    }

    /// A syllable: a pitch with overtones, fading in and out.
    static func syllable(_ seconds: Double, peak: Double, pitch: Double = 130) -> [Int16] {
        tone(seconds, peak: peak, frequency: pitch) { sin(.pi * $0) }
    }

    /// Syllables with short gaps, like a sentence.
    static func sentence(_ seconds: Double, peak: Double) -> [Int16] {
        var samples: [Int16] = []
        var index = 0
        while Double(samples.count) < seconds * 16000 {
            let pitch = [130.0, 145, 120, 160, 110][index % 5]
            samples += syllable(0.22, peak: peak * [1, 0.6, 0.8][index % 3], pitch: pitch) + silence(0.04)
            index += 1
        }
        return samples
    }

    /// A bell such as the ding.
    static func bell(rate: Double = 16000) -> [Float] {
        (0..<Int(rate / 2))
            .map { index in
                let time = Double(index) / rate
                let partials = [(1174.7, 0.4, 0.12), (2349.3, 0.25, 0.09), (3243.0, 0.2, 0.06), (6344.0, 0.1, 0.03)]
                return Float(partials.reduce(0) { $0 + $1.1 * sin(2 * .pi * $1.0 * time) * exp(-time / $1.2) })
            }
    }

    /// The reverberant echo of a sound in a room, after a delay in samples.
    static func heard(_ sound: [Float], delay: Int, gain: Float, reverberation: Float, seed: UInt64 = 3) -> [Float] {
        var generator = SeededGenerator(seed: seed)
        let length = 4800
        var response = (0..<length)
            .map { index in
                Float.random(in: -1...1, using: &generator) * pow(10, -3 * Float(index) / Float(length))
            }
        let energy = response.reduce(0) { $0 + $1 * $1 }
        for index in response.indices { response[index] *= reverberation / energy.squareRoot() }
        response[0] += 1
        var result = [Float](repeating: 0, count: delay + sound.count + length)
        sound.withUnsafeBufferPointer { sound in
            response.withUnsafeBufferPointer { response in
                result.withUnsafeMutableBufferPointer { result in
                    for index in 0..<sound.count {
                        let value = sound[index] * gain
                        for lag in 0..<length { result[delay + index + lag] += value * response[lag] }
                    }
                }
            }
        }
        return result
    }

    static func mix(_ samples: [Int16], with other: [Float], at position: Int) -> [Int16] {
        var result = samples
        for (index, value) in other.enumerated() where result.indices.contains(position + index) {
            let sum = Float(result[position + index]) + value * 32767
            result[position + index] = Int16(max(-32768, min(32767, sum.rounded())))
        }
        return result
    }

    static func mix(_ samples: [Int16], with other: [Int16], at position: Int = 0) -> [Int16] {
        mix(samples, with: other.map { Float($0) / 32767 }, at: position)
    }

    static func rms(_ samples: some Collection<Int16>) -> Double {
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
        return power.squareRoot() / 32768
    }

    private static func tone(
        _ seconds: Double,
        peak: Double,
        frequency: Double,
        envelope: (Double) -> Double
    ) -> [Int16] {
        let count = Int(seconds * 16000)
        return (0..<count)
            .map { index in
                let phase = 2 * Double.pi * frequency * Double(index) / 16000
                let wave = (sin(phase) + 0.7 * sin(2 * phase) + 0.5 * sin(3 * phase) + 0.3 * sin(6 * phase)) / 1.9
                return Int16(32767 * peak * envelope((Double(index) + 0.5) / Double(count)) * wave)
            }
    }
}
