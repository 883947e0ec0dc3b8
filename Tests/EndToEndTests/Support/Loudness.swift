import Foundation
import Sound

/// The course of a sound's loudness, by which a voice is recognized through a loudspeaker.
enum Loudness {
    /// The RMS of each hundredth of a second.
    static func of(_ samples: [Float], sampleRate: Int) -> [Float] {
        let length = sampleRate / 100
        return (0..<samples.count / length).map { block in
            let part = samples[block * length..<(block + 1) * length]
            return (part.reduce(0) { $0 + $1 * $1 } / Float(length)).squareRoot()
        }
    }

    /// That of a sound file.
    static func of(_ path: String) throws -> [Float] {
        let reader = try AudioFileReader(path: path)
        var samples = [Float](repeating: 0, count: Int(reader.frames))
        _ = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) }
        return of(samples, sampleRate: reader.sampleRate)
    }

    /// Where in a longer sound another one occurs, in seconds, and how alike both are there, from -1 to 1.
    static func place(of part: ArraySlice<Float>, in whole: [Float]) -> (start: Double, likeness: Float) {
        let starts = 0..<max(whole.count - part.count, 0) + 1
        let likeness = starts.map { correlation(part, whole[$0..<min($0 + part.count, whole.count)]) }
        let best = likeness.indices.max { likeness[$0] < likeness[$1] } ?? 0
        return (Double(best) / 100, likeness.isEmpty ? 0 : likeness[best])
    }

    /// The correlation of two sounds of the same length.
    private static func correlation(_ one: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Float {
        guard one.count == other.count, !one.isEmpty else { return -1 }
        let (a, b) = (one.reduce(0, +) / Float(one.count), other.reduce(0, +) / Float(other.count))
        var (both, first, second) = (Float(0), Float(0), Float(0))
        for (x, y) in zip(one, other) {
            both += (x - a) * (y - b)
            first += (x - a) * (x - a)
            second += (y - b) * (y - b)
        }
        return first * second > 0 ? both / (first * second).squareRoot() : 0
    }
}
