import Foundation

/// A cue as it may come back from the loudspeaker into the microphone: finds it, and says how to take it out.
///
/// All sounds are mono floats at 16 kHz.
struct CueEcho {
    /// A block of 32 ms, every 8 ms.
    private static let block = 512
    private static let hop = 128
    /// How far the room's reverberation falls in a hop: 60 dB in half a second.
    private static let decay: Float = 0.8
    /// How much of what the cue is expected to be is taken out.
    private static let excess: Float = 4
    /// What is left where the cue dominates: -40 dB.
    private static let least: Float = 0.01
    /// The likeness from which the cue counts as heard.
    private static let audible: Float = 0.2
    /// As much of a cue as is looked for: 0.3 s.
    private static let searchLength = 4800

    private let cue: [Float]
    private static let transform = FourierTransform(size: block)
    /// The root of a Hann window, before and after the transform.
    private static let window = (0..<block)
        .map { index -> Float in
            let phase = Float(index) + 0.5
            return sin(phase * .pi / Float(block))
        }

    /// The echo of a cue.
    init(cue: [Float]) {
        self.cue = cue
    }

    /// Where the cue begins in a recording, among the first positions; nil if it is not heard there.
    func find(in recording: [Float], positions: Range<Int>) -> (position: Int, likeness: Float)? {
        let sought = Array(cue.prefix(Self.searchLength))
        let energy = sought.reduce(0) { $0 + $1 * $1 }
        let length = positions.count + sought.count
        guard energy > 0, positions.lowerBound >= 0, !positions.isEmpty,
            recording.count >= positions.upperBound + sought.count
        else { return nil }
        let stretch = recording[positions.lowerBound..<positions.upperBound + sought.count]
        var size = 2
        while size < length + sought.count { size *= 2 }
        let transform = FourierTransform(size: size)
        var product = Spectrum(stretch, size: size)
        var reference = Spectrum(sought, size: size)
        transform.forward(&product)
        transform.forward(&reference)
        for index in 0..<size {
            let (a, b) = (product.real[index], product.imaginary[index])
            let (c, d) = (reference.real[index], reference.imaginary[index])
            product.real[index] = a * c + b * d
            product.imaginary[index] = b * c - a * d
        }
        transform.inverse(&product)
        var local = stretch.prefix(sought.count).reduce(Double(0)) { $0 + Double($1 * $1) }
        var best: (position: Int, likeness: Float)?
        for (lag, position) in positions.enumerated() {
            let likeness = abs(product.real[lag]) / (Float(max(local, 1e-9)) * energy).squareRoot()
            if likeness > max(best?.likeness ?? 0, Self.audible) { best = (position, likeness) }
            let (first, next) = (recording[position], recording[position + sought.count])
            local += Double(next * next) - Double(first * first)
        }
        return best
    }

    /// What is to be subtracted from a recording in which the cue begins at a position.
    ///
    /// In each block and at each frequency where the cue, as loud as it is heard here, makes out most of the sound, the
    /// sound is taken away; elsewhere it stays.
    func echo(in recording: [Float], at position: Int) -> [Float] {
        var aligned = [Float](repeating: 0, count: recording.count)
        for index in 0..<min(cue.count, recording.count - position) { aligned[position + index] = cue[index] }
        let first = max(position - Self.block, 0)
        let starts = Array(stride(from: first, to: recording.count - Self.block + 1, by: Self.hop))
        let heard = starts.map { Self.spectrum(of: recording, at: $0) }
        let played = starts.map { Self.spectrum(of: aligned, at: $0) }
        let gains = Self.gains(heard: heard, played: played)
        var expected = [Float](repeating: 0, count: Self.block)
        var echo = [Float](repeating: 0, count: recording.count)
        for (index, start) in starts.enumerated() {
            var part = heard[index]
            for bin in 0..<Self.block {
                expected[bin] = max(gains[bin] * played[index].power(bin), expected[bin] * Self.decay)
                let power = part.power(bin)
                let kept = max(1 - Self.excess * expected[bin] / max(power, 1e-12), Self.least * Self.least)
                let taken = 1 - kept.squareRoot()
                part.real[bin] *= taken
                part.imaginary[bin] *= taken
            }
            Self.transform.inverse(&part)
            // Four windows overlap at each sample; their squares add up to 2.
            for offset in 0..<Self.block { echo[start + offset] += part.real[offset] * Self.window[offset] / 2 }
        }
        return echo
    }

    private static func spectrum(of samples: [Float], at start: Int) -> Spectrum {
        var spectrum = Spectrum((0..<block).map { samples[start + $0] * window[$0] }, size: block)
        transform.forward(&spectrum)
        return spectrum
    }

    /// By how much the cue's power at each frequency is changed on its way: the middle of what the blocks show in which it
    /// is strong, so that speech in some of them changes nothing.
    private static func gains(heard: [Spectrum], played: [Spectrum]) -> [Float] {
        let strongest = played.map { spectrum in (0..<block).map { spectrum.power($0) }.max() ?? 0 }.max() ?? 0
        return (0..<block)
            .map { bin in
                let peak = played.map { $0.power(bin) }.max() ?? 0
                guard peak > strongest * 1e-6 else { return 0 }
                let ratios = heard.indices.filter { played[$0].power(bin) > peak * 0.05 }
                    .map { heard[$0].power(bin) / played[$0].power(bin) }
                    .sorted()
                return ratios.isEmpty ? 0 : ratios[ratios.count / 2]
            }
    }
}
