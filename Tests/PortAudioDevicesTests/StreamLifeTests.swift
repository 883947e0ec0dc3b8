import AudioDevices
import Testing

@testable import PortAudioDevices

struct StreamLifeTests {
    private let stopped = AudioError.failed(device: "desk", reason: "its sound has stopped")

    /// A stream that has run, and moved 100 frames by the last look.
    private func running() -> StreamLife {
        var life = StreamLife()
        #expect(life.start(sampleRate: 48_000) == true)
        #expect(life.look(frames: 100, device: "desk") == .nothing)
        return life
    }

    @Test func `A stream runs from its first frame on, not from when it was started`() {
        var life = StreamLife()
        #expect(life.state(frames: 0) == .opening)
        #expect(life.start(sampleRate: 48_000) == true)
        #expect(life.state(frames: 0) == .opening)
        #expect(life.state(frames: 1) == .running(sampleRate: 48_000))
    }

    @Test func `A stream without a first frame fails after 5 s, started or not`() {
        for isStarted in [false, true] {
            var life = StreamLife()
            if isStarted { #expect(life.start(sampleRate: 48_000) == true) }
            for _ in 1..<20 { #expect(life.look(frames: 0, device: "desk") == .nothing) }
            #expect(life.look(frames: 0, device: "desk") == .failure)
            #expect(life.state(frames: 0) == .failed(.failed(device: "desk", reason: "it does not answer")))
            #expect(life.look(frames: 0, device: "desk") == .nothing)
            #expect(!life.wasLost)
            // The control thread comes back to it too late.
            #expect(life.start(sampleRate: 48_000) == false)
        }
    }

    @Test func `A stream that stops is in doubt after a second and lost after three`() {
        var life = running()
        for _ in 1..<5 { #expect(life.look(frames: 100, device: "desk") == .nothing) }
        for _ in 5..<12 { #expect(life.look(frames: 100, device: "desk") == .doubt) }
        #expect(life.state(frames: 100) == .running(sampleRate: 48_000))
        #expect(life.look(frames: 100, device: "desk") == .failure)
        #expect(life.state(frames: 100) == .failed(stopped))
        #expect(life.wasLost)
    }

    @Test func `A stream that is late and then goes on is never lost`() {
        var life = running()
        for round in 1...50 {
            for _ in 0..<11 { #expect(life.look(frames: Int64(round) * 100, device: "desk") != .failure) }
        }
        #expect(life.state(frames: 1) == .running(sampleRate: 48_000))
    }

    @Test func `A stream that opens again shows its failure until it has frames`() {
        var life = running()
        life.lose(device: "desk")
        life.reopen()
        #expect(life.awaitsOpening)
        #expect(life.state(frames: 0) == .failed(stopped))
        life.fail(.noSystem(reason: "x"))
        #expect(life.wasLost)
        life.reopen()
        #expect(life.start(sampleRate: 44_100) == true)
        #expect(life.state(frames: 0) == .failed(.noSystem(reason: "x")))
        #expect(life.state(frames: 1) == .running(sampleRate: 44_100))
        #expect(life.look(frames: 1, device: "desk") == .nothing)
    }

    @Test func `A closed stream stays closed, whatever comes late`() {
        var life = running()
        #expect(life.close() == true)
        #expect(life.close() == false)
        life.fail(stopped)
        life.reopen()
        #expect(life.start(sampleRate: 48_000) == false)
        for _ in 0..<30 { #expect(life.look(frames: 100, device: "desk") == .nothing) }
        #expect(life.state(frames: 100) == .closed)
        #expect(!life.wasLost)
    }
}
