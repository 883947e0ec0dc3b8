import AudioDevices
import CRealtimeAudio
import RealtimeAudio
import Synchronization

/// A loudspeaker through PortAudio.
///
/// If its device goes away after it has run, it is opened again, once a second, until it is back or closed; `state` is
/// the failure until then, and cues that would have begun by then are left out.
final class PortAudioPlayback: PlaybackStream, ControlledStream {
    private struct Storage {
        var life = StreamLife()
        var deviceName: String
        var cues: PendingCues
        var mixer: Preallocated<CueMixer>?
        /// Whether a mixer before this one has rendered.
        var hasRendered = false
    }

    /// What is still on its way to the ear when the last sample has been rendered.
    private static let outputLatency = Duration.milliseconds(300)

    let selection: DeviceSelection
    let direction = AudioDevice.Direction.output
    let reopensByItself = true
    private let sounds: CueSounds
    private let control: SoundControl
    private let storage: Mutex<Storage>

    init(_ selection: DeviceSelection, sounds: CueSounds, control: SoundControl) {
        self.selection = selection
        self.control = control
        self.sounds = sounds
        storage = Mutex(Storage(deviceName: selection.description, cues: PendingCues(sounds: sounds)))
    }

    // MARK: For its user

    var state: StreamState { currentState }

    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket {
        storage.withLock { storage in
            let entry = storage.cues.add(cue, at: instant, now: Self.now)
            storage.mixer?.withState { Self.schedule(entry, on: $0) }
            return entry.ticket
        }
    }

    func cancel(_ ticket: CueTicket) {
        storage.withLock { storage in
            storage.cues.cancel(ticket)
            // What the mixer cannot take now it has no room to sound either.
            storage.mixer?.withState { _ = $0.cancel(ticket) }
        }
    }

    func close() {
        let now = Self.now
        let quiet: Duration? = storage.withLock { storage in
            guard storage.life.close() else { return nil }
            let quiet = storage.cues.quiet(after: now)
            for entry in storage.cues.unbegun(at: now) {
                storage.mixer?.withState { _ = $0.cancel(entry.ticket) }
            }
            return quiet
        }
        guard let quiet else { return }
        control.close(self, after: quiet > now ? quiet - now + Self.outputLatency : .zero)
    }

    // MARK: For the control

    func withLife<Result>(_ body: (inout StreamLife, _ frames: Int64, _ device: String) -> Result) -> Result {
        storage.withLock { storage in
            let frames = storage.mixer?.withState { $0.renderedFrames } ?? 0
            return body(&storage.life, frames, storage.deviceName)
        }
    }

    func formats(for device: AudioDevice) -> [StreamFormat] {
        StreamFormat.playback(device, cueRate: sounds.sampleRate)
    }

    func makeStream(on endpoint: PortAudioLibrary.Endpoint, format: StreamFormat) -> OpenStream {
        OpenStream(
            Preallocated(
                CueMixer(
                    sounds.resampled(to: Int(format.sampleRate.rounded())), channels: format.channels,
                    latencyIsGuessed: endpoint.isOfPipeWire)))
    }

    func use(_ stream: OpenStream, on device: AudioDevice) {
        guard let mixer = stream.memory as? Preallocated<CueMixer> else { return }
        storage.withLock { storage in
            if let before = storage.mixer, before.withState({ $0.renderedFrames > 0 }) { storage.hasRendered = true }
            storage.mixer = mixer
            storage.deviceName = device.name
            let cues = storage.hasRendered ? storage.cues.unbegun(at: Self.now) : storage.cues.begin(at: Self.now)
            for entry in cues {
                mixer.withState { Self.schedule(entry, on: $0) }
            }
        }
    }

    private static func schedule(_ entry: PendingCues.Entry, on mixer: borrowing CueMixer) {
        _ = mixer.schedule(entry.cue, at: entry.start.wholeNanoseconds, ticket: entry.ticket)
    }

    private static var now: Duration { .nanoseconds(standup_monotonic_now()) }
}
