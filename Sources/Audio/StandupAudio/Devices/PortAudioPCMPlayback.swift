import CRealtimeAudio
import Sound
import Synchronization

/// A loudspeaker for PCM frames, through PortAudio.
///
/// If its device is lost, it is reopened once a second. Until then `state` is the failure; buffered frames are dropped.
final class PortAudioPCMPlayback: PCMPlaybackStream, ControlledStream {
    private struct Storage {
        var lifecycle = StreamLifecycle()
        var deviceName: String
        var isPaused = false
        var ring: Preallocated<PCMPlaybackRing>?
        /// The number of frames written to earlier rings.
        var earlierFrames: Int64 = 0
    }

    let selection: DeviceSelection
    let direction = AudioDevice.Direction.output
    let reopensByItself = true
    private let sampleRate: Int
    private let control: SoundControl
    private let storage: Mutex<Storage>

    init(_ selection: DeviceSelection, sampleRate: Int, control: SoundControl) {
        self.selection = selection
        self.control = control
        self.sampleRate = sampleRate
        storage = Mutex(Storage(deviceName: selection.description))
    }

    // MARK: PCMPlaybackStream

    var state: StreamState { currentState }

    var deviceName: String { storage.withLock { $0.deviceName } }

    func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        guard case .running = state, let ring = storage.withLock({ $0.ring }) else { return 0 }
        return ring.withState { unsafe $0.write(frames) }
    }

    var playedFrames: Int64 {
        storage.withLock { storage in
            storage.earlierFrames + (storage.ring?.withState { $0.playedFrames(at: standup_monotonic_now()) } ?? 0)
        }
    }

    func drop() {
        storage.withLock { $0.ring }?.withState { $0.drop() }
    }

    func setPaused(_ isPaused: Bool) {
        storage.withLock { storage in
            storage.isPaused = isPaused
            storage.ring?.withState { $0.setPaused(isPaused) }
        }
    }

    func close() {
        guard storage.withLock({ $0.lifecycle.close() }) else { return }
        control.close(self)
    }

    // MARK: ControlledStream

    func withLifecycle<Result>(_ body: (inout StreamLifecycle, _ frames: Int64, _ device: String) -> Result) -> Result {
        storage.withLock { storage in
            let frames = storage.ring?.withState { $0.renderedFrames } ?? 0
            return body(&storage.lifecycle, frames, storage.deviceName)
        }
    }

    func formats(for device: AudioDevice) -> [StreamFormat] {
        StreamFormat.playback(device, cueRate: sampleRate)
    }

    func makeStream(on endpoint: PortAudioLibrary.Endpoint, format: StreamFormat) -> OpenStream {
        let rate = Int(format.sampleRate.rounded())
        return OpenStream(
            Preallocated(PCMPlaybackRing(channels: format.channels, sampleRate: rate, ahead: max(rate / 5, 1))))
    }

    func use(_ stream: OpenStream, on device: AudioDevice) {
        let ring = stream.memory as? Preallocated<PCMPlaybackRing>
        storage.withLock { storage in
            storage.earlierFrames += storage.ring?.withState { $0.writtenFrames } ?? 0
            ring?.withState { $0.setPaused(storage.isPaused) }
            storage.ring = ring
            storage.deviceName = device.name
        }
    }
}
