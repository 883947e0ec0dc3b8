public import Sound

/// The machine's microphones and loudspeakers, through PortAudio.
///
/// If PulseAudio or PipeWire responds, devices have the server's names and labels, and are opened through it; otherwise
/// they are those of ALSA and JACK. Instants are of CLOCK_MONOTONIC.
///
/// A control thread makes all PortAudio calls. A stream that delivers nothing for 3 s has failed, or for 1 s if its
/// driver reports the end; its user reopens a microphone, loudspeakers reopen themselves.
public final class PortAudioSystem: AudioSystem {
    private let control: SoundControl

    /// Creates a system that shares one controller per process.
    public convenience init() {
        self.init(control: .shared)
    }

    /// Creates a system with its own controller, for tests.
    init(control: SoundControl) {
        self.control = control
    }

    /// Lists the devices, microphones first; waits at most a few seconds.
    ///
    /// Throws `AudioError.noSystem` if there is no sound system, or it does not respond.
    public func devices() throws(AudioError) -> [AudioDevice] {
        try control.devices()
    }

    /// Loads the sound system's libraries and looks for devices, in the background. [any thread]
    public func prepare() {
        control.prepare()
    }

    /// Opens and starts a microphone. [any thread]
    public func openCapture(_ selection: DeviceSelection) -> any CaptureStream {
        let stream = PortAudioCapture(selection, control: control)
        control.open(stream)
        return stream
    }

    /// Opens and starts a loudspeaker for cues. [any thread]
    public func openCuePlayback(_ selection: DeviceSelection, cues: CueSounds) -> any CuePlaybackStream {
        let stream = PortAudioCuePlayback(selection, sounds: cues, control: control)
        control.open(stream)
        return stream
    }

    /// Opens and starts a loudspeaker for PCM frames. [any thread]
    public func openPCMPlayback(_ selection: DeviceSelection, sampleRate: Int) -> any PCMPlaybackStream {
        let stream = PortAudioPCMPlayback(selection, sampleRate: sampleRate, control: control)
        control.open(stream)
        return stream
    }
}
