import Sound
import Synchronization

/// A microphone, or the monitor of a loudspeaker, through PortAudio.
final class PortAudioCapture: CaptureStream, ControlledStream {
    private struct Storage {
        var lifecycle = StreamLifecycle()
        var deviceName: String
        var playback = MonitoredPlayback()
        var memory: Preallocated<CaptureState>?
    }

    /// The capacity of the ring in frames: 11 s at 48 kHz, 2 MB.
    private static let ringCapacity = 1 << 19

    let selection: DeviceSelection
    let direction = AudioDevice.Direction.input
    let reopensByItself = false
    private let control: SoundControl
    private let storage: Mutex<Storage>

    init(_ selection: DeviceSelection, control: SoundControl) {
        self.selection = selection
        self.control = control
        storage = Mutex(Storage(deviceName: selection.description))
    }

    // MARK: CaptureStream

    var state: StreamState { currentState }

    var deviceName: String { storage.withLock { $0.deviceName } }

    var anchor: CaptureAnchor? { memory?.withState { $0.anchor } }

    func takePromptestAnchor() -> CaptureAnchor? { memory?.withState { $0.takePromptestAnchor() } }

    var lostFrames: Int64 { memory?.withState { $0.lostFrames } ?? 0 }

    var overruns: Int64 { memory?.withState { $0.overruns } ?? 0 }

    var playback: MonitoredPlayback { storage.withLock { $0.playback } }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        memory?.withState { unsafe $0.read(into: buffer) } ?? 0
    }

    func close() {
        guard storage.withLock({ $0.lifecycle.close() }) else { return }
        control.close(self)
    }

    private var memory: Preallocated<CaptureState>? { storage.withLock { $0.memory } }

    // MARK: ControlledStream

    func withLifecycle<Result>(_ body: (inout StreamLifecycle, _ frames: Int64, _ device: String) -> Result) -> Result {
        storage.withLock { storage in
            let frames = storage.memory?.withState { $0.anchor?.frames } ?? 0
            return body(&storage.lifecycle, frames, storage.deviceName)
        }
    }

    /// Fails if the user chose another device; follows the server if the user left the choice to it.
    func updateDevice(_ name: String) -> StreamLifecycle.Finding {
        storage.withLock { storage in
            guard name != storage.deviceName else { return .unchanged }
            if selection == .systemDefault || selection == .loudspeakerMonitor {
                storage.deviceName = name
                return .unchanged
            }
            storage.lifecycle.fail(
                .failed(device: storage.deviceName, reason: "the sound server switched to \(name)"))
            return .failed
        }
    }

    func update(_ playback: MonitoredPlayback) {
        storage.withLock { $0.playback = playback }
    }

    func formats(for device: AudioDevice) -> [StreamFormat] { StreamFormat.capture(device) }

    func makeStream(on endpoint: PortAudioLibrary.Endpoint, format: StreamFormat) -> OpenStream {
        OpenStream(
            Preallocated(
                CaptureState(
                    channels: format.channels, sampleRate: format.sampleRate, minimumCapacity: Self.ringCapacity)))
    }

    func use(_ stream: OpenStream, on device: AudioDevice) {
        let memory = stream.memory as? Preallocated<CaptureState>
        storage.withLock { storage in
            storage.memory = memory
            storage.deviceName = device.name
        }
    }
}
