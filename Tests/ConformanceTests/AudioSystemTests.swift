import Glibc
import MeetingTiming
import Sound
import StandupTesting
import Testing
import TestSupport

@testable import StandupAudio

/// An audio system with working devices, and the clock they run on.
struct OpenableAudio: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let input: DeviceSelection
    /// A loudspeaker that may write to a folder.
    let output: @Sendable (_ folder: String) -> DeviceSelection
    let clock: any MeetingClock
    /// Lets time pass.
    let pass: @Sendable (Duration) async -> Void
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
        clock: SystemClock(), pass: { try? await Task.sleep(for: $0) }, make: { PortAudioSystem() })

    private static let voice: String =
        #filePath.dropLast("Tests/ConformanceTests/AudioSystemTests.swift".count) + "Assets/Voices/ann.wav"
}

@Suite(.timeLimit(.minutes(10)), .serialized) struct `What an audio system promises` {
    @Test(arguments: OpenableAudio.all)
    func `it keeps its promises`(audio: OpenableAudio) async throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let broken = await AudioSystemConformance.check(
            audio.make(), clock: audio.clock, input: audio.input, output: audio.output(folder), pass: audio.pass)
        #expect(broken == [])
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
        var frames: [Float] = [1]
        #expect(capture.anchor == nil && frames.withUnsafeMutableBufferPointer { capture.read(into: $0) } == 0)
        #expect([Float](repeating: 0, count: 10).withUnsafeBufferPointer { sound.write($0) } == 0)
    }
}
