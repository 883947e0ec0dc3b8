import AudioDevices
import AudioFiles
import Glibc
import MeetingTiming
import PortAudioDevices
import ProgramSupport
import StandupTesting
import Testing

/// An audio system with working devices, and the clock they run on.
struct OpenableAudio: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let input: DeviceSelection
    /// A loudspeaker that may write to a folder.
    let output: @Sendable (_ folder: String) -> DeviceSelection
    let clock: any MeetingClock
    /// Lets time pass.
    let pass: @Sendable (Duration) async throws -> Void
    let make: @Sendable () -> any AudioSystem

    /// The files' and the fake one, on a virtual clock, and PortAudio's, which needs a sound server.
    static var all: [OpenableAudio] {
        let files = VirtualClock()
        let devices = VirtualClock()
        let fakes = VirtualClock()
        return [
            OpenableAudio(
                testDescription: "FileAudioSystem, silence and none", input: .silence, output: { _ in .none },
                clock: devices, pass: { devices.advance(by: $0) }, make: { FileAudioSystem(now: { devices.now }) }),
            OpenableAudio(
                testDescription: "FileAudioSystem, files", input: .file(path: voice),
                output: { .file(path: $0 + "/heard.wav") },
                clock: files, pass: { files.advance(by: $0) }, make: { FileAudioSystem(now: { files.now }) }),
            OpenableAudio(
                testDescription: "FakeAudioSystem", input: .systemDefault, output: { _ in .systemDefault },
                clock: fakes, pass: { fakes.advance(by: $0) }, make: { FakeAudioSystem(clock: fakes) }),
        ] + (getenv("STANDUP_TEST_SOUND") == nil ? [] : [portAudio])
    }

    private static let portAudio = OpenableAudio(
        testDescription: "PortAudioSystem", input: .systemDefault, output: { _ in .systemDefault },
        clock: SystemClock(), pass: { try await Task.sleep(for: $0) }, make: { PortAudioSystem() })

    private static let voice: String =
        #filePath.dropLast("Tests/ConformanceTests/AudioSystemTests.swift".count) + "Assets/Voices/ann.wav"

    /// Lets time pass until a condition holds, for a minute at most.
    func until(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<1200 where !condition() { try await pass(.milliseconds(50)) }
        try #require(condition(), sourceLocation: sourceLocation)
    }

    /// Lets time pass until a stream runs, and returns its rate in Hz.
    func rate(_ state: () -> StreamState) async throws -> Int {
        var rate: Int?
        try await until {
            if case .running(let running) = state() { rate = running }
            return rate != nil
        }
        return try #require(rate)
    }
}

@Suite(.timeLimit(.minutes(10)), .serialized) struct `What an audio system promises` {
    private func read(_ stream: any CaptureStream, atMost count: Int = 1 << 20) -> [Float] {
        var buffer = [Float](repeating: .nan, count: count)
        let taken = buffer.withUnsafeMutableBufferPointer { stream.read(into: $0) }
        return Array(buffer[..<taken])
    }

    @Test(arguments: OpenableAudio.all)
    func `a microphone delivers the frames of the time that passed, once, as many as fit`(
        audio: OpenableAudio
    ) async throws {
        let system = audio.make()
        defer { withExtendedLifetime(system) {} }
        let opened = audio.clock.now
        let stream = system.openCapture(audio.input)
        defer { stream.close() }
        let rate = try await audio.rate { stream.state }
        #expect(!stream.deviceName.isEmpty)
        #expect(read(stream, atMost: 0).isEmpty)
        var all: [Float] = []
        try await audio.until {
            let few = read(stream, atMost: 100)
            #expect(few.count <= 100)
            all += few + read(stream)
            return all.count >= rate / 2 - 1
        }
        #expect(all.allSatisfy { abs($0) <= 1 })
        let anchor = try #require(stream.anchor)
        #expect(anchor.instant >= opened && anchor.instant <= audio.clock.now)
        #expect(anchor.frames >= Int64(all.count) + stream.lostFrames)
        // A device may start by delivering its buffer: a second at most.
        let passed = audio.clock.now - opened + (audio.clock is VirtualClock ? .zero : .seconds(1))
        #expect(Double(all.count) <= passed / .seconds(1) * Double(rate) + 1)
        #expect(stream.overruns == 0)
    }

    @Test(arguments: OpenableAudio.all)
    func `a microphone that is closed stays closed and hears nothing more`(audio: OpenableAudio) async throws {
        let system = audio.make()
        defer { withExtendedLifetime(system) {} }
        let stream = system.openCapture(audio.input)
        stream.close()
        try await audio.pass(.milliseconds(100))
        #expect(stream.state == .closed)
        _ = read(stream)
        try await audio.pass(.milliseconds(100))
        #expect(read(stream).isEmpty)
        stream.close()
        #expect(stream.state == .closed)
    }

    @Test(arguments: OpenableAudio.all)
    func `a loudspeaker takes cues, each with its own ticket, until it is closed`(
        audio: OpenableAudio
    ) async throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let cues = CueSounds(sampleRate: 8000, samples: [.ding: [0.5, 0.5]])
        let system = audio.make()
        defer { withExtendedLifetime(system) {} }
        let stream = system.openCuePlayback(audio.output(folder), cues: cues)
        _ = try await audio.rate { stream.state }
        let now = audio.clock.now
        let tickets = [
            stream.schedule(.ding, at: now), stream.schedule(.warning, at: now + .seconds(1)),
            stream.schedule(.ding, at: now - .seconds(1)),
        ]
        #expect(Set(tickets).count == 3)
        stream.cancel(tickets[1])
        stream.cancel(tickets[1])
        try await audio.pass(.seconds(2))
        _ = try await audio.rate { stream.state }
        stream.close()
        #expect(stream.state == .closed)
    }

    @Test(arguments: OpenableAudio.all)
    func `a loudspeaker takes a fifth of a second ahead, and no more`(audio: OpenableAudio) async throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let system = audio.make()
        defer { withExtendedLifetime(system) {} }
        let stream = system.openPCMPlayback(audio.output(folder), sampleRate: 10_000)
        defer { stream.close() }
        let rate = try await audio.rate { stream.state }
        func write(_ count: Int) -> Int {
            [Float](repeating: 0.1, count: count).withUnsafeBufferPointer { stream.write($0) }
        }
        stream.setPaused(true)
        #expect(write(rate) == rate / 5)
        #expect(write(1) == 0)
        try await audio.pass(.milliseconds(500))
        #expect(stream.playedFrames == 0)
        stream.setPaused(false)
        try await audio.until { stream.playedFrames == rate / 5 }
        #expect(write(rate) == rate / 5)
        stream.drop()
        try await audio.until { stream.playedFrames == 2 * (rate / 5) }
        #expect(write(1) == 1, "what is dropped counts as played")
    }

    @Test(arguments: OpenableAudio.all)
    func `a loudspeaker for sound that is closed takes nothing`(audio: OpenableAudio) throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let system = audio.make()
        defer { withExtendedLifetime(system) {} }
        let stream = system.openPCMPlayback(audio.output(folder), sampleRate: 8000)
        stream.close()
        #expect(stream.state == .closed)
        #expect([Float](repeating: 0, count: 10).withUnsafeBufferPointer { stream.write($0) } == 0)
    }

    @Test func `a stream that cannot be opened has failed, and transfers nothing`() {
        let system = FileAudioSystem(now: { .zero })
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
