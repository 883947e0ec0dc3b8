import Glibc

/// The input of a voice model: the logarithms of 80 mel bands in each 10 ms, as Kaldi's `fbank` computes them.
///
/// The parameters are those with which 3D-Speaker trained the model: frames of 25 ms that lie within the sound, each without
/// its mean, Povey's window, bands from 20 Hz to 8 kHz, no dither, samples from -1 to 1. The mean of each band over the
/// sound is subtracted, so loudness and microphone matter less.
package struct VoiceFeatures {
    package static let bands = 80

    private static let frame = 400
    private static let step = 160
    private static let preemphasis: Float = 0.97

    private let fourier = FourierTransform(size: 512)
    private let window: [Float]
    /// The weights of each band, from its first frequency on.
    private let filters: [(first: Int, weights: [Float])]

    package init() {
        window = (0..<Self.frame)
            .map { Float(pow(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(Self.frame - 1)), 0.85)) }
        filters = Self.filters(frequencies: fourier.size / 2)
    }

    /// The features of a sound (mono, 16 kHz), frame by frame; empty if it is shorter than a frame.
    package func features(of samples: [Int16]) -> [Float] {
        guard samples.count >= Self.frame else { return [] }
        let frames = 1 + (samples.count - Self.frame) / Self.step
        var features: [Float] = []
        features.reserveCapacity(frames * Self.bands)
        for start in stride(from: 0, to: frames * Self.step, by: Self.step) {
            append(samples[start..<start + Self.frame], to: &features)
        }
        for band in 0..<Self.bands {
            let places = stride(from: band, to: features.count, by: Self.bands)
            let mean = Float(places.reduce(0.0) { $0 + Double(features[$1]) } / Double(frames))
            for place in places { features[place] -= mean }
        }
        return features
    }

    private func append(_ samples: ArraySlice<Int16>, to features: inout [Float]) {
        var sound = samples.map { Float($0) / 32_768 }
        let mean = sound.reduce(0, +) / Float(sound.count)
        var previous = sound[0] - mean
        for index in sound.indices {
            let value = sound[index] - mean
            sound[index] = (value - Self.preemphasis * previous) * window[index]
            previous = value
        }
        var spectrum = Spectrum(sound, size: fourier.size)
        fourier.forward(&spectrum)
        for filter in filters {
            var energy: Float = 0
            for (offset, weight) in filter.weights.enumerated() {
                energy += weight * spectrum.power(filter.first + offset)
            }
            features.append(log(max(energy, .ulpOfOne)))
        }
    }

    /// Triangles that are equally wide on the mel scale.
    private static func filters(frequencies: Int) -> [(first: Int, weights: [Float])] {
        func mel(_ frequency: Double) -> Double { 1127 * log(1 + frequency / 700) }
        let (low, high) = (mel(20), mel(8000))
        let width = (high - low) / Double(bands + 1)
        return (0..<bands)
            .map { band in
                let center = low + Double(band + 1) * width
                let weights = (0..<frequencies).map { index in
                    max(0, 1 - abs(mel(Double(index) * 8000 / Double(frequencies)) - center) / width)
                }
                let first = weights.firstIndex { $0 > 0 } ?? 0
                return (first, weights[first...].prefix { $0 > 0 }.map(Float.init))
            }
    }
}
