import Glibc
package import MeetingModel

/// What to read of a recording of the room and the call.
package enum ChannelChoice: Hashable, Sendable {
    /// Both, at matched levels.
    case mixed
    /// The mean of both at matched levels, for a file of another program, whose two channels may be the same.
    case averaged
    /// One of them, sample for sample.
    case channel(AudioChannel)

    /// The choice of a channel, or of both if it is nil.
    package init(_ channel: AudioChannel?) {
        self = channel.map { .channel($0) } ?? .mixed
    }
}

/// How the channels of a file become one.
enum ChannelSelection: Hashable, Sendable {
    /// The mean of all channels, for files of other programs.
    case average
    /// One channel, from 0.
    case one(Int)
    /// The sum of the channels, each with its gain.
    case mix(gains: [Float])

    func sample(of frame: UnsafeBufferPointer<Float>) -> Float {
        switch self {
        case .one(let channel): return frame[channel]
        case .average:
            var sum: Float = 0
            for sample in frame { sum += sample }
            return sum / Float(frame.count)
        case .mix(let gains):
            var sum: Float = 0
            for channel in frame.indices { sum += frame[channel] * gains[channel] }
            return Self.limited(sum)
        }
    }

    /// A sample of at most 1: up to 0.8 it stays as it is, above it approaches 1 as 0.8 + 0.2 tanh((x - 0.8) / 0.2).
    private static func limited(_ sample: Float) -> Float {
        let (level, knee) = (abs(sample), Float(0.8))
        guard level > knee else { return sample }
        return copysignf(knee + (1 - knee) * tanhf((level - knee) / (1 - knee)), sample)
    }
}

extension AudioFileReader {
    /// Chooses what to read of a recording of the room and the call; a file of one channel has only the room.
    ///
    /// For a mix it measures the levels, which reads up to ten minutes of the file. Continues at the first frame.
    package func select(_ choice: ChannelChoice) throws(AudioError) {
        switch choice {
        case .channel(let channel):
            guard channel.index < channels else { throw .file(path: path, reason: "it has no channel of a call") }
            selection = .one(channel.index)
        case .mixed where channels == 2: selection = .mix(gains: try ChannelLevels(of: self).gains)
        case .averaged where channels == 2: selection = .mix(gains: try ChannelLevels(of: self).gains.map { $0 / 2 })
        case .mixed, .averaged: selection = .average
        }
        try seek(to: 0)
    }
}

/// The speech levels of the two channels of a recording.
///
/// A level is the RMS of the blocks of 100 ms that pass two gates, as in EBU R 128: at least -60 dBFS, and at most 10 dB
/// below the mean power of those. Pauses and silence do not count.
struct ChannelLevels {
    /// The largest gain: 12 dB.
    static let largestGain: Float = 4
    /// The number of blocks to measure at most, spread evenly over the file.
    private static let mostBlocks: Int64 = 6000
    /// -60 dBFS.
    private static let silence: Float = 1e-6

    /// The level of each channel as a factor of full scale; nil without sound.
    let levels: [Float?]

    /// The factor for each channel: the quieter one is raised to the level of the other, by 12 dB at most.
    var gains: [Float] {
        let loudest = levels.compactMap(\.self).max() ?? 1
        return levels.map { level in level.map { min(loudest / $0, Self.largestGain) } ?? 1 }
    }

    init(of file: AudioFileReader) throws(AudioError) {
        let channels = file.channels
        let size = max(file.sampleRate / 10, 1)
        let blocks = file.frames / Int64(size)
        let step = max((blocks + Self.mostBlocks - 1) / Self.mostBlocks, 1)
        var powers = [[Float]](repeating: [], count: channels)
        var block = [Float](repeating: 0, count: size * channels)
        for number in stride(from: 0, to: blocks, by: Int(step)) {
            if step > 1 || number == 0 { try file.seek(to: number * Int64(size)) }
            let got = block.withUnsafeMutableBufferPointer { file.readAllChannels(into: $0) }
            guard got == size else { break }
            for channel in 0..<channels { powers[channel].append(Self.power(of: block, channel, channels)) }
        }
        levels = powers.map(Self.level)
    }

    /// The mean square of one channel of interleaved samples.
    private static func power(of block: [Float], _ channel: Int, _ channels: Int) -> Float {
        var sum: Float = 0
        for index in stride(from: channel, to: block.count, by: channels) { sum += block[index] * block[index] }
        return sum / Float(block.count / channels)
    }

    /// The level of the blocks that pass both gates.
    private static func level(of powers: [Float]) -> Float? {
        let heard = powers.filter { $0 >= silence }
        guard !heard.isEmpty else { return nil }
        let gate = heard.mean / 10
        return heard.filter { $0 >= gate }.mean.squareRoot()
    }
}

extension [Float] {
    /// The mean of an array that is not empty.
    fileprivate var mean: Float { Float(reduce(0.0) { $0 + Double($1) } / Double(count)) }
}
