import AudioDevices
import AudioFiles
import Testing

@Suite struct `Sound without a loudspeaker` {
    private let clock = ManualNow()
    private let folder: TemporaryFolder
    private let system: FileAudioSystem

    init() throws {
        folder = try TemporaryFolder()
        system = FileAudioSystem(now: clock.closure)
    }

    private func write(_ frames: [Float], to stream: any SoundStream) -> Int {
        frames.withUnsafeBufferPointer { stream.write($0) }
    }

    @Test func `none takes a fifth of a second and passes it at the clock's pace`() {
        let stream = system.openSound(.none, sampleRate: 1000)
        #expect(stream.state == .running(sampleRate: 1000))
        #expect(write([Float](repeating: 1, count: 500), to: stream) == 200)
        clock.pass(.milliseconds(50))
        #expect(stream.heardFrames == 50)
        #expect(write([1], to: stream) == 1)
        stream.setPaused(true)
        clock.pass(.seconds(1))
        #expect(stream.heardFrames == 50)
        stream.setPaused(false)
        stream.drop()
        #expect(stream.heardFrames == 201)
    }

    @Test func `a file holds what would be heard, with its silences, when it is closed`() throws {
        let path = folder.file("heard.wav")
        let stream = system.openSound(.file(path: path), sampleRate: 1000)
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

    @Test func `a file that cannot be made, and silence, are failures`() {
        let stream = system.openSound(.file(path: folder.file("no/x.wav")), sampleRate: 1000)
        guard case .failed(.cannotWrite) = stream.state else {
            Issue.record("it is \(stream.state)")
            return
        }
        #expect(write([1], to: stream) == 0)
        #expect(system.openSound(.silence, sampleRate: 1000).state == .failed(.noDevice(.output, name: "silence")))
    }
}
