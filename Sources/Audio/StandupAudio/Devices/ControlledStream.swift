import Sound

/// The controller's view of a stream; users see a `CaptureStream`, `CuePlaybackStream` or `PCMPlaybackStream`.
protocol ControlledStream: AnyObject, Sendable {
    var selection: DeviceSelection { get }
    var direction: AudioDevice.Direction { get }
    /// Whether the controller reopens the stream after its device was lost.
    var reopensByItself: Bool { get }

    /// Calls a closure with the lifecycle, the number of frames moved so far and the device name.
    func withLifecycle<Result>(_ body: (inout StreamLifecycle, _ frames: Int64, _ device: String) -> Result) -> Result

    /// Handles a report of the sound server that the stream now uses another device.
    func updateDevice(_ name: String) -> StreamLifecycle.Finding

    func update(_ playback: MonitoredPlayback)

    /// The formats in which it can be opened on a device, best first.
    func formats(for device: AudioDevice) -> [StreamFormat]

    /// Creates a stream with its own memory, to be opened in a format on a device. [control thread]
    func makeStream(on endpoint: PortAudioLibrary.Endpoint, format: StreamFormat) -> OpenStream

    /// Switches to an opened stream, before its first callback. [control thread]
    func use(_ stream: OpenStream, on device: AudioDevice)
}

extension ControlledStream {
    var key: ObjectIdentifier { ObjectIdentifier(self) }

    var awaitsOpening: Bool { withLifecycle { lifecycle, _, _ in lifecycle.awaitsOpening } }

    var wantsReopening: Bool { reopensByItself && withLifecycle { lifecycle, _, _ in lifecycle.wasLost } }

    /// Whether it has a started stream that is neither closed nor lost.
    var usesOpenStream: Bool { withLifecycle { lifecycle, _, _ in lifecycle.isStarted } }

    var hasFailed: Bool { withLifecycle { lifecycle, _, _ in lifecycle.hasFailed } }

    var isRunning: Bool {
        if case .running = currentState { true } else { false }
    }

    func updateDevice(_ name: String) -> StreamLifecycle.Finding { .unchanged }

    func update(_ playback: MonitoredPlayback) {}

    var currentState: StreamState { withLifecycle { lifecycle, frames, _ in lifecycle.state(frames: frames) } }

    func fail(_ error: AudioError) {
        withLifecycle { lifecycle, _, _ in lifecycle.fail(error) }
    }
}
