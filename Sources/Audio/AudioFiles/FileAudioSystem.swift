package import AudioDevices

/// The devices that need no hardware: `none`, `silence` and `file:`.
///
/// All others are another system's. These keep to the pace of the clock they are given, so they work on a virtual one as on the machine's.
package final class FileAudioSystem: AudioSystem {
    private let sampleRate: Int?
    private let now: @Sendable () -> Duration
    private let hardware: (any AudioSystem)?

    /// Devices on a monotonic clock.
    ///
    /// Microphones deliver at `sampleRate`, in Hz; without one a file is delivered at its own rate, and silence at
    /// 48 kHz. Without `hardware` there are only the devices described here.
    package init(
        sampleRate: Int? = 48_000,
        hardware: (any AudioSystem)? = nil,
        now: @escaping @Sendable () -> Duration
    ) {
        self.sampleRate = sampleRate
        self.hardware = hardware
        self.now = now
    }

    /// The hardware's devices.
    package func devices() throws(AudioError) -> [AudioDevice] {
        try hardware?.devices() ?? []
    }

    /// Opens a microphone.
    ///
    /// A file runs at once, its frame 0 at this instant, or has failed at once; so has `none`,
    /// which is no microphone. A file that ends is silence from there.
    package func openCapture(_ selection: DeviceSelection) -> any CaptureStream {
        switch selection {
        case .none:
            return FailedStream(selection, error: .noDevice(.input, name: selection.description))
        case .silence:
            return FileCaptureStream(selection, source: nil, sampleRate: sampleRate ?? 48_000, now: now)
        case .file(let path):
            do {
                let source = try ConvertingReader(path: path, sampleRate: sampleRate)
                let sampleRate = source.sampleRate
                return FileCaptureStream(selection, source: source, sampleRate: sampleRate, now: now)
            } catch {
                return FailedStream(selection, error: error)
            }
        case .systemDefault, .named:
            return hardware?.openCapture(selection)
                ?? FailedStream(selection, error: .noDevice(.input, name: selection.description))
        }
    }

    /// Opens a loudspeaker.
    ///
    /// A file and `none` run at once; `silence` is no loudspeaker.
    package func openPlayback(_ selection: DeviceSelection, cues: CueSounds) -> any PlaybackStream {
        switch selection {
        case .none:
            return SilentPlaybackStream(sampleRate: cues.sampleRate)
        case .silence:
            return FailedStream(selection, error: .noDevice(.output, name: selection.description))
        case .file(let path):
            do {
                return try FilePlaybackStream(path: path, cues: cues, now: now)
            } catch {
                return FailedStream(selection, error: error)
            }
        case .systemDefault, .named:
            return hardware?.openPlayback(selection, cues: cues)
                ?? FailedStream(selection, error: .noDevice(.output, name: selection.description))
        }
    }

    /// Opens a loudspeaker for sound that is handed over as it goes.
    ///
    /// A file and `none` run at once, and keep to the clock's pace; the file, a WAV of what would be heard, appears when
    /// the stream is closed.
    package func openSound(_ selection: DeviceSelection, sampleRate: Int) -> any SoundStream {
        switch selection {
        case .none:
            return PacedSoundStream(selection, recording: nil, sampleRate: sampleRate, now: now)
        case .silence:
            return FailedStream(selection, error: .noDevice(.output, name: selection.description))
        case .file(let path):
            do {
                let recording = try HeardRecording(path: path, sampleRate: sampleRate)
                return PacedSoundStream(selection, recording: recording, sampleRate: sampleRate, now: now)
            } catch {
                return FailedStream(selection, error: error)
            }
        case .systemDefault, .named:
            return hardware?.openSound(selection, sampleRate: sampleRate)
                ?? FailedStream(selection, error: .noDevice(.output, name: selection.description))
        }
    }
}
