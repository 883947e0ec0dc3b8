import MeetingTiming
import Sound
import Synchronization

/// The simulated faults of the fake microphone.
struct SimulatedFaults: Sendable {
    /// A loss of sound without a frame count.
    struct Overrun: Sendable {
        let start: Duration
        let length: Duration
        var isReported = true

        var end: Duration { start + length }
    }

    var isPluggedIn = true
    var name = "fake"
    var overruns: [Overrun] = []
    var playback = MonitoredPlayback()
}

/// An open stream of the fake microphone.
final class FakeCaptureStream: CaptureStream {
    private struct State {
        var taken: Int64 = 0
        var newest = CaptureAnchor(frames: 0, instant: .zero)
        var overruns: Int64 = 0
        /// The frame count up to which the promptest anchor was taken.
        var timed: Int64 = 0
        var isClosed = false
    }

    private let clock: any MeetingClock
    private let microphone: FakeAudioSystem.Microphone
    private let error: AudioError?
    private let opened: Duration
    private let offset: Duration
    private let faults: @Sendable () -> SimulatedFaults
    private let stateBox: Mutex<State>

    init(
        clock: any MeetingClock,
        microphone: FakeAudioSystem.Microphone,
        error: AudioError?,
        opened: Duration,
        offset: Duration,
        faults: @escaping @Sendable () -> SimulatedFaults
    ) {
        self.clock = clock
        self.microphone = microphone
        self.error = error
        self.opened = opened
        self.offset = offset
        self.faults = faults
        self.stateBox = Mutex(State(newest: CaptureAnchor(frames: 0, instant: opened)))
    }

    var deviceName: String { faults().name }

    var playback: MonitoredPlayback { faults().playback }

    let lostFrames: Int64 = 0

    var state: StreamState {
        if let error { return .failed(error) }
        if stateBox.withLock({ $0.isClosed }) { return .closed }
        return microphone.isDead ? .opening : .running(sampleRate: microphone.sampleRate)
    }

    var overruns: Int64 { stateBox.withLock { $0.overruns } }

    var anchor: CaptureAnchor? {
        guard error == nil, !microphone.isDead else { return nil }
        let faults = faults()
        // The stream delivers nothing during an overrun.
        let instant = clock.now
        let now = faults.overruns.first { $0.start >= opened && $0.start..<$0.end ~= instant }?.start ?? instant
        return stateBox.withLock { state in
            if faults.isPluggedIn {
                let captured = frames(at: now, faults.overruns)
                if let buffering = microphone.buffering {
                    let delivered = buffering.delivered(of: captured)
                    state.newest = bufferedAnchor(delivered, buffering)
                } else {
                    state.newest = CaptureAnchor(frames: captured, instant: now)
                }
            }
            return microphone.buffering != nil && state.newest.frames == 0 ? nil : state.newest
        }
    }

    func takePromptestAnchor() -> CaptureAnchor? {
        guard let newest = anchor, let buffering = microphone.buffering else { return anchor }
        let first = stateBox.withLock { state in
            defer { state.timed = newest.frames }
            return state.timed
        }
        return bufferedAnchor(buffering.promptest(after: first, upTo: newest.frames), buffering)
    }

    private func bufferedAnchor(
        _ frames: Int64, _ buffering: FakeAudioSystem.Microphone.Buffering
    ) -> CaptureAnchor {
        let passed = Double(buffering.captured(at: frames)) / rate
        return CaptureAnchor(frames: frames, instant: opened + .nanoseconds(Int64(passed * 1e9)))
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        guard let anchor, !stateBox.withLock({ $0.isClosed }) else { return 0 }
        let overruns = faults().overruns.filter { $0.start >= opened }
        let positions = overruns.map { frames(at: $0.start, overruns) }.filter { $0 < anchor.frames }
        let reported = overruns.filter(\.isReported).map { frames(at: $0.start, overruns) }
        let (start, count) = stateBox.withLock { state in
            let start = state.taken
            let end = min(anchor.frames, start + Int64(buffer.count), positions.first { $0 > start } ?? .max)
            state.overruns = Int64(reported.count { $0 <= start && $0 < anchor.frames })
            state.taken = end
            return (start, Int(end - start))
        }
        guard let sound = microphone.sound else {
            buffer.prefix(count).update(repeating: 0)
            return count
        }
        let lost = zip(overruns, positions).filter { $0.1 <= start }.reduce(Duration.zero) { $0 + $1.0.length }
        let offset = Self.seconds(offset + lost)
        for index in 0..<count {
            buffer[index] = sound(offset + Double(start + Int64(index)) / rate)
        }
        return count
    }

    func close() {
        stateBox.withLock { $0.isClosed = true }
    }

    private var rate: Double { Double(microphone.sampleRate) * (1 + microphone.partsPerMillion / 1e6) }

    /// The number of frames delivered by an instant, without the lost ones.
    private func frames(at instant: Duration, _ overruns: [SimulatedFaults.Overrun]) -> Int64 {
        let lost = overruns.filter { $0.start >= opened && $0.start < instant }
            .reduce(Duration.zero) { $0 + min($1.length, instant - $1.start) }
        return Int64(Self.seconds(instant - opened - lost) * rate)
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
