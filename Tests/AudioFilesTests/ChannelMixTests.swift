import Foundation
import MeetingModel
import Testing

@testable import Sound

@Suite struct `The mix of the room and the call` {
    let folder: TemporaryFolder
    var path: String { folder.file("meeting.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A second of a tone with this amplitude in each channel.
    private func tones(_ room: Float, _ call: Float) -> [Float] {
        (0..<16_000).flatMap { frame -> [Float] in
            let time = Float(frame) / 16_000 * 2 * .pi
            return [room * sinf(440 * time), call * sinf(660 * time)]
        }
    }

    /// Writes the seconds with these amplitudes.
    private func record(_ seconds: [(room: Float, call: Float)]) throws {
        let recording = try WAVRecording(creating: path, sampleRate: 16_000, channels: 2)
        for second in seconds { try recording.append(tones(second.room, second.call)) }
        try recording.finish()
    }

    /// The peak of each second of what is read.
    private func peaks(_ choice: ChannelChoice?) throws -> [Float] {
        let reader = try AudioFileReader(path: path)
        if let choice { try reader.select(choice) }
        let samples = try reader.floats(Int(reader.frames) + 1)
        #expect(samples.count == Int(reader.frames))
        return stride(from: 0, to: samples.count, by: 16_000).map { start in
            samples[start..<start + 16_000].map(abs).max() ?? 0
        }
    }

    private func expect(_ choice: ChannelChoice?, _ expected: [Float]) throws {
        let peaks = try peaks(choice)
        #expect(zip(peaks, expected).allSatisfy { abs($0 - $1) < 0.005 }, "\(peaks) instead of \(expected)")
    }

    @Test func `raises the quieter side to the level of the other`() throws {
        try record([(0.4, 0), (0, 0.2), (0.4, 0)])
        try expect(.mixed, [0.4, 0.4, 0.4])
        try expect(.channel(.room), [0.4, 0, 0.4])
        try expect(.channel(.call), [0, 0.2, 0])
    }

    @Test func `raises a side by 12 dB at most, and never lowers one`() throws {
        try record([(0.02, 0), (0, 0.4)])
        try expect(.mixed, [0.08, 0.4])
    }

    @Test func `measures speech, not the pauses between`() throws {
        try record([(0.2, 0)] + [(room: Float, call: Float)](repeating: (0, 0.4), count: 30))
        try expect(.mixed, [0.4, 0.4])
    }

    @Test func `leaves a side without sound, and a recording without any, as it is`() throws {
        try record([(0.3, 0.0005)])
        try expect(.mixed, [0.3])
        unlink(path)
        try record([(0, 0)])
        try expect(.mixed, [0])
        unlink(path)
        try record([])
        try expect(.mixed, [])
    }

    @Test func `never clips where both are loud`() throws {
        try record([(1, 1), (0.75, 0), (0, 0.75)])
        let peaks = try peaks(.mixed)
        #expect(peaks[0] > 0.98 && peaks[0] <= 1 && abs(peaks[1] - 0.75) < 0.001, "\(peaks)")
        let reader = try AudioFileReader(path: path)
        try reader.select(.mixed)
        let samples = try reader.samples(16_000)
        // The limiter bends the sum of both tones, and keeps its order.
        let steps = zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }
        #expect(try #require(steps.max()) < 20_000)
    }

    @Test func `of a long recording is measured throughout`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 8000, channels: 2)
        let minute = [Float](repeating: 0, count: 8000 * 60 * 2)
        for _ in 0..<20 { try recording.append(minute) }
        // The last minute of 21: both speak, the call at half the level.
        for _ in 0..<60 {
            try recording.append((0..<8000).flatMap { $0 % 2 == 0 ? [0.4, 0.2] : [-0.4, -0.2] as [Float] })
        }
        try recording.finish()
        let reader = try AudioFileReader(path: path)
        try reader.select(.mixed)
        try reader.seek(to: reader.frames - 2)
        let last = try reader.floats(2)
        // 0.4 + 2 * 0.2 = 0.8, which the limiter keeps.
        #expect(last.count == 2 && abs(last[0] - 0.8) < 0.005 && abs(last[1] + 0.8) < 0.005, "\(last)")
    }

    @Test func `is the average for files of other programs`() throws {
        try record([(0.4, 0), (0, 0.2)])
        try expect(nil, [0.2, 0.1])
    }

    @Test func `a recording of one channel has the room, and no call`() throws {
        try patternFile(path, frames: 1000)
        for choice in [ChannelChoice.mixed, .channel(.room)] {
            let reader = try AudioFileReader(path: path)
            try reader.select(choice)
            #expect(try difference(reader.samples(1100), patternSamples(0..<1000)) == nil)
        }
        let reader = try AudioFileReader(path: path)
        #expect(throws: AudioError.file(path: path, reason: "it has no channel of a call")) {
            try reader.select(.channel(.call))
        }
    }

    @Test func `one channel is exported sample for sample`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000, channels: 2)
        try recording.append(
            (0..<5000).flatMap { frame in
                [Float(pattern(frame)) / 32_767, Float(pattern(frame + 77)) / 32_767]
            })
        try recording.finish()
        for (channel, start) in [(AudioChannel.room, Int64(0)), (.call, 77)] {
            let copy = folder.file("\(channel).flac")
            try AudioExport.write(of: path, channels: .channel(channel), ranges: [10..<4000], to: copy, format: .flac)
            #expect(try difference(samples(of: copy), patternSamples(start + 10..<start + 4000)) == nil)
            #expect(try run("soxi", "-c", copy) == "1")
        }
    }
}
