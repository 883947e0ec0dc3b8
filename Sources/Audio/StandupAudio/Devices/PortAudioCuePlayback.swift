import CRealtimeAudio
import MeetingModel
import Sound
import Synchronization

/// A loudspeaker for cues, through PortAudio.
///
/// If its device is lost, it is reopened once a second. Until then `state` is the failure, and cues that are due are
/// skipped.
final class PortAudioCuePlayback: CuePlaybackStream, ControlledStream {
    private struct Storage {
        var lifecycle = StreamLifecycle()
        var deviceName: String
        var cues: PendingCues
        var mixer: Preallocated<CueMixer>?
        /// Whether an earlier mixer has rendered.
        var hasRendered = false
    }

    /// The time that the last rendered frames take to be played.
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

    // MARK: CuePlaybackStream

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
            // If the command ring is full, the mixer has no free voice for this cue either.
            storage.mixer?.withState { _ = $0.cancel(ticket) }
        }
    }

    func close() {
        let now = Self.now
        let end: Duration? = storage.withLock { storage in
            guard storage.lifecycle.close() else { return nil }
            let end = storage.cues.endOfPlayback(after: now)
            for entry in storage.cues.notStarted(at: now) {
                storage.mixer?.withState { _ = $0.cancel(entry.ticket) }
            }
            return end
        }
        guard let end else { return }
        control.close(self, after: end > now ? end - now + Self.outputLatency : .zero)
    }

    // MARK: ControlledStream

    func withLifecycle<Result>(_ body: (inout StreamLifecycle, _ frames: Int64, _ device: String) -> Result) -> Result {
        storage.withLock { storage in
            let frames = storage.mixer?.withState { $0.renderedFrames } ?? 0
            return body(&storage.lifecycle, frames, storage.deviceName)
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
                    latencyIsEstimated: endpoint.isPipeWire)))
    }

    func use(_ stream: OpenStream, on device: AudioDevice) {
        guard let mixer = stream.memory as? Preallocated<CueMixer> else { return }
        storage.withLock { storage in
            if let before = storage.mixer, before.withState({ $0.renderedFrames > 0 }) { storage.hasRendered = true }
            storage.mixer = mixer
            storage.deviceName = device.name
            let cues =
                storage.hasRendered
                ? storage.cues.notStarted(at: Self.now) : storage.cues.dueOnFirstStream(at: Self.now)
            for entry in cues {
                mixer.withState { Self.schedule(entry, on: $0) }
            }
        }
    }

    private static func schedule(_ entry: PendingCues.Entry, on mixer: borrowing CueMixer) {
        _ = mixer.schedule(entry.cue, at: entry.start.nanoseconds, ticket: entry.ticket)
    }

    private static var now: Duration { .nanoseconds(standup_monotonic_now()) }
}
