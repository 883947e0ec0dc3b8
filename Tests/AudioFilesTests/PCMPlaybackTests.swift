import Sound
import Testing

@Suite struct `PCM playback without hardware` {
    private let clock = ManualNow()
    private let folder: TemporaryFolder
    private let system: FileAudioSystem

    init() throws {
        folder = try TemporaryFolder()
        system = FileAudioSystem(now: clock.closure)
    }

    private func write(_ frames: [Float], to stream: any PCMPlaybackStream) -> Int {
        frames.withUnsafeBufferPointer { stream.write($0) }
    }

    @Test func `none buffers a fifth of a second and plays it at the clock's pace`() {
        let stream = system.openPCMPlayback(.none, sampleRate: 1000)
        #expect(stream.state == .running(sampleRate: 1000))
        #expect(write([Float](repeating: 1, count: 500), to: stream) == 200)
        clock.pass(.milliseconds(50))
        #expect(stream.playedFrames == 50)
        #expect(write([1], to: stream) == 1)
        stream.setPaused(true)
        clock.pass(.seconds(1))
        #expect(stream.playedFrames == 50)
        stream.setPaused(false)
        stream.drop()
        #expect(stream.playedFrames == 201)
    }

    @Test func `a file holds the output, silences included, when it is closed`() throws {
        let path = folder.file("heard.wav")
        let stream = system.openPCMPlayback(.file(path: path), sampleRate: 1000)
        #expect(write(patternFloats(0..<100), to: stream) == 100)
        clock.pass(.milliseconds(100))
        stream.setPaused(true)
        clock.pass(.milliseconds(50))
        stream.setPaused(false)
        #expect(write(patternFloats(100..<150), to: stream) == 50)
        clock.pass(.milliseconds(60))
        #expect(try folder.names.allSatisfy { $0.hasPrefix(".") })
        stream.close()
        #expect(try folder.names == ["heard.wav"])
        let expected = patternSamples(0..<100) + [Int16](repeating: 0, count: 50) + patternSamples(100..<150)
        var samples = [Int16](repeating: 1, count: 300)
        let reader = try AudioFileReader(path: path)
        let count = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) }
        #expect(Array(samples[..<count]) == expected + [Int16](repeating: 0, count: 10))
    }

    @Test func `an unwritable file, and silence, fail`() {
        let stream = system.openPCMPlayback(.file(path: folder.file("no/x.wav")), sampleRate: 1000)
        guard case .failed(.cannotWrite) = stream.state else {
            Issue.record("it is \(stream.state)")
            return
        }
        #expect(write([1], to: stream) == 0)
        #expect(
            system.openPCMPlayback(.silence, sampleRate: 1000).state == .failed(.noDevice(.output, name: "silence")))
    }
}
