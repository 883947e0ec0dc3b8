import AudioDevices
import AudioFiles
import MeetingTiming
import ProgramSupport
import StandupTesting
import Testing

/// An audio system on a clock that a test turns, with the devices that work in it.
struct OpenableAudio: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let input: DeviceSelection
    /// A loudspeaker, for a folder of its own.
    let output: @Sendable (_ folder: String) -> DeviceSelection
    let make: @Sendable (VirtualClock) -> any AudioSystem

    static let all = [
        OpenableAudio(
            testDescription: "FileAudioSystem, silence and none", input: .silence, output: { _ in .none },
            make: { clock in FileAudioSystem(now: { clock.now }) }),
        OpenableAudio(
            testDescription: "FileAudioSystem, files", input: .file(path: voice),
            output: { .file(path: $0 + "/heard.wav") },
            make: { clock in FileAudioSystem(now: { clock.now }) }),
        OpenableAudio(
            testDescription: "FakeAudioSystem", input: .systemDefault, output: { _ in .systemDefault },
            make: { clock in FakeAudioSystem(clock: clock) }),
    ]

    private static let voice: String =
        #filePath.dropLast("Tests/ConformanceTests/AudioSystemTests.swift".count) + "Assets/Voices/ann.wav"
}

@Suite(.timeLimit(.minutes(10))) struct `What an audio system promises` {
    private let clock = VirtualClock()

    private func runningRate(_ state: StreamState) -> Int? {
        if case .running(let rate) = state { rate } else { nil }
    }

    private func read(_ stream: any CaptureStream, atMost count: Int = 1 << 20) -> [Float] {
        var buffer = [Float](repeating: .nan, count: count)
        let taken = buffer.withUnsafeMutableBufferPointer { stream.read(into: $0) }
        return Array(buffer[..<taken])
    }

    @Test(arguments: OpenableAudio.all)
    func `a microphone delivers the frames of the time that passed, once, as many as fit`(audio: OpenableAudio) throws {
        let system = audio.make(clock)
        defer { withExtendedLifetime(system) {} }
        let stream = system.openCapture(audio.input)
        defer { stream.close() }
        let rate = try #require(runningRate(stream.state))
        #expect(!stream.deviceName.isEmpty)
        #expect(read(stream).isEmpty)
        clock.advance(by: .milliseconds(500))
        #expect(read(stream, atMost: 0).isEmpty)
        let first = read(stream, atMost: 100)
        #expect(first.count == 100)
        let all = first + read(stream)
        #expect(abs(all.count - rate / 2) <= 1)
        #expect(all.allSatisfy { abs($0) <= 1 })
        #expect(read(stream).isEmpty)
        let anchor = try #require(stream.anchor)
        #expect(anchor.frames == Int64(all.count) + stream.lostFrames)
        #expect(anchor.instant <= clock.now && anchor.instant >= clock.now - .milliseconds(1))
        #expect(stream.overruns == 0)
    }

    @Test(arguments: OpenableAudio.all)
    func `a microphone that is closed stays closed`(audio: OpenableAudio) {
        let system = audio.make(clock)
        defer { withExtendedLifetime(system) {} }
        let stream = system.openCapture(audio.input)
        stream.close()
        clock.advance(by: .milliseconds(100))
        #expect(stream.state == .closed)
        stream.close()
        #expect(stream.state == .closed)
    }

    @Test(arguments: OpenableAudio.all)
    func `a loudspeaker takes cues, each under a ticket of its own, until it is closed`(audio: OpenableAudio) throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let cues = CueSounds(sampleRate: 8000, samples: [.ding: [0.5, 0.5]])
        let system = audio.make(clock)
        defer { withExtendedLifetime(system) {} }
        let stream = system.openCuePlayback(audio.output(folder), cues: cues)
        #expect(runningRate(stream.state) != nil)
        let tickets = [
            stream.schedule(.ding, at: clock.now), stream.schedule(.warning, at: clock.now + .seconds(1)),
            stream.schedule(.ding, at: clock.now - .seconds(1)),
        ]
        #expect(Set(tickets).count == 3)
        stream.cancel(tickets[1])
        stream.cancel(tickets[1])
        clock.advance(by: .seconds(2))
        #expect(runningRate(stream.state) != nil)
        stream.close()
        #expect(stream.state == .closed)
    }

    @Test(arguments: OpenableAudio.all)
    func `a loudspeaker takes a fifth of a second ahead, and no more`(audio: OpenableAudio) throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let system = audio.make(clock)
        defer { withExtendedLifetime(system) {} }
        let stream = system.openPCMPlayback(audio.output(folder), sampleRate: 10_000)
        defer { stream.close() }
        let rate = try #require(runningRate(stream.state))
        func write(_ count: Int) -> Int {
            [Float](repeating: 0.1, count: count).withUnsafeBufferPointer { stream.write($0) }
        }
        #expect(write(rate) == rate / 5)
        #expect(write(1) == 0 && stream.playedFrames == 0)
        clock.advance(by: .milliseconds(100))
        #expect(stream.playedFrames == Int64(rate / 10))
        stream.setPaused(true)
        clock.advance(by: .seconds(1))
        #expect(stream.playedFrames == Int64(rate / 10))
        stream.setPaused(false)
        #expect(write(rate) == rate / 10)
        stream.drop()
        #expect(stream.playedFrames == Int64(rate / 5 + rate / 10), "what is dropped counts")
        #expect(write(1) == 1)
    }

    @Test(arguments: OpenableAudio.all)
    func `a loudspeaker for sound that is closed takes nothing`(audio: OpenableAudio) throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let system = audio.make(clock)
        defer { withExtendedLifetime(system) {} }
        let stream = system.openPCMPlayback(audio.output(folder), sampleRate: 8000)
        stream.close()
        #expect(stream.state == .closed)
        #expect([Float](repeating: 0, count: 10).withUnsafeBufferPointer { stream.write($0) } == 0)
    }

    @Test func `what cannot be opened has failed, and gives and takes nothing`() {
        let system = FileAudioSystem(now: { [clock] in clock.now })
        let capture = system.openCapture(.file(path: "/nowhere"))
        let cues = system.openCuePlayback(.silence, cues: CueSounds(sampleRate: 8000, samples: [:]))
        let sound = system.openPCMPlayback(.silence, sampleRate: 8000)
        for state in [capture.state, cues.state, sound.state] {
            guard case .failed = state else {
                Issue.record("\(state)")
                continue
            }
        }
        #expect(capture.anchor == nil && read(capture).isEmpty)
        #expect([Float](repeating: 0, count: 10).withUnsafeBufferPointer { sound.write($0) } == 0)
    }
}
