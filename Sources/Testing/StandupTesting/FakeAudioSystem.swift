public import AudioDevices
import Glibc
public import MeetingTiming
import Synchronization

/// Microphones and loudspeakers that exist only in memory and follow a clock.
///
/// The microphone delivers what `sound` says; it can be missing, run fast, be pulled out and put back. The loudspeaker
/// remembers which cues sounded, and when.
public final class FakeAudioSystem: AudioSystem {
    /// What the fake microphone is like.
    public struct Microphone: Sendable {
        /// The rate that it claims to run at, in Hz.
        public var sampleRate: Int
        /// By how many millionths its clock runs fast; negative if slow.
        public var partsPerMillion: Double
        /// The sample at a time since the microphone was first opened, -1 to 1; nil is silence.
        public var sound: (@Sendable (_ seconds: Double) -> Float)?
        /// Why it cannot be opened, if it cannot.
        public var error: AudioError?
        /// Whether it never delivers a frame although it could be opened.
        public var isDead: Bool

        /// A microphone; without further arguments one that works and hears silence at 48 kHz.
        public init(
            sampleRate: Int = 48_000,
            partsPerMillion: Double = 0,
            sound: (@Sendable (_ seconds: Double) -> Float)? = nil,
            error: AudioError? = nil,
            isDead: Bool = false
        ) {
            self.sampleRate = sampleRate
            self.partsPerMillion = partsPerMillion
            self.sound = sound
            self.error = error
            self.isDead = isDead
        }
    }

    /// What the fake loudspeaker is like for cues, each time it is opened.
    public struct Loudspeaker: Sendable {
        /// How long it takes to open.
        public var opensAfter: Duration
        /// For how long it works once it is open.
        public var worksFor: Duration
        /// Why it does not work then.
        public var error: AudioError

        /// A loudspeaker; without arguments one that is open at once and works for ever.
        public init(
            opensAfter: Duration = .zero, worksFor: Duration = .seconds(1_000_000),
            error: AudioError = .failed(device: "fake", reason: "it is gone")
        ) {
            self.opensAfter = opensAfter
            self.worksFor = worksFor
            self.error = error
        }
    }

    /// A cue that the loudspeaker sounded, and the clock's instant at which it began.
    public struct SoundedCue: Hashable, Sendable {
        /// Which cue.
        public let cue: Cue
        /// When its first frame was heard.
        public let instant: Duration

        /// A cue at an instant.
        public init(cue: Cue, instant: Duration) {
            self.cue = cue
            self.instant = instant
        }
    }

    private struct State {
        var microphone: Microphone
        var plug = FakePlug()
        var missing: String?
        var firstOpened: Duration?
        var loudspeaker = Loudspeaker()
        var speakers: [FakePlaybackStream] = []
        var isLoudspeakerThere = true
        var heard: [Float] = []
    }

    private let clock: any MeetingClock
    private let state: Mutex<State>

    /// A microphone and a loudspeaker that follow a clock.
    public init(clock: any MeetingClock, microphone: Microphone = Microphone()) {
        self.clock = clock
        self.state = Mutex(State(microphone: microphone))
    }

    /// Sound in which an endpointer finds speech at these times: a voice-like buzz, and silence between. [any thread]
    public static func voice(during stretches: [ClosedRange<Double>]) -> @Sendable (_ seconds: Double) -> Float {
        { time in
            guard stretches.contains(where: { $0.contains(time) }) else { return 0 }
            let pitch = 120 + 20 * sin(2 * .pi * 1.3 * time)
            let buzz = (1...20).reduce(0.0) { $0 + sin(2 * .pi * pitch * Double($1) * time) / Double($1) }
            return Float(0.2 * buzz * (0.6 + 0.4 * sin(2 * .pi * 4 * time)))
        }
    }

    /// The cues that have sounded so far, in order. [any thread]
    public var soundedCues: [SoundedCue] {
        let now = clock.now
        return state.withLock { $0.speakers }.flatMap { $0.sounded(until: now) }.sorted { $0.instant < $1.instant }
    }

