import Foundation
import MeetingModel
import Sound
import Testing

@Suite struct `A file as the loudspeaker` {
    let folder: TemporaryFolder
    let clock = ManualNow()
    var path: String { folder.file("heard.wav") }
    let cues = CueSounds(
        sampleRate: 48_000,
        samples: [.ding: [0.5, 0.4, 0.3, 0.2], .warning: [0.25, 0.25, 0.25, 0.25, 0.25, 0.25]]
    )

    init() throws {
        folder = try TemporaryFolder()
    }

    func open(_ path: String? = nil) -> any CuePlaybackStream {
        FileAudioSystem(now: clock.closure).openCuePlayback(.file(path: path ?? self.path), cues: cues)
    }

    /// The written file: its length, and its nonzero samples by frame.
    func heard() throws -> (frames: Int, sounds: [Int: Int16]) {
        let samples = try samples(of: path)
        return (
            samples.count, Dictionary(uniqueKeysWithValues: samples.enumerated().filter { $1 != 0 }.map { ($0, $1) })
        )
    }

    let ding: [Int16] = [16_384, 13_107, 9830, 6553]

    @Test func `plays each cue at its frame, between opening and closing`() throws {
        let stream = open()
        let opened = clock.now
        #expect(stream.state == .running(sampleRate: 48_000))
        stream.schedule(.ding, at: opened + .milliseconds(500))
        stream.schedule(.ding, at: opened + .milliseconds(250))
        clock.pass(.seconds(1))
        #expect(try folder.names == [])
        stream.close()
        #expect(stream.state == .closed)
        let (frames, sounds) = try heard()
        #expect(frames == 48_000)
        #expect(sounds == place([(12_000, ding), (24_000, ding)]))
        #expect(try framesForOthers(path) == [48_000, 48_000])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try folder.names == ["heard.wav"])
    }

    @Test func `plays a cue at the nearest frame, a late one now`() throws {
        let stream = open()
        let opened = clock.now
        stream.schedule(.ding, at: opened + .nanoseconds(20_833 * 10 + 8000))
        clock.pass(.milliseconds(10))
        stream.schedule(.ding, at: opened - .seconds(5))
        stream.schedule(.ding, at: opened + .nanoseconds(20_833 * 1000 + 12_000))
        clock.pass(.milliseconds(90))
        stream.close()
        #expect(try heard().sounds == place([(10, ding), (480, ding), (1001, ding)].map { ($0, $1) }))
    }

    @Test func `mixes overlapping cues, and clips them`() throws {
        let stream = open()
        let opened = clock.now
        for _ in 0..<3 { stream.schedule(.ding, at: opened) }
        stream.schedule(.warning, at: opened + .nanoseconds(20_833 * 2))
        clock.pass(.milliseconds(1))
        stream.close()
        let expected: [Float] = [1, 1, 0.9 + 0.25, 0.6 + 0.25, 0.25, 0.25, 0.25, 0.25]
        #expect(try samples(of: path).prefix(9) == expected.map(PCM16.sample) + [0])
    }

    @Test func `drops a cue cancelled before it starts, not after`() throws {
        let stream = open()
        let opened = clock.now
        let first = stream.schedule(.ding, at: opened + .milliseconds(10))
        let second = stream.schedule(.ding, at: opened + .milliseconds(30))
        #expect(first != second)
        clock.pass(.milliseconds(20))
        stream.cancel(first)
        stream.cancel(second)
        stream.cancel(CueTicket(number: 99))
        clock.pass(.milliseconds(80))
        stream.close()
        #expect(try heard().sounds == place([(480, ding)]))
    }

    @Test func `ends after the cue that is playing, without later ones`() throws {
        let stream = open()
        stream.schedule(.warning, at: clock.now + .milliseconds(10))
        stream.schedule(.ding, at: clock.now + .milliseconds(20))
        clock.pass(.milliseconds(10))
        stream.close()
        stream.schedule(.ding, at: clock.now)
        stream.close()
        let (frames, sounds) = try heard()
        #expect(frames == 486)
        #expect(sounds == place([(480, [Int16](repeating: 8192, count: 6))]))
    }

    @Test func `writes hours of silence quickly, as a hole`() throws {
        let stream = open()
        stream.schedule(.ding, at: clock.now + .seconds(14 * 3600 - 1))
        clock.pass(.seconds(14 * 3600))
        stream.close()
        #expect(stream.state == .closed)
        let reader = try AudioFileReader(path: path)
        #expect(reader.frames == 14 * 3600 * 48_000)
        try reader.seek(to: (14 * 3600 - 1) * 48_000 - 1)
        #expect(try difference(reader.samples(6), [0] + ding + [0]) == nil)
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_blocks < 1000)
    }

    @Test func `replaces an existing file when it is closed`() throws {
        _ = try folder.file("heard.wav", [1, 2, 3])
        let stream = open()
        #expect(try bytes(of: path) == [1, 2, 3])
        clock.pass(.seconds(1))
        stream.close()
        #expect(try heard().frames == 48_000)
    }

    @Test func `fails at opening if the path is not writable, and at closing if writing fails`() throws {
        #expect(
            open(folder.path).state == .failed(.cannotWrite(path: folder.path, reason: "it is a folder", code: EISDIR)))
        let missing = folder.file("missing/heard.wav")
        let failure = StreamState.failed(.refused(missing, by: ENOENT))
        #expect(open(missing).state == failure)
        try FileManager.default.createDirectory(atPath: folder.file("missing"), withIntermediateDirectories: true)
        let stream = open(missing)
        #expect(stream.state == .running(sampleRate: 48_000))
        try FileManager.default.removeItem(atPath: folder.file("missing"))
        stream.close()
        #expect(stream.state == failure)
    }

    private func place(_ sounds: [(frame: Int, samples: [Int16])]) -> [Int: Int16] {
        var result: [Int: Int16] = [:]
        for (frame, samples) in sounds {
            for (offset, sample) in samples.enumerated() { result[frame + offset] = sample }
        }
        return result
    }
}
