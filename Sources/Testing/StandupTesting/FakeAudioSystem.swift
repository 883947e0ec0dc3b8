import Glibc
public import MeetingTiming
public import Sound
import Synchronization

/// A fake audio system in memory whose devices follow a clock.
///
/// The microphone delivers `sound`; it can be missing, run fast, and be unplugged and plugged in again. So can `call`, the
/// monitor of the loudspeaker, which is opened as `.loudspeakerMonitor`. The loudspeaker records which cues it played, and when.
public final class FakeAudioSystem: AudioSystem {
    /// The properties of the fake microphone.
    public struct Microphone: Sendable {
        /// The reported sample rate, in Hz.
        public var sampleRate: Int
        /// The clock drift in parts per million; positive if the clock runs fast.
        public var partsPerMillion: Double
        /// The sample at a time in seconds since the microphone was first opened, -1 to 1; nil for silence.
        public var sound: (@Sendable (_ seconds: Double) -> Float)?
        /// The error of opening the microphone; nil if it opens.
        public var error: AudioError?
        /// Whether the microphone opens but delivers no frames.
        public var isDead: Bool
        /// How a sound server delivers the frames; nil for each frame at its time.
        public var buffering: Buffering?

        /// The buffers of a sound server: it captures blocks, and delivers buffers of another length once they are full.
        ///
        /// So the frames of each buffer come with another delay.
        public struct Buffering: Hashable, Sendable {
            /// The length of a block, in frames.
            public let block: Int
            /// The length of a buffer, in frames.
            public let buffer: Int

            /// Creates buffers; by default those of PipeWire and of a program that asks for 25 ms at 48 kHz.
            public init(block: Int = 1024, buffer: Int = 1200) {
                self.block = block
                self.buffer = buffer
            }

            /// How many of the captured frames are delivered.
            func delivered(of captured: Int64) -> Int64 {
                captured / Int64(block) * Int64(block) / Int64(buffer) * Int64(buffer)
            }

            /// How many frames are captured when this many have been delivered.
            func captured(at delivered: Int64) -> Int64 { (delivered + Int64(block) - 1) / Int64(block) * Int64(block) }

            /// The frame count after the buffer that came with the least delay, of those after `first` and up to `last`.
            func promptest(after first: Int64, upTo last: Int64) -> Int64 {
                stride(from: min(first + Int64(buffer), last), through: last, by: buffer)
                    .min { captured(at: $0) - $0 < captured(at: $1) - $1 } ?? last
            }
        }

        /// Creates a microphone; by default it works and delivers silence at 48 kHz.
        public init(
            sampleRate: Int = 48_000,
            partsPerMillion: Double = 0,
            sound: (@Sendable (_ seconds: Double) -> Float)? = nil,
            error: AudioError? = nil,
            isDead: Bool = false,
            buffering: Buffering? = nil
        ) {
            self.sampleRate = sampleRate
            self.partsPerMillion = partsPerMillion
            self.sound = sound
            self.error = error
            self.isDead = isDead
            self.buffering = buffering
        }
    }

    /// The behavior of the fake loudspeaker for cues, each time it is opened.
    public struct Loudspeaker: Sendable {
        /// The time until it is open.
        public var opensAfter: Duration
        /// The time after which an open loudspeaker fails.
        public var worksFor: Duration
        /// The error when it fails.
        public var error: AudioError

        /// Creates a loudspeaker; by default it opens immediately and never fails.
        public init(
            opensAfter: Duration = .zero, worksFor: Duration = .seconds(1_000_000),
            error: AudioError = .failed(device: "fake", reason: "it is gone")
        ) {
            self.opensAfter = opensAfter
            self.worksFor = worksFor
            self.error = error
        }
    }

    /// A cue that the loudspeaker played.
    public struct PlayedCue: Hashable, Sendable {
        /// The cue.
        public let cue: Cue
        /// The clock's instant of its first frame.
        public let instant: Duration

        /// Creates a played cue.
        public init(cue: Cue, instant: Duration) {
            self.cue = cue
            self.instant = instant
        }
    }

    private struct State {
        var microphone: Microphone
        var call = Microphone(error: .noMonitor(reason: "the test has no call"))
        var callFaults = SimulatedFaults(name: "fake.monitor")
        var faults = SimulatedFaults()
        var missing: String?
        var firstOpened: Duration?
        var loudspeaker = Loudspeaker()
        var speakers: [FakeCuePlaybackStream] = []
        var isLoudspeakerThere = true
        var heard: [Float] = []
    }

