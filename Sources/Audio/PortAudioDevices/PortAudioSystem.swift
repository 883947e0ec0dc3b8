package import AudioDevices

/// The machine's microphones and loudspeakers, through PortAudio.
///
/// Where PulseAudio or PipeWire answers, devices have the names and labels by which people know them, and are reached
/// through the server; elsewhere those of ALSA and JACK. Instants are of CLOCK_MONOTONIC.
///
/// Every call of PortAudio's is made on a thread that nobody waits for. A stream that delivers nothing for a second
/// has failed; a microphone is then to be opened anew, a loudspeaker opens itself again.
package final class PortAudioSystem: AudioSystem {
    private let control: SoundControl

    /// The machine's sound; all such objects stand for the same.
    package convenience init() {
        self.init(control: .shared)
    }

    /// The sound that a control opens and closes.
    init(control: SoundControl) {
        self.control = control
    }

    /// Lists the devices, microphones first; waits a few seconds at most.
    ///
    /// Throws `AudioError.noSystem` if there is none, or it does not answer.
    package func devices() throws(AudioError) -> [AudioDevice] {
        try control.devices()
    }

    /// Opens and starts a microphone. [any thread]
    package func openCapture(_ selection: DeviceSelection) -> any CaptureStream {
        let stream = PortAudioCapture(selection, control: control)
        control.open(stream)
        return stream
    }

    /// Opens and starts a loudspeaker that sounds the given cues. [any thread]
    package func openPlayback(_ selection: DeviceSelection, cues: CueSounds) -> any PlaybackStream {
        let stream = PortAudioPlayback(selection, sounds: cues, control: control)
        control.open(stream)
        return stream
    }

    /// Opens and starts a loudspeaker for sound that is handed over as it goes. [any thread]
    package func openSound(_ selection: DeviceSelection, sampleRate: Int) -> any SoundStream {
        let stream = PortAudioSound(selection, sampleRate: sampleRate, control: control)
        control.open(stream)
        return stream
    }
}
