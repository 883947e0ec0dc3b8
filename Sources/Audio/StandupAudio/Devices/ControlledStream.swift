import Sound

/// The controller's view of a stream; users see a `CaptureStream`, `CuePlaybackStream` or `PCMPlaybackStream`.
protocol ControlledStream: AnyObject, Sendable {
    /// The device that the user selected.
    var selection: DeviceSelection { get }
    /// Input or output.
    var direction: AudioDevice.Direction { get }
    /// Whether the controller reopens the stream after its device was lost.
    var reopensByItself: Bool { get }

    /// Calls a closure with the lifecycle, the number of frames moved so far and the device name.
    func withLifecycle<Result>(_ body: (inout StreamLifecycle, _ frames: Int64, _ device: String) -> Result) -> Result

    /// Handles a report of the sound server that the stream now uses another device.
    func updateDevice(_ name: String) -> StreamLifecycle.Finding

    /// Takes what plays on the machine's loudspeakers.
    func update(_ playback: MonitoredPlayback)

    /// The formats in which it can be opened on a device, best first.
    func formats(for device: AudioDevice) -> [StreamFormat]

    /// Creates a stream with its own memory, to be opened in a format on a device. [control thread]
    func makeStream(on endpoint: PortAudioLibrary.Endpoint, format: StreamFormat) -> OpenStream

    /// Switches to an opened stream, before its first callback. [control thread]
    func use(_ stream: OpenStream, on device: AudioDevice)
}

extension ControlledStream {
    /// The controller's key for the stream.
    var key: ObjectIdentifier { ObjectIdentifier(self) }

    /// Whether it waits to be opened.
    var awaitsOpening: Bool { withLifecycle { lifecycle, _, _ in lifecycle.awaitsOpening } }

    /// Whether the controller must reopen it.
    var wantsReopening: Bool { reopensByItself && withLifecycle { lifecycle, _, _ in lifecycle.wasLost } }

    /// Whether it has a started stream that is neither closed nor lost.
    var usesOpenStream: Bool { withLifecycle { lifecycle, _, _ in lifecycle.isStarted } }

    /// Whether it could not be opened, or has stopped.
    var hasFailed: Bool { withLifecycle { lifecycle, _, _ in lifecycle.hasFailed } }

    /// Whether frames arrive.
    var isRunning: Bool {
        if case .running = currentState { true } else { false }
    }

    /// Ignores the report.
    func updateDevice(_ name: String) -> StreamLifecycle.Finding { .unchanged }

    /// Ignores the report.
    func update(_ playback: MonitoredPlayback) {}

    /// The state that the user sees.
    var currentState: StreamState { withLifecycle { lifecycle, frames, _ in lifecycle.state(frames: frames) } }

    /// Records that it could not be opened, or has stopped.
    func fail(_ error: AudioError) {
        withLifecycle { lifecycle, _, _ in lifecycle.fail(error) }
    }
}
