import AudioDevices
import CRealtimeAudio
import RealtimeAudio
import Synchronization

/// Sound that goes out through PortAudio as it is handed over.
///
/// If its device goes away after it has run, it is opened again, once a second, until it is back or closed; `state` is
/// the failure until then, and what it held is forgotten.
final class PortAudioSound: SoundStream, ControlledStream {
    private struct Storage {
        var life = StreamLife()
        var deviceName: String
        var isPaused = false
        var ring: Preallocated<SoundRing>?
        /// How many frames were written to the rings before this one.
        var before: Int64 = 0
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

    // MARK: For its user

    var state: StreamState { currentState }

    var deviceName: String { storage.withLock { $0.deviceName } }

    func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        guard case .running = state, let ring = storage.withLock({ $0.ring }) else { return 0 }
        return ring.withState { unsafe $0.write(frames) }
    }

    var heardFrames: Int64 {
        storage.withLock { storage in
            storage.before + (storage.ring?.withState { $0.heardFrames(at: standup_monotonic_now()) } ?? 0)
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
        guard storage.withLock({ $0.life.close() }) else { return }
        control.close(self)
    }

    // MARK: For the control

    func withLife<Result>(_ body: (inout StreamLife, _ frames: Int64, _ device: String) -> Result) -> Result {
        storage.withLock { storage in
            let frames = storage.ring?.withState { $0.renderedFrames } ?? 0
            return body(&storage.life, frames, storage.deviceName)
        }
    }

    func formats(for device: AudioDevice) -> [StreamFormat] {
        StreamFormat.playback(device, cueRate: sampleRate)
    }

    func makeStream(on endpoint: PortAudioLibrary.Endpoint, format: StreamFormat) -> OpenStream {
        let rate = Int(format.sampleRate.rounded())
        return OpenStream(
            Preallocated(SoundRing(channels: format.channels, sampleRate: rate, ahead: max(rate / 5, 1))))
    }

    func use(_ stream: OpenStream, on device: AudioDevice) {
        let ring = stream.memory as? Preallocated<SoundRing>
        storage.withLock { storage in
            storage.before += storage.ring?.withState { $0.writtenFrames } ?? 0
            ring?.withState { $0.setPaused(storage.isPaused) }
            storage.ring = ring
            storage.deviceName = device.name
        }
    }
}
