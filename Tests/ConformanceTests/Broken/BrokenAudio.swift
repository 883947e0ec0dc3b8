import MeetingTiming
import Synchronization

@testable import Sound
@testable import StandupTesting

/// An audio system that breaks one promise.
struct BrokenAudio: AudioSystem {
    enum Fault: CaseIterable {
        case isDead, isNameless, deliversTwice, returnsTooMany, exceedsOne, hasNoAnchor, hasAnAnchorAhead, countsLate
        case staysOpen, failsOnLateCues, repeatsTickets, keepsCuesOpen
        case takesNothing, takesAll, playsInPauses, countsNothing, dropsNothing, staysOpenForSound

        var promise: AudioSystemConformance.Promise {
            switch self {
            case .isDead: .running
            case .isNameless: .name
            case .deliversTwice, .returnsTooMany: .reading
            case .exceedsOne: .range
            case .hasNoAnchor, .hasAnAnchorAhead: .anchor
            case .countsLate: .count
            case .staysOpen: .closing
            case .failsOnLateCues: .scheduling
            case .repeatsTickets: .ticket
            case .keepsCuesOpen: .closingCues
            case .takesNothing: .writing
            case .takesAll: .buffer
            case .playsInPauses: .pausing
            case .countsNothing: .playing
            case .dropsNothing: .dropping
            case .staysOpenForSound: .closingSound
            }
        }
    }

    let fault: Fault
    let clock: VirtualClock
    private let audio: FakeAudioSystem

    init(fault: Fault, clock: VirtualClock) {
        self.fault = fault
        self.clock = clock
        audio = FakeAudioSystem(clock: clock, microphone: .init(sound: { _ in 0.5 }, isDead: fault == .isDead))
    }

    func devices() throws(AudioError) -> [AudioDevice] { try audio.devices() }

    func openCapture(_ selection: DeviceSelection) -> any CaptureStream {
        BrokenCapture(fault: fault, clock: clock, audio.openCapture(selection))
    }

    func openCuePlayback(_ selection: DeviceSelection, cues: CueSounds) -> any CuePlaybackStream {
        BrokenCuePlayback(fault: fault, clock: clock, audio.openCuePlayback(selection, cues: cues))
    }

    func openPCMPlayback(_ selection: DeviceSelection, sampleRate: Int) -> any PCMPlaybackStream {
        BrokenPCMPlayback(fault: fault, audio.openPCMPlayback(selection, sampleRate: sampleRate))
    }
}

private final class BrokenCapture: CaptureStream {
    private let fault: BrokenAudio.Fault
    private let clock: VirtualClock
    private let stream: any CaptureStream

    init(fault: BrokenAudio.Fault, clock: VirtualClock, _ stream: any CaptureStream) {
        self.fault = fault
        self.clock = clock
        self.stream = stream
    }

    var state: StreamState {
        guard fault == .deliversTwice, case .running(let rate) = stream.state else { return stream.state }
        return .running(sampleRate: rate / 2)
    }
    var deviceName: String { fault == .isNameless ? "" : stream.deviceName }
    var lostFrames: Int64 { stream.lostFrames }
    var playback: MonitoredPlayback { stream.playback }

    var anchor: CaptureAnchor? {
        guard let anchor = stream.anchor, fault != .hasNoAnchor else { return nil }
        return CaptureAnchor(
            frames: fault == .countsLate ? anchor.frames / 2 : anchor.frames,
            instant: fault == .hasAnAnchorAhead ? anchor.instant + .seconds(1) : anchor.instant)
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = stream.read(into: buffer)
        if fault == .exceedsOne { for index in 0..<count { buffer[index] *= 3 } }
        return fault == .returnsTooMany ? count + 1 : count
    }

    func close() {
        if fault != .staysOpen { stream.close() }
    }
}

private final class BrokenCuePlayback: CuePlaybackStream {
    private let fault: BrokenAudio.Fault
    private let clock: VirtualClock
    private let stream: any CuePlaybackStream
    private let hasFailed = Atomic(false)

    init(fault: BrokenAudio.Fault, clock: VirtualClock, _ stream: any CuePlaybackStream) {
        self.fault = fault
        self.clock = clock
        self.stream = stream
    }

    var state: StreamState {
        hasFailed.load(ordering: .relaxed) && stream.state != .closed
            ? .failed(.failed(device: "broken", reason: "a cue was late")) : stream.state
    }

    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket {
        if fault == .failsOnLateCues, instant < clock.now { hasFailed.store(true, ordering: .relaxed) }
        let ticket = stream.schedule(cue, at: instant)
        return fault == .repeatsTickets ? CueTicket(number: 1) : ticket
    }

    func cancel(_ ticket: CueTicket) { stream.cancel(ticket) }

    func close() {
        if fault != .keepsCuesOpen { stream.close() }
    }
}

private final class BrokenPCMPlayback: PCMPlaybackStream {
    private let fault: BrokenAudio.Fault
    private let stream: any PCMPlaybackStream

    init(fault: BrokenAudio.Fault, _ stream: any PCMPlaybackStream) {
        self.fault = fault
        self.stream = stream
    }

    var state: StreamState { stream.state }
    var deviceName: String { stream.deviceName }
    var playedFrames: Int64 { fault == .countsNothing ? 0 : stream.playedFrames }

    func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        switch fault {
        case .takesNothing: 0
        case .takesAll: stream.write(frames) + 1
        default: stream.write(frames)
        }
    }

    func drop() {
        if fault != .dropsNothing { stream.drop() }
    }

    func setPaused(_ isPaused: Bool) {
        if fault != .playsInPauses { stream.setPaused(isPaused) }
    }

    func close() {
        if fault != .staysOpenForSound { stream.close() }
    }
}