    private let clock: any MeetingClock
    private let state: Mutex<State>

    /// Creates a system with one microphone and one loudspeaker that follow a clock.
    public init(clock: any MeetingClock, microphone: Microphone = Microphone()) {
        self.clock = clock
        self.state = Mutex(State(microphone: microphone))
    }

    /// A voice-like buzz at these times in seconds, which an endpointer detects as speech. [any thread]
    ///
    /// The rest is silence.
    public static func voice(during segments: [ClosedRange<Double>]) -> @Sendable (_ seconds: Double) -> Float {
        { time in
            guard segments.contains(where: { $0.contains(time) }) else { return 0 }
            // A pitch of 100 to 140 Hz that changes 1.3 times a second: its integral is the phase.
            let phase = 2 * .pi * 120 * time - 20 / 1.3 * cos(2 * .pi * 1.3 * time)
            let buzz = (1...20).reduce(0.0) { $0 + sin(phase * Double($1)) / Double($1) }
            return Float(0.2 * buzz * (0.6 + 0.4 * sin(2 * .pi * 4 * time)))
        }
    }

    /// The cues played so far, in order. [any thread]
    public var playedCues: [PlayedCue] {
        let now = clock.now
        return state.withLock { $0.speakers }.flatMap { $0.played(until: now) }.sorted { $0.instant < $1.instant }
    }

    /// Unplugs the microphone: it delivers no more frames. [any thread]
    public func unplug() {
        state.withLock { $0.faults.isPluggedIn = false }
    }

    /// Plugs the microphone in: it can be opened again. [any thread]
    public func plugIn() {
        state.withLock { $0.faults.isPluggedIn = true }
    }

    /// The monitor of the loudspeaker from the next time it is opened; by default there is none. [any thread]
    public var call: Microphone {
        get { state.withLock { $0.call } }
        set { state.withLock { $0.call = newValue } }
    }

    /// Unplugs the loudspeaker whose monitor is the call, or plugs it in again. [any thread]
    public var isCallPluggedIn: Bool {
        get { state.withLock { $0.callFaults.isPluggedIn } }
        set { state.withLock { $0.callFaults.isPluggedIn = newValue } }
    }

    /// What the call's stream says of the machine's loudspeakers. [any thread]
    public var callPlayback: MonitoredPlayback {
        get { state.withLock { $0.callFaults.playback } }
        set { state.withLock { $0.callFaults.playback = newValue } }
    }

    /// Routes another microphone to the open stream, as a sound server does. [any thread]
    public func replaceMicrophone(by name: String) {
        state.withLock { $0.faults.name = name }
    }

    /// Makes the microphone lose sound from now on, for a duration. [any thread]
    ///
    /// The stream reports an overrun without a frame count, like a sound card that was not read in time, or nothing.
    public func overrun(losing length: Duration, isReported: Bool = true) {
        let now = clock.now
        state.withLock {
            $0.faults.overruns.append(SimulatedFaults.Overrun(start: now, length: length, isReported: isReported))
        }
    }

    /// Makes the call lose sound from now on, for a duration, without a report. [any thread]
    public func loseCallSound(_ length: Duration) {
        let now = clock.now
        state.withLock {
            $0.callFaults.overruns.append(SimulatedFaults.Overrun(start: now, length: length, isReported: false))
        }
    }

    /// The name of a microphone that cannot be opened; nil if all can. [any thread]
    public var missing: String? {
        get { state.withLock { $0.missing } }
        set { state.withLock { $0.missing = newValue } }
    }

    /// The behavior of the loudspeaker for cues from the next time it is opened. [any thread]
    public var loudspeaker: Loudspeaker {
        get { state.withLock { $0.loudspeaker } }
        set { state.withLock { $0.loudspeaker = newValue } }
    }

    /// Unplugs the loudspeaker: PCM streams fail. [any thread]
    public func unplugLoudspeaker() {
        state.withLock { $0.isLoudspeakerThere = false }
    }

    /// Plugs the loudspeaker in: failed PCM streams run again. [any thread]
    public func plugInLoudspeaker() {
        state.withLock { $0.isLoudspeakerThere = true }
    }

    /// The output of all PCM streams so far, concatenated, including silence. [any thread]
    public var heardSound: [Float] { state.withLock { $0.heard } }

