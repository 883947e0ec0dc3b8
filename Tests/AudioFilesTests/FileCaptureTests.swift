import Foundation
import MeetingModel
import Testing

@testable import Sound

@Suite struct `A file as the microphone` {
    let folder: TemporaryFolder
    let clock = ManualNow()
    var path: String { folder.file("voice.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [
        ("None", DeviceSelection.none), ("SILENCE", .silence), ("Default", .systemDefault),
        ("File:/A.wav", .file(path: "/A.wav")),
        ("None of these", .named("None of these")),
    ])
    func `the names of special devices are taken in any case`(text: String, selection: DeviceSelection) {
        #expect(DeviceSelection(text) == selection)
        #expect(DeviceSelection(call: "Auto") == .loudspeakerMonitor)
    }

    @Test func `runs at once, and counts frames from when it was opened`() throws {
        try patternFile(path, frames: 1000, sampleRate: 48_000)
        let system = FileAudioSystem(now: clock.closure)
        let opened = clock.now
        let stream = system.openCapture(.file(path: path))
        #expect(stream.state == .running(sampleRate: 48_000))
        #expect(stream.deviceName == "file:" + path)
        #expect(DeviceSelection(stream.deviceName) == .file(path: path))
        #expect(stream.anchor == CaptureAnchor(frames: 0, instant: opened))
        #expect(stream.read(100) == [])
        clock.pass(.milliseconds(10))
        #expect(stream.anchor == CaptureAnchor(frames: 480, instant: clock.now))
        #expect(stream.lostFrames == 0)
        stream.close()
        #expect(stream.state == .closed)
        #expect(stream.read(100) == [])
    }

    @Test(arguments: [48_000, 44_100, 16_000]) func `delivers exactly the frames of the elapsed time`(rate: Int) throws
    {
        try patternFile(path, frames: 100_000, sampleRate: rate)
        let stream = FileAudioSystem(sampleRate: rate, now: clock.closure).openCapture(.file(path: path))
        let opened = clock.now
        var heard: [Float] = []
        var generator = SeededGenerator(seed: UInt64(rate))
        for _ in 0..<400 {
            clock.pass(.nanoseconds(Int64.random(in: 1...12_345_678, using: &generator)))
            let (seconds, attoseconds) = (clock.now - opened).components
            let due = Int(seconds) * rate + Int(attoseconds / 1_000_000_000) * rate / 1_000_000_000
            let room = Int.random(in: 0...900, using: &generator)
            let got = stream.read(room)
            #expect(got.count == min(room, due - heard.count))
            heard += got
            #expect(stream.anchor?.frames == Int64(due))
        }
        while case let rest = stream.read(1000), !rest.isEmpty { heard += rest }
        let silence = [Float](repeating: 0, count: 1_000_000)
        let expected = patternSamples(0..<100_000).map { Float($0) / 32_768 } + silence
        #expect(difference(heard, Array(expected.prefix(heard.count))) == nil)
    }

    @Test func `is silent after the end of the file`() throws {
        try patternFile(path, frames: 1000)
        let stream = FileAudioSystem(now: clock.closure).openCapture(.file(path: path))
        clock.pass(.milliseconds(30))
        let heard = stream.read(2000)
        #expect(heard.prefix(1000).elementsEqual(patternSamples(0..<1000).map { Float($0) / 32_768 }))
        #expect(heard.dropFirst(1000).elementsEqual([Float](repeating: 0, count: 440)))
        clock.pass(.seconds(1))
        #expect(difference(stream.read(48_000), [Float](repeating: 0, count: 48_000)) == nil)
        #expect(stream.state == .running(sampleRate: 48_000))
    }

    @Test func `is resampled to the recording's rate, or keeps its own`() throws {
        try run("sox", "-n", "-r", "16000", "-b", "16", "-c", "1", path, "synth", "1", "sine", "400", "vol", "0.5")
        let own = FileAudioSystem(sampleRate: nil, now: clock.closure).openCapture(.file(path: path))
        let converted = FileAudioSystem(now: clock.closure).openCapture(.file(path: path))
        #expect(own.state == .running(sampleRate: 16_000))
        #expect(converted.state == .running(sampleRate: 48_000))
        clock.pass(.seconds(2))
        let original = own.read(40_000)
        #expect(original.count == 32_000)
        var heard: [Float] = []
        var generator = SeededGenerator(seed: 1)
        while case let block = converted.read(Int.random(in: 1...2000, using: &generator)), !block.isEmpty {
            heard += block
        }
        #expect(heard.count == 96_000)
        // Every third frame equals one of the file's.
        let worst = (200..<15_800).map { abs(heard[$0 * 3] - original[$0]) }.max()
        #expect(try #require(worst) < 0.001)
        #expect(difference(Array(heard.dropFirst(48_100)), [Float](repeating: 0, count: 47_900)) == nil)
    }

