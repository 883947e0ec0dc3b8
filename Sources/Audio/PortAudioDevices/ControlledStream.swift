import AudioDevices

/// A stream as the control sees it; its user sees a `CaptureStream` or a `PlaybackStream`.
protocol ControlledStream: AnyObject, Sendable {
    /// Which device its user asked for.
    var selection: DeviceSelection { get }
    /// Which way the sound goes.
    var direction: AudioDevice.Direction { get }
    /// Whether it opens again by itself after it was lost.
    var reopensByItself: Bool { get }

    /// Where it stands; the body may change it, and gets the number of frames moved so far and the device's name.
    func withLife<Result>(_ body: (inout StreamLife, _ frames: Int64, _ device: String) -> Result) -> Result

    /// The sound server lets this device be heard, whichever was asked for.
    func noteDevice(_ name: String) -> StreamLife.Finding

    /// The ways in which it can be opened on a device, the best first.
    func formats(for device: AudioDevice) -> [StreamFormat]

    /// Makes a stream with memory of its own, to be opened on a device in one of those ways. [control thread]
    func makeStream(on endpoint: PortAudioLibrary.Endpoint, format: StreamFormat) -> OpenStream

    /// From now on uses a stream that it made and that was opened, before its first callback. [control thread]
    func use(_ stream: OpenStream, on device: AudioDevice)
}

extension ControlledStream {
    /// What the control knows it by, as long as it lives.
    var key: ObjectIdentifier { ObjectIdentifier(self) }

    /// Whether it waits for being opened.
    var awaitsOpening: Bool { withLife { life, _, _ in life.awaitsOpening } }

    /// Whether the control has to open it again.
    var wantsReopening: Bool { reopensByItself && withLife { life, _, _ in life.wasLost } }

    /// Whether a stream was opened for it that neither its user has closed nor its watch found lost.
    var usesOpenStream: Bool { withLife { life, _, _ in life.isStarted } }

    /// Whether it could not be opened, or has ended.
    var hasFailed: Bool { withLife { life, _, _ in life.hasFailed } }

    /// Whether frames come.
    var isRunning: Bool {
        if case .running = currentState { true } else { false }
    }

    /// Nothing that matters.
    func noteDevice(_ name: String) -> StreamLife.Finding { .nothing }

    /// What its user sees of it.
    var currentState: StreamState { withLife { life, frames, _ in life.state(frames: frames) } }

    /// Notes that it could not be opened, or ended.
    func fail(_ error: AudioError) {
        withLife { life, _, _ in life.fail(error) }
    }
}
