import CPortAudioStub
import CStderrFilter
import Foundation
import Sound
import Testing

@testable import StandupAudio

/// Behavior on a machine without sound; each test runs in its own process, with an environment without sound.
@Suite(.timeLimit(.minutes(10))) struct NoSoundSystemTests {
    @Test func `Listing devices without a sound system fails with a reason`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            #expect { try PortAudioSystem().devices() } throws: { error in
                if case AudioError.noSystem = error { true } else { false }
            }
        }
    }

    @Test func `Streams without a sound system fail with a reason, and can be closed and reopened`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            let system = PortAudioSystem()
            for _ in 0..<2 {
                let capture = system.openCapture(.systemDefault)
                let playback = system.openCuePlayback(
                    .named("desk"),
                    cues: CueSounds(sampleRate: 48_000, samples: [.ding: [1]])
                )
                playback.schedule(.ding, at: .zero)
                #expect(await eventually { capture.state.failure != nil && playback.state.failure != nil })
                for error in [capture.state.failure, playback.state.failure] {
                    guard case .noSystem = error else {
                        Issue.record("\(String(describing: error))")
                        continue
                    }
                }
                var buffer: [Float] = [0]
                #expect(buffer.withUnsafeMutableBufferPointer { capture.read(into: $0) } == 0)
                #expect(capture.anchor == nil)
                capture.close()
                playback.close()
                #expect(capture.state == .closed && playback.state == .closed)
            }
        }
    }

    @Test func `Asking an absent sound server again and again keeps no descriptor and no memory`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            func count(_ folder: String) throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: folder).count
            }
            func mappings() throws -> Int {
                try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").count
            }
            let sources = PulseRecordingSources()
            // Each poll after a disconnection is an attempt to connect.
            func attempt() {
                for _ in 0..<100 {
                    #expect(sources.poll() == nil)
                    sources.disconnect()
                }
            }
            attempt()
            let (descriptors, memory) = (try count("/proc/self/fd"), try mappings())
            attempt()
            #expect(try count("/proc/self/fd") == descriptors)
            #expect(try mappings() < memory + 50)
        }
    }

    @Test func `Text that standard error does not accept is dropped, and nothing else is written`() async {
        await #expect(processExitsWith: .success) {
            standup_silence_audio_libraries()
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
            #expect(dup2(ends[1], STDERR_FILENO) == STDERR_FILENO)
            // A pipe with 96 free bytes rejects 200 at once and accepts single bytes.
            var buffer = [UInt8](repeating: 0x2E, count: 4096)
            while write(ends[1], buffer, 4096) > 0 {}
            #expect(read(ends[0], &buffer, 4096) == 4096)
            #expect(write(ends[1], buffer, 4000) == 4000)
            #expect(!stub_complain(String(repeating: "x", count: 200)))
            while case let count = read(ends[0], &buffer, 4096), count > 0 {
                #expect(buffer.prefix(count).allSatisfy { $0 == 0x2E })
            }
            #expect(stub_complain("said\n"))
            #expect(read(ends[0], &buffer, 4096) == 5)
            #expect(String(decoding: buffer.prefix(5), as: UTF8.self) == "said\n")
        }
    }

    @Test func `Messages of audio libraries are kept from standard error, and others are not`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            // The system's configuration, with all its failed attempts.
            unsetenv("ALSA_CONFIG_PATH")
            _ = try? PortAudioSystem().devices()
            let capture = PortAudioSystem().openCapture(.systemDefault)
            #expect(await eventually { capture.state.failure != nil })
            FileHandle.standardError.write(Data("written to the descriptor\n".utf8))
            perror("written through the C library")
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let lines = said.split(separator: "\n")
        #expect(lines.contains("written to the descriptor"))
        #expect(lines.contains { $0.hasPrefix("written through the C library") })
        for chatter in ["ALSA lib", "jack", "Expression '"] { #expect(!said.contains(chatter), "\(said)") }
    }
}
