import Foundation
import Testing

@testable import MeetingModel
@testable import Sound

@Suite struct `A recording of the room and the call` {
    let folder: TemporaryFolder
    var path: String { folder.file("meeting.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Frames of the pattern in the room, and of the pattern a thousand frames later in the call.
    private func frames(_ range: Range<Int64>) -> [Float] {
        zip(patternFloats(range), patternFloats(range.lowerBound + 1000..<range.upperBound + 1000)).flatMap {
            [$0, $1]
        }
    }

    private func expectChannels(of recording: WAVRecording, _ range: Range<Int64>) throws {
        let count = range.count
        #expect(
            try difference(recording.samples(.room, from: range.lowerBound, count: count), patternSamples(range)) == nil
        )
        #expect(
            try difference(
                recording.samples(.call, from: range.lowerBound, count: count),
                patternSamples(range.lowerBound + 1000..<range.upperBound + 1000)) == nil)
    }

    @Test func `has two channels for every program, the room first`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000, channels: 2)
        var end: Int64 = 0
        for count: Int64 in [1, 480, 5000, 7] {
            try recording.append(frames(end..<end + count))
            end += count
            #expect(recording.frames == end)
            #expect(try framesForOthers(path) == [end, end])
        }
        try recording.finish()
        try expectChannels(of: recording, 0..<end)
        try expectChannels(of: recording, 470..<490)
        #expect(try run("soxi", "-c", path) == "2")
        for (channel, start) in [("1", Int64(0)), ("2", 1000)] {
            try run("sox", "-D", path, folder.file("one.wav"), "remix", channel)
            #expect(try difference(samples(of: folder.file("one.wav")), patternSamples(start..<start + end)) == nil)
        }
    }

    @Test func `can be truncated, and continues from there`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000, channels: 2)
        try recording.append(frames(0..<1000))
        recording.truncate(to: 700)
        #expect(recording.frames == 700)
        #expect(try bytes(of: path).count == 80 + 2800)
        try recording.append(frames(700..<900))
        try expectChannels(of: recording, 0..<900)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 7681], [nil, 0] as [Int64?])
    func `is repaired and reopened after its last complete frame`(cut: Int, largestWAV: Int64?) throws {
        let first = try WAVRecording(creating: path, sampleRate: 44_100, channels: 2, largestWAV: largestWAV)
        try first.append(frames(0..<5000))
        try first.finish()
        _ = try folder.file("meeting.wav", bytes(of: path).dropLast(cut))
        let kept = Int64((20_000 - cut) / 4)
        #expect(
            try WAVRecording.examine(path: path)
                == RecordedFile(frames: kept, sampleRate: 44_100, channels: 2, headerWasWrong: cut > 0))
        let recording = try WAVRecordingFolder(path: folder.path).reopen("meeting.wav")
        #expect(recording.channels == 2 && recording.frames == kept)
        try frames(kept..<kept + 100).withUnsafeBufferPointer { try recording.append($0) }
        try recording.finish()
        try expectChannels(of: #require(recording as? WAVRecording), 0..<kept + 100)
        #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
    }

    @Test(arguments: [("3", "16"), ("2", "24"), ("1", "8"), ("1", "32")])
    func `cannot be one of other channels or samples`(channels: String, bits: String) throws {
        try run("sox", "-n", "-r", "48000", "-b", bits, "-c", channels, path, "trim", "0", "0.1")
        let before = try bytes(of: path)
        #expect(throws: AudioError.file(path: path, reason: "it is not a recording of standup")) {
            try WAVRecording(reopening: path)
        }
        #expect(try bytes(of: path) == before)
    }

    @Test func `is read channel by channel when it is finished`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000, channels: 2)
        try recording.append(frames(0..<1000))
        try recording.finish()
        let stored = try StoredRecording(path: path)
        #expect(stored.channels == 2 && stored.frames == 1000)
        for channel in AudioChannel.allCases {
            var buffer = [Int16](repeating: 0, count: 300)
            let count = try buffer.withUnsafeMutableBufferPointer { try stored.read(channel, from: 800, into: $0) }
            let start = Int64(800 + 1000 * channel.index)
            #expect(difference(Array(buffer.prefix(count)), patternSamples(start..<start + 200)) == nil)
        }
    }
}
