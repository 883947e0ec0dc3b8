import Foundation
import Testing

@testable import MeetingModel
@testable import Sound

/// A recording near 4 GB, the limit of WAV.
///
/// Silence is a hole, which takes no disk space.
@Suite struct `A recording near 4 GB` {
    let folder: TemporaryFolder
    var path: String { folder.file("meeting.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The largest number of frames in a WAV file.
    private func limit(channels: Int) -> Int64 {
        (Int64(UInt32.max) - 4096 - 80) / Int64(2 * channels)
    }

    /// Writes a recording of silence with a correct header.
    private func silence(frames: Int64, channels: Int) throws {
        try WAVRecording(creating: path, sampleRate: 48_000, channels: channels).finish()
        try #require(truncate(path, off_t(80 + frames * Int64(2 * channels))) == 0)
        _ = try WAVRecording.repair(path: path)
    }

    @Test(arguments: [1, 2])
    func `becomes RF64 with the first frame that does not fit, and stays readable`(channels: Int) throws {
        let limit = limit(channels: channels)
        try silence(frames: limit - 1, channels: channels)
        let recording = try WAVRecording(reopening: path)
        #expect(recording.frames == limit - 1 && recording.channels == channels)
        try recording.append([Float](repeating: 0.5, count: channels))
        #expect(try prefix(of: path) == "RIFF")
        #expect(try framesForOthers(path) == [limit, limit])
        try recording.append([Float](repeating: 0.25, count: channels))
        #expect(try prefix(of: path) == "RF64")
        #expect(
            try run("ffprobe", "-v", "error", "-show_entries", "stream=duration_ts", "-of", "csv=p=0", path)
                == "\(limit + 1)")
        try recording.append([Float](repeating: 0.125, count: channels * 1000))
        for channel in AudioChannel.allCases.prefix(channels) {
            #expect(try recording.samples(channel, from: limit - 2, count: 4) == [0, 16_384, 8192, 4096])
        }
        try recording.finish()
        let file = RecordedFile(frames: limit + 1001, sampleRate: 48_000, channels: channels, headerWasWrong: false)
        #expect(try WAVRecording.repair(path: path) == file)
        let reader = try AudioFileReader(path: path)
        #expect(reader.frames == limit + 1001 && reader.channels == channels)
        try reader.seek(to: limit - 2)
        #expect(try reader.samples(4) == [0, 16_384, 8192, 4096])
    }

    @Test(arguments: [-1, 0, 1, 1000] as [Int64])
    func `is repaired on both sides of the limit, and continued`(beyond: Int64) throws {
        let frames = limit(channels: 2) + beyond
        // A crash left the header of an empty file.
        try WAVRecording(creating: path, sampleRate: 48_000, channels: 2).finish()
        try #require(truncate(path, off_t(80 + frames * 4 + 3)) == 0)
        let file = RecordedFile(frames: frames, sampleRate: 48_000, channels: 2, headerWasWrong: true)
        #expect(try WAVRecording.repair(path: path) == file)
        #expect(try prefix(of: path) == (beyond > 0 ? "RF64" : "RIFF"))
        let recording = try WAVRecording(reopening: path)
        #expect(recording.frames == frames)
        try recording.append([Float](repeating: 0.5, count: 2000))
        #expect(try recording.samples(.call, from: frames - 1, count: 2) == [0, 16_384])
        #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
        recording.truncate(to: frames)
        try recording.finish()
        #expect(try WAVRecording.repair(path: path).frames == frames)
        #expect(try AudioFileReader(path: path).frames == frames)
    }

    @Test(arguments: [true, false]) func `is repaired after a crash while it became RF64`(hasData: Bool) throws {
        try patternFile(path, frames: 10_000, largestWAV: 0)
        let whole = try bytes(of: path)
        var broken = whole
        // The size of the data chunk is still the last one of the WAV file.
        broken.replaceSubrange(76..<80, with: [0x10, 0x27, 0, 0])
        if hasData { broken.removeLast(7) }
        _ = try folder.file("meeting.wav", broken)
        let frames: Int64 = hasData ? 9996 : 10_000
        let file = RecordedFile(frames: frames, sampleRate: 48_000, headerWasWrong: true)
        #expect(try WAVRecording.repair(path: path) == file)
        #expect(try difference(samples(of: path), patternSamples(0..<frames)) == nil)
    }

    @Test func `of an earlier version, whose header has no room, ends at 4 GB`() throws {
        try run("sox", "-n", "-r", "48000", "-b", "16", "-c", "1", path, "trim", "0", "0.1")
        try #require(try bytes(of: path).count == 44 + 9600)
        let recording = try WAVRecording(reopening: path)
        try recording.append(patternFloats(0..<100))
        #expect(try difference(recording.samples(from: 4800, count: 200), patternSamples(0..<100)) == nil)
        try recording.finish()
        #expect(try framesForOthers(path) == [4900, 4900])
        #expect(try WAVRecording.repair(path: path).headerWasWrong == false)

        try #require(truncate(path, off_t(UInt32.max) - 5000) == 0)
        let long = try WAVRecording(reopening: path)
        try long.append([Float](repeating: 0, count: 100))
        let refusal = AudioError.cannotWrite(path: path, reason: "a WAV file holds no more than 4 GB")
        #expect(throws: refusal) { try long.append([Float](repeating: 0, count: 1000)) }
        #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
    }

    @Test func `of an earlier version that is RF64 is continued as RF64`() throws {
        try run(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono", "-t", "0.1", "-rf64", "always",
            "-fflags", "+bitexact", "-c:a", "pcm_s16le", path)
        #expect(try prefix(of: path) == "RF64")
        let recording = try WAVRecording(reopening: path)
        try recording.append(patternFloats(0..<100))
        try recording.finish()
        #expect(try prefix(of: path) == "RF64")
        #expect(try samples(of: path).count == 4900)
        #expect(try difference(Array(samples(of: path).dropFirst(4800)), patternSamples(0..<100)) == nil)
        #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
    }
}
