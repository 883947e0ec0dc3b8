import AudioDevices
import MeetingTiming
import Synchronization

/// A loudspeaker that remembers what it was given, and can be taken away.
final class FakeSoundStream: SoundStream {
    private struct State {
        var queue: SoundQueue
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
        stateBox = Mutex(State(queue: SoundQueue(sampleRate: sampleRate)))
    }

    var state: StreamState {
        if stateBox.withLock({ $0.isClosed }) { return .closed }
        guard isThere() else { return .failed(.failed(device: "fake", reason: "its sound has stopped")) }
        return .running(sampleRate: sampleRate)
    }

    var heardFrames: Int64 { passing { $0.queue.heard } }

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
                // Without a loudspeaker what it held is forgotten.
                if !isThere { state.queue.drop() }
                hear(
                    isThere && !state.isPaused ? state.queue.pass(count) : [Float](repeating: 0, count: count))
            }
            return body(&state)
        }
    }
}
