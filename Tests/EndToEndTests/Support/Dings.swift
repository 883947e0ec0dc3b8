import Sound

/// Finds the dings in a sound of 48 kHz that holds nothing else.
enum Dings {
    private static let sampleRate = 48_000
    /// Below this it is silent.
    private static let threshold: Float = 0.02
    /// The length of the ding that is compared.
    private static let compared = sampleRate / 10

    private static let ding = CueSounds.standard.samples[.ding] ?? []

    /// A sound that is not the ding.
    struct OtherSound: Error, CustomStringConvertible {
        let seconds: Double
        let likeness: Float
        var description: String { "at \(seconds) s there is a sound that is like the ding by \(likeness) only" }
    }

    /// The samples at which the dings begin; each sound after half a second of silence must be one.
    static func find(in samples: [Float]) throws -> [Int] {
        let ding = Array(Self.ding.prefix(compared))
        let lead = ding.firstIndex { abs($0) >= threshold / 2 } ?? 0
        return try onsets(in: samples).compactMap { onset in
            guard onset + compared <= samples.count else { return nil }
            let around = max(0, onset - lead - 480)...max(0, onset - lead + 480)
            let best = around.map { (start: $0, likeness: likeness(samples, $0, ding)) }
                .max { $0.likeness < $1.likeness }
            guard let best, best.likeness > 0.8 else {
                throw OtherSound(seconds: Double(onset) / Double(sampleRate), likeness: best?.likeness ?? 0)
            }
            return best.start
        }
    }

    /// The number of frames that the sound server dropped inside dings: silence longer than within a tone.
    static func missingFrames(in samples: [Float]) -> Int {
        let length = ding.lastIndex { abs($0) >= threshold } ?? 0
        var missing = 0
        for onset in onsets(in: samples) {
            let ding = samples[onset..<min(onset + length, samples.count)]
            let silences = ding.split(omittingEmptySubsequences: true) { $0 != 0 }
            missing += silences.map(\.count).filter { $0 > sampleRate / 1000 }.reduce(0, +)
        }
        return missing
    }

    /// Reads a sound file of 48 kHz.
    static func load(_ path: String) throws -> [Float] {
        let reader = try AudioFileReader(path: path)
        guard reader.sampleRate == sampleRate else { throw OtherSound(seconds: 0, likeness: 0) }
        var samples = [Float](repeating: 0, count: Int(reader.frames))
        var count = 0
        while count < samples.count {
            let read = try samples.withUnsafeMutableBufferPointer {
                try reader.read(into: UnsafeMutableBufferPointer(rebasing: $0[count...]))
            }
            guard read > 0 else { break }
            count += read
        }
        return Array(samples.prefix(count))
    }

    private static func onsets(in samples: [Float]) -> [Int] {
        var onsets: [Int] = []
        var last = Int.min / 2
        samples.withUnsafeBufferPointer { samples in
            for index in samples.indices where abs(samples[index]) >= threshold {
                if index - last > sampleRate / 2 { onsets.append(index) }
                last = index
            }
        }
        return onsets
    }

    /// The correlation of a sound with what begins at a sample, from -1 to 1.
    private static func likeness(_ samples: [Float], _ start: Int, _ sound: [Float]) -> Float {
        var (product, power, soundPower) = (Float(0), Float(0), Float(0))
        samples.withUnsafeBufferPointer { samples in
            sound.withUnsafeBufferPointer { sound in
                for index in 0..<min(sound.count, samples.count - start) {
                    product += samples[start + index] * sound[index]
                    power += samples[start + index] * samples[start + index]
                    soundPower += sound[index] * sound[index]
                }
            }
        }
        return power > 0 && soundPower > 0 ? product / (power * soundPower).squareRoot() : 0
    }
}
