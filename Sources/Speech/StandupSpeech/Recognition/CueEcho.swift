import Glibc

/// Detects and removes a cue that the microphone captures from the loudspeaker.
///
/// All sounds are mono floats at 16 kHz.
struct CueEcho {
    /// The block size of 32 ms, with a hop of 8 ms.
    private static let block = 512
    private static let hop = 128
    private static let bins = block / 2 + 1
    /// The decay of the reverberation per hop: 60 dB in two thirds of a second.
    private static let decay: Float = 0.85
    /// The over-subtraction factor.
    private static let excess: Float = 10
    /// The correlation above which the cue counts as present.
    private static let audible: Float = 0.2
    /// The hops before the best match at which the cue may have started: the best match can be a reflection.
    private static let earlier = 16
    /// The length of the cue used for the match: 0.3 s.
    private static let searchLength = 4800

    private static let transform = FourierTransform(size: block)
    /// The square root of a Hann window, applied before and after the transform.
    private static let window = (0..<block).map { sin((Float($0) + 0.5) * .pi / Float(block)) }

    private let cue: [Float]
    /// The cue's power spectrum per block; the first block ends with the cue's first hop.
    private let played: [[Float]]

    init(cue: [Float]) {
        self.cue = cue
        let lead = [Float](repeating: 0, count: Self.block - Self.hop)
        played = Self.spectra(of: lead + cue + lead).map { spectrum in (0..<Self.bins).map { spectrum.power($0) } }
    }

    /// The echo to subtract from a recording, if the cue starts at one of the first `delays` samples; nil if it is
    /// absent.
    ///
    /// It removes each block and frequency in which the cue, at its level in the recording, is most of the sound, and
    /// keeps the others.
    func find(in recording: [Float], delays: Int) -> [Float]? {
        guard recording.count >= Self.block, let match = match(in: recording, delays: delays),
            match.correlation > Self.audible
        else { return nil }
        let heard = Self.spectra(of: recording)
        let powers = heard.map { spectrum in (0..<Self.bins).map { spectrum.power($0) } }
        // The first block of the cue ends with its first hop.
        let likely = (match.delay - Self.block + Self.hop) / Self.hop
        let shifts = likely - Self.earlier...likely + 1
        let best = shifts.map { expected(in: powers, shift: $0) }.min { $0.rest < $1.rest }
        guard let best else { return nil }
        var echo = [Float](repeating: 0, count: recording.count)
        for (index, spectrum) in heard.enumerated() {
            var part = spectrum
            for bin in 0..<Self.block {
                let mirrored = min(bin, Self.block - bin)
                let kept = max(1 - Self.excess * best.powers[index][mirrored] / max(powers[index][mirrored], 1e-12), 0)
                part.real[bin] *= 1 - kept.squareRoot()
                part.imaginary[bin] *= 1 - kept.squareRoot()
            }
            Self.transform.inverse(&part)
            // Four windows overlap at each sample; their squares sum to 2.
            let start = index * Self.hop
            for offset in 0..<Self.block { echo[start + offset] += part.real[offset] * Self.window[offset] / 2 }
        }
        return echo
    }

    /// The maximum of the normalized cross-correlation with the recording, 0 to 1, and its delay.
    private func match(in recording: [Float], delays: Int) -> (delay: Int, correlation: Float)? {
        let sought = Array(cue.prefix(Self.searchLength))
        let delays = min(delays, recording.count - sought.count)
        let energy = sought.reduce(0) { $0 + $1 * $1 }
        guard energy > 0, delays > 0 else { return nil }
        let segment = recording.prefix(delays + sought.count)
        var size = 2
        while size < segment.count { size *= 2 }
        let transform = FourierTransform(size: size)
        var product = Spectrum(segment, size: size)
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
        var local = segment.prefix(sought.count).reduce(Double(0)) { $0 + Double($1 * $1) }
        var best = (delay: 0, correlation: Float(0))
        for delay in 0..<delays {
            let correlation = abs(product.real[delay]) / (Float(max(local, 1e-9)) * energy).squareRoot()
            if correlation > best.correlation { best = (delay, correlation) }
            let (first, next) = (recording[delay], recording[delay + sought.count])
            local += Double(next * next) - Double(first * first)
        }
        return best
    }

    /// The cue's expected power per block and frequency if it starts `shift` hops into the recording, and the residual
    /// power.
    private func expected(in heard: [[Float]], shift: Int) -> (powers: [[Float]], rest: Float) {
        let gains = gains(in: heard, shift: shift)
        var last = [Float](repeating: 0, count: Self.bins)
        var rest: Float = 0
        let powers = heard.indices.map { index in
            // The cue may start between two hops, so take the larger of the neighboring blocks.
            let near = [index - shift - 1, index - shift, index - shift + 1].filter { played.indices.contains($0) }
            for bin in 0..<Self.bins {
                var power: Float = 0
                for block in near { power = max(power, played[block][bin]) }
                last[bin] = max(power * gains[bin], last[bin] * Self.decay)
                rest += max(heard[index][bin] - Self.excess * last[bin], 0)
            }
            return last
        }
        return (powers, rest)
    }

    /// The change of the cue's power per frequency between loudspeaker and microphone: the median of the blocks in
    /// which the cue is strong, so that speech in some of them has no effect.
    private func gains(in heard: [[Float]], shift: Int) -> [Float] {
        let both = played.indices.filter { heard.indices.contains($0 + shift) }
        let strongest = played.reduce(0) { max($0, $1.max() ?? 0) }
        return (0..<Self.bins)
            .map { bin in
                let peak = played.reduce(0) { max($0, $1[bin]) }
                guard peak > strongest * 1e-6 else { return 0 }
                let ratios = both.filter { played[$0][bin] > peak * 0.05 }
                    .map { heard[$0 + shift][bin] / played[$0][bin] }
                    .sorted()
                return ratios.isEmpty ? 0 : ratios[ratios.count / 2]
            }
    }

    private static func spectra(of samples: [Float]) -> [Spectrum] {
        stride(from: 0, through: samples.count - block, by: hop)
            .map { start in
                var spectrum = Spectrum((0..<block).map { samples[start + $0] * window[$0] }, size: block)
                transform.forward(&spectrum)
                return spectrum
            }
    }
}