    /// Lists one microphone and one loudspeaker.
    public func devices() throws(AudioError) -> [AudioDevice] {
        let rate = Double(state.withLock { $0.microphone.sampleRate })
        return [
            AudioDevice(
                number: 1,
                name: "fake",
                label: "Fake microphone",
                direction: .input,
                channels: 1,
                sampleRate: rate,
                isDefault: true
            ),
            AudioDevice(
                number: 2,
                name: "fake",
                label: "Fake loudspeaker",
                direction: .output,
                channels: 1,
                sampleRate: rate,
                isDefault: true
            ),
        ]
    }

    /// Opens the call for `.loudspeakerMonitor`, the microphone for any other selection.
    public func openCapture(_ selection: DeviceSelection) -> any CaptureStream {
        let now = clock.now
        return state.withLock { state in
            let first = state.firstOpened ?? now
            state.firstOpened = first
            if selection == .loudspeakerMonitor {
                let gone = AudioError.noMonitor(reason: "the loudspeaker is unplugged")
                return FakeCaptureStream(
                    clock: clock, microphone: state.call,
                    error: state.callFaults.isPluggedIn ? state.call.error : gone, opened: now, offset: now - first
                ) { [weak self] in self?.state.withLock { $0.callFaults } ?? SimulatedFaults(isPluggedIn: false) }
            }
            var error = state.faults.isPluggedIn ? state.microphone.error : .noDevice(.input, name: "fake")
            if let missing = state.missing, selection == .named(missing) { error = .noDevice(.input, name: missing) }
            return FakeCaptureStream(
                clock: clock,
                microphone: state.microphone,
                error: error,
                opened: now,
                offset: now - first
            ) { [weak self] in self?.state.withLock { $0.faults } ?? SimulatedFaults(isPluggedIn: false) }
        }
    }

    /// Opens the loudspeaker for any selection.
    public func openCuePlayback(_ selection: DeviceSelection, cues: CueSounds) -> any CuePlaybackStream {
        state.withLock { state in
            let stream = FakeCuePlaybackStream(clock: clock, loudspeaker: state.loudspeaker)
            state.speakers.append(stream)
            return stream
        }
    }

    /// Opens the loudspeaker for any selection, at the requested sample rate.
    public func openPCMPlayback(_ selection: DeviceSelection, sampleRate: Int) -> any PCMPlaybackStream {
        FakePCMPlaybackStream(
            clock: clock,
            sampleRate: sampleRate,
            isThere: { [weak self] in self?.state.withLock { $0.isLoudspeakerThere } ?? false },
            hear: { [weak self] sound in self?.state.withLock { $0.heard += sound } }
        )
    }
}

private final class FakeCuePlaybackStream: CuePlaybackStream {
    private struct State {
        var number: UInt64 = 0
        var cues: [CueTicket: FakeAudioSystem.PlayedCue] = [:]
        var closed: Duration?
    }

    private let clock: any MeetingClock
    private let stateBox = Mutex(State())

    private let loudspeaker: FakeAudioSystem.Loudspeaker
    private let opens: Duration

    init(clock: any MeetingClock, loudspeaker: FakeAudioSystem.Loudspeaker) {
        self.clock = clock
        self.loudspeaker = loudspeaker
        opens = clock.now + loudspeaker.opensAfter
    }

    private var ends: Duration { opens + loudspeaker.worksFor }

    var state: StreamState {
        let now = clock.now
        if stateBox.withLock({ $0.closed }) != nil { return .closed }
        if now < opens { return .opening }
        return now < ends ? .running(sampleRate: 48_000) : .failed(loudspeaker.error)
    }

    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket {
        let heard = max(instant, clock.now, opens)
        return stateBox.withLock { state in
            state.number += 1
            let ticket = CueTicket(number: state.number)
            state.cues[ticket] = FakeAudioSystem.PlayedCue(cue: cue, instant: heard)
            return ticket
        }
    }

    func cancel(_ ticket: CueTicket) {
        let now = clock.now
        stateBox.withLock { state in
            if let cue = state.cues[ticket], cue.instant > now { state.cues[ticket] = nil }
        }
    }

    func close() {
        let now = clock.now
        stateBox.withLock { $0.closed = $0.closed ?? now }
    }

    func played(until now: Duration) -> [FakeAudioSystem.PlayedCue] {
        stateBox.withLock { state in
            state.cues.values.filter { $0.instant <= min(now, state.closed ?? now) && $0.instant < ends }
        }
    }
}