    @Test(.enabled(if: dlsym(nil, "__asan_init") == nil, "the address sanitizer holds back what is freed"))
    func `uses no more memory for hours than for seconds`() async throws {
        let recording = try WAVRecording(creating: path, sampleRate: 16_000)
        try recording.finish()
        try #require(truncate(path, 80 + 3600 * 16_000 * 2) == 0)
        _ = try WAVRecording.repair(path: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let clock = ManualNow()
            let stream = FileAudioSystem(sampleRate: 16_000, now: clock.closure).openCapture(.file(path: path))
            var buffer = [Float](repeating: 0, count: 16_000)
            func capture(seconds: Int) {
                for _ in 0..<seconds {
                    clock.pass(.seconds(1))
                    #expect(buffer.withUnsafeMutableBufferPointer { stream.read(into: $0) } == 16_000)
                }
            }
            capture(seconds: 60)
            let before = try residentPages()
            capture(seconds: 3600)
            // That hour has 28,000 pages of 4 KiB in the file.
            #expect(try residentPages() - before < 500)
        }
    }

    @Test func `fails at once if it cannot be read`() throws {
        let system = FileAudioSystem(now: clock.closure)
        let missing = system.openCapture(.file(path: folder.file("missing.wav")))
        let reason = AudioError.file(path: folder.file("missing.wav"), reason: "No such file or directory")
        #expect(missing.state == .failed(reason))
        #expect(missing.anchor == nil)
        #expect(missing.read(100) == [])
        #expect(
            system.openCapture(.file(path: folder.path)).state
                == .failed(.file(path: folder.path, reason: "it is a folder"))
        )
    }
}

@Suite struct `Devices without hardware` {
    let clock = ManualNow()

    @Test func `silence is a microphone that delivers zeros at the clock's pace`() {
        let stream = FileAudioSystem(sampleRate: 44_100, now: clock.closure).openCapture(.silence)
        #expect(stream.state == .running(sampleRate: 44_100))
        #expect(stream.deviceName == "silence")
        clock.pass(.seconds(1))
        #expect(difference(stream.read(50_000), [Float](repeating: 0, count: 44_100)) == nil)
    }

    @Test func `none fails as a microphone, and is a silent loudspeaker`() {
        let system = FileAudioSystem(now: clock.closure)
        #expect(system.openCapture(.none).state == .failed(.noDevice(.input, name: "none")))
        let playback = system.openCuePlayback(.none, cues: CueSounds(sampleRate: 44_100, samples: [:]))
        #expect(playback.state == .running(sampleRate: 44_100))
        #expect(playback.schedule(.ding, at: .zero) != playback.schedule(.ding, at: .zero))
        playback.close()
        #expect(playback.state == .closed)
        #expect(
            system.openCuePlayback(.silence, cues: CueSounds(sampleRate: 44_100, samples: [:])).state
                == .failed(.noDevice(.output, name: "silence"))
        )
    }

    @Test func `all others are opened on the hardware, if any`() throws {
        let cues = CueSounds(sampleRate: 48_000, samples: [:])
        let alone = FileAudioSystem(now: clock.closure)
        #expect(try alone.devices() == [])
        #expect(alone.openCapture(.named("USB")).state == .failed(.noDevice(.input, name: "USB")))
        #expect(
            alone.openCuePlayback(.systemDefault, cues: cues).state == .failed(.noDevice(.output, name: "default"))
        )
        let system = FileAudioSystem(hardware: Hardware(), now: clock.closure)
        #expect(throws: AudioError.noSystem(reason: "a test")) { try system.devices() }
        for selection in [DeviceSelection.systemDefault, .named("USB")] {
            let expected = StreamState.failed(.noDevice(.input, name: "hardware's \(selection)"))
            #expect(system.openCapture(selection).state == expected)
            #expect(system.openCuePlayback(selection, cues: cues).state == expected)
        }
        #expect(system.openCapture(.silence).state == .running(sampleRate: 48_000))
    }
}

/// A stand-in for the hardware that refuses every device with its name.
private struct Hardware: AudioSystem {
    func devices() throws(AudioError) -> [AudioDevice] { throw .noSystem(reason: "a test") }
    func openCapture(_ selection: DeviceSelection) -> any CaptureStream { Refusal(selection) }
    func openCuePlayback(_ selection: DeviceSelection, cues: CueSounds) -> any CuePlaybackStream { Refusal(selection) }
    func openPCMPlayback(_ selection: DeviceSelection, sampleRate: Int) -> any PCMPlaybackStream { Refusal(selection) }

    final class Refusal: CaptureStream, CuePlaybackStream, PCMPlaybackStream {
        let state: StreamState
        let deviceName = ""
        let anchor: CaptureAnchor? = nil
        let lostFrames: Int64 = 0
        init(_ selection: DeviceSelection) { state = .failed(.noDevice(.input, name: "hardware's \(selection)")) }
        func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
        func schedule(_ cue: Cue, at instant: Duration) -> CueTicket { CueTicket(number: 0) }
        func cancel(_ ticket: CueTicket) {}
        let playedFrames: Int64 = 0
        func write(_ frames: UnsafeBufferPointer<Float>) -> Int { 0 }
        func drop() {}
        func setPaused(_ isPaused: Bool) {}
        func close() {}
    }
}

extension CaptureStream {
    fileprivate func read(_ count: Int) -> [Float] {
        var buffer = [Float](repeating: .nan, count: count)
        let got = buffer.withUnsafeMutableBufferPointer { read(into: $0) }
        return Array(buffer.prefix(got))
    }
}

/// The number of resident pages of this process.
private func residentPages() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(Int(text.split(separator: " ")[1]))
}
