import MeetingTiming
import Sound
import Synchronization

/// A fake loudspeaker stream that records its output and can be unplugged.
final class FakePCMPlaybackStream: PCMPlaybackStream {
    private struct State {
        var queue: PCMPlaybackQueue
        var passed: Int64 = 0
        var isPaused = false
        var isClosed = false
    }

    let deviceName = "fake"
    private let clock: any MeetingClock
    private let sampleRate: Int
    private let isThere: @Sendable () -> Bool
    private let hear: @Sendable ([Float]) -> Void
    private let start: Duration
    private let stateBox: Mutex<State>

    init(
        clock: any MeetingClock,
        sampleRate: Int,
        isThere: @escaping @Sendable () -> Bool,
        hear: @escaping @Sendable ([Float]) -> Void
    ) {
        self.clock = clock
        self.sampleRate = sampleRate
        self.isThere = isThere
        self.hear = hear
        start = clock.now
        stateBox = Mutex(State(queue: PCMPlaybackQueue(sampleRate: sampleRate)))
    }

    var state: StreamState {
        if stateBox.withLock({ $0.isClosed }) { return .closed }
        guard isThere() else { return .failed(.failed(device: "fake", reason: "it delivers no more sound")) }
        return .running(sampleRate: sampleRate)
    }

    var playedFrames: Int64 { passing { $0.queue.played } }

    func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        let frames = Array(frames)
        guard case .running = state else { return 0 }
        return passing { state in frames.withUnsafeBufferPointer { state.queue.write($0) } }
    }

    func drop() {
        passing { $0.queue.drop() }
    }

    func setPaused(_ isPaused: Bool) {
        passing { $0.isPaused = isPaused }
    }

    func close() {
        passing { $0.isClosed = true }
    }

    private func passing<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (seconds, attoseconds) = (clock.now - start).components
        let frame = seconds * Int64(sampleRate) + Int64(Double(attoseconds) / 1e18 * Double(sampleRate))
        let isThere = isThere()
        return stateBox.withLock { state in
            let count = Int(frame - state.passed)
            if count > 0, !state.isClosed {
                state.passed = frame
                // Without a loudspeaker, the queued sound is lost.
                if !isThere { state.queue.drop() }
                hear(
                    isThere && !state.isPaused ? state.queue.dequeue(count) : [Float](repeating: 0, count: count))
            }
            return body(&state)
        }
    }
}
