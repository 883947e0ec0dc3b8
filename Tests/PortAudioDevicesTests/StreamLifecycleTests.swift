import Sound
import Testing

@testable import StandupAudio

struct StreamLifecycleTests {
    private let stopped = AudioError.failed(device: "desk", reason: "it delivers no more sound")

    /// A stream that runs, with 100 frames at the last poll.
    private func running() -> StreamLifecycle {
        var lifecycle = StreamLifecycle()
        #expect(lifecycle.start(sampleRate: 48_000) == true)
        #expect(lifecycle.poll(frames: 100, device: "desk") == .unchanged)
        return lifecycle
    }

    @Test func `A stream runs from its first frame, not from its start`() {
        var lifecycle = StreamLifecycle()
        #expect(lifecycle.state(frames: 0) == .opening)
        #expect(lifecycle.start(sampleRate: 48_000) == true)
        #expect(lifecycle.state(frames: 0) == .opening)
        #expect(lifecycle.state(frames: 1) == .running(sampleRate: 48_000))
    }

    @Test func `A stream without a first frame fails after 5 s, started or not`() {
        for isStarted in [false, true] {
            var lifecycle = StreamLifecycle()
            if isStarted { #expect(lifecycle.start(sampleRate: 48_000) == true) }
            for _ in 1..<20 { #expect(lifecycle.poll(frames: 0, device: "desk") == .unchanged) }
            #expect(lifecycle.poll(frames: 0, device: "desk") == .failed)
            #expect(lifecycle.state(frames: 0) == .failed(.failed(device: "desk", reason: "it does not respond")))
            #expect(lifecycle.poll(frames: 0, device: "desk") == .unchanged)
            #expect(!lifecycle.wasLost)
            // The control thread returns too late.
            #expect(lifecycle.start(sampleRate: 48_000) == false)
        }
    }

    @Test func `A stream without frames is stalled after a second and lost after three`() {
        var lifecycle = running()
        for _ in 1..<5 { #expect(lifecycle.poll(frames: 100, device: "desk") == .unchanged) }
        for _ in 5..<12 { #expect(lifecycle.poll(frames: 100, device: "desk") == .stalled) }
        #expect(lifecycle.state(frames: 100) == .running(sampleRate: 48_000))
        #expect(lifecycle.poll(frames: 100, device: "desk") == .failed)
        #expect(lifecycle.state(frames: 100) == .failed(stopped))
        #expect(lifecycle.wasLost)
    }

    @Test func `A stream that stalls and continues is not lost`() {
        var lifecycle = running()
        for round in 1...50 {
            for _ in 0..<11 { #expect(lifecycle.poll(frames: Int64(round) * 100, device: "desk") != .failed) }
        }
        #expect(lifecycle.state(frames: 1) == .running(sampleRate: 48_000))
    }

    @Test func `A reopened stream reports its failure until it has frames`() {
        var lifecycle = running()
        lifecycle.markLost(device: "desk")
        lifecycle.reopen()
        #expect(lifecycle.awaitsOpening)
        #expect(lifecycle.state(frames: 0) == .failed(stopped))
        lifecycle.fail(.noSystem(reason: "x"))
        #expect(lifecycle.wasLost)
        lifecycle.reopen()
        #expect(lifecycle.start(sampleRate: 44_100) == true)
        #expect(lifecycle.state(frames: 0) == .failed(.noSystem(reason: "x")))
        #expect(lifecycle.state(frames: 1) == .running(sampleRate: 44_100))
        #expect(lifecycle.poll(frames: 1, device: "desk") == .unchanged)
    }

    @Test func `A closed stream stays closed after late events`() {
        var lifecycle = running()
        #expect(lifecycle.close() == true)
        #expect(lifecycle.close() == false)
        lifecycle.fail(stopped)
        lifecycle.reopen()
        #expect(lifecycle.start(sampleRate: 48_000) == false)
        for _ in 0..<30 { #expect(lifecycle.poll(frames: 100, device: "desk") == .unchanged) }
        #expect(lifecycle.state(frames: 100) == .closed)
        #expect(!lifecycle.wasLost)
    }
}
