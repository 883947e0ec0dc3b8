import Glibc

/// The loudness of a recording over its length, for drawing.
package struct Waveform: Hashable, Sendable {
    /// The level of silence is 0, that of full scale this.
    package static let loudest: UInt8 = 35
    /// The number of levels of a recording: at least one for each column of a wide window.
    package static let length = 1000
    /// The quietest sound that shows, in dBFS.
    private static let floor: Float = -50
    /// The most frames that are read: of a longer recording, parts that are spread evenly.
    private static let mostFrames: Int64 = 28_800_000
    /// The length of such a part, in frames.
    private static let part: Int64 = 2048

    let levels: [UInt8]

    package init(levels: [UInt8]) {
        self.levels = levels
    }

    /// Reads a waveform: the peak in each of `length` equal parts of a recording.
    ///
    /// Of a recording of hours, each part is sampled, so that the time it takes is bounded.
    package init(of file: AudioFileReader) throws(AudioError) {
        var levels: [UInt8] = []
        let count = Int(min(Int64(Self.length), max(file.frames, 1)))
        var buffer = [Float](repeating: 0, count: Int(Self.part))
        for index in 0..<Int64(count) {
            let frames = file.frames * index / Int64(count)..<file.frames * (index + 1) / Int64(count)
            let peak = try buffer.withUnsafeMutableBufferPointer { buffer throws(AudioError) in
                try Self.peak(of: file, in: frames, of: Int64(count), by: buffer)
            }
            levels.append(Self.level(peak))
        }
        self.levels = levels
    }

    /// The peak of some frames, each of them read if the whole recording is short enough.
    private static func peak(
        of file: AudioFileReader, in frames: Range<Int64>, of count: Int64, by buffer: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) -> Float {
        let length = frames.upperBound - frames.lowerBound
        let parts = max(min((length + part - 1) / part, mostFrames / count / part), 1)
        var peak: Float = 0
        for index in 0..<parts {
            let start = frames.lowerBound + length * index / parts
            let end = min(start + part, frames.lowerBound + length * (index + 1) / parts)
            try file.seek(to: start)
            let read = try file.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<Int(end - start)]))
            for sample in buffer[..<read] { peak = max(peak, abs(sample)) }
        }
        return peak
    }

    /// The level of a peak from 0 to 1, by its loudness in dB.
    private static func level(_ peak: Float) -> UInt8 {
        guard peak > 0 else { return 0 }
        let share = (20 * log10(peak) - floor) / -floor
        return UInt8(max(0, min(Float(loudest), (share * Float(loudest)).rounded(.up))))
    }

    /// The average level in a part of the recording, given in shares of its length.
    package func level(from start: Double, to end: Double) -> UInt8 {
        guard !levels.isEmpty else { return 0 }
        let first = min(max(Int(start * Double(levels.count)), 0), levels.count - 1)
        let last = min(max(Int((end * Double(levels.count)).rounded(.up)), first + 1), levels.count)
        return UInt8(levels[first..<last].reduce(0) { $0 + Int($1) } / (last - first))
    }
}

extension Waveform: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self.init(levels: text.compactMap { UInt8(String($0), radix: Int(Self.loudest) + 1) })
    }

    /// Encodes a text with a letter or digit for each level: 0 to 9, then a to z.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(levels.map { String($0, radix: Int(Self.loudest) + 1) }.joined())
    }
}