    /// Pulls the microphone out: from now on it delivers nothing. [any thread]
    public func unplug() {
        state.withLock { $0.plug.isPluggedIn = false }
    }

    /// Puts the microphone back: it can be opened again. [any thread]
    public func plugIn() {
        state.withLock { $0.plug.isPluggedIn = true }
    }

    /// Lets another microphone be heard in its place, as a sound server does. [any thread]
    public func replaceMicrophone(by name: String) {
        state.withLock { $0.plug.name = name }
    }

    /// Lets the microphone lose the sound of so long from now on, and say that it lost some but not how much, as a sound
    /// card does that nobody served in time. [any thread]
    public func overrun(losing length: Duration) {
        let now = clock.now
        state.withLock { $0.plug.overruns.append(FakePlug.Overrun(start: now, length: length)) }
    }

    /// The name of a microphone that cannot be opened, nil if all can. [any thread]
    public var missing: String? {
        get { state.withLock { $0.missing } }
        set { state.withLock { $0.missing = newValue } }
    }

    /// What the loudspeaker is like for cues when it is opened next. [any thread]
    public var loudspeaker: Loudspeaker {
        get { state.withLock { $0.loudspeaker } }
        set { state.withLock { $0.loudspeaker = newValue } }
    }

    /// Takes the loudspeaker away, for streams of sound: they fail. [any thread]
    public func unplugLoudspeaker() {
        state.withLock { $0.isLoudspeakerThere = false }
    }

    /// Puts the loudspeaker back: streams of sound that failed run again. [any thread]
    public func plugInLoudspeaker() {
        state.withLock { $0.isLoudspeakerThere = true }
    }

    /// What streams of sound have sounded so far, silence included, one after the other. [any thread]
    public var heardSound: [Float] { state.withLock { $0.heard } }

    /// One microphone and one loudspeaker.
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

    /// Opens the microphone, whatever is selected.
    public func openCapture(_ selection: DeviceSelection) -> any CaptureStream {
        let now = clock.now
        return state.withLock { state in
            let first = state.firstOpened ?? now
            state.firstOpened = first
            var error = state.plug.isPluggedIn ? state.microphone.error : .noDevice(.input, name: "fake")
            if let missing = state.missing, selection == .named(missing) { error = .noDevice(.input, name: missing) }
            return FakeCaptureStream(
                clock: clock,
                microphone: state.microphone,
                error: error,
                opened: now,
                offset: now - first
            ) { [weak self] in self?.state.withLock { $0.plug } ?? FakePlug(isPluggedIn: false) }
        }
    }

    /// Opens the loudspeaker, whatever is selected.
    public func openPlayback(_ selection: DeviceSelection, cues: CueSounds) -> any PlaybackStream {
        state.withLock { state in
            let stream = FakePlaybackStream(clock: clock, loudspeaker: state.loudspeaker)
            state.speakers.append(stream)
            return stream
        }
    }

    /// Opens the loudspeaker, whatever is selected, at the rate that is asked for.
    public func openSound(_ selection: DeviceSelection, sampleRate: Int) -> any SoundStream {
        FakeSoundStream(
            clock: clock,
            sampleRate: sampleRate,
            isThere: { [weak self] in self?.state.withLock { $0.isLoudspeakerThere } ?? false },
            hear: { [weak self] sound in self?.state.withLock { $0.heard += sound } }
        )
    }
}

private final class FakePlaybackStream: PlaybackStream {
    private struct State {
        var number: UInt64 = 0
        var cues: [CueTicket: FakeAudioSystem.SoundedCue] = [:]
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
            state.cues[ticket] = FakeAudioSystem.SoundedCue(cue: cue, instant: heard)
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

    func sounded(until now: Duration) -> [FakeAudioSystem.SoundedCue] {
        stateBox.withLock { state in
            state.cues.values.filter { $0.instant <= min(now, state.closed ?? now) && $0.instant < ends }
        }
    }
}
