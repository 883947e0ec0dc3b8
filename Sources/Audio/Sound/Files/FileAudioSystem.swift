/// The devices without hardware: `none`, `silence` and `file:`.
///
/// It forwards all others to `hardware`. Its devices run at the pace of `now`, which may be a virtual clock.
public final class FileAudioSystem: AudioSystem {
    private let sampleRate: Int?
    private let now: @Sendable () -> Duration
    private let hardware: (any AudioSystem)?

    /// Creates the devices on a monotonic clock.
    ///
    /// Microphones deliver at `sampleRate`, in Hz; if it is nil, files at their own rate and silence at 48 kHz. Without
    /// `hardware` no other devices exist.
    public init(
        sampleRate: Int? = 48_000,
        hardware: (any AudioSystem)? = nil,
        now: @escaping @Sendable () -> Duration
    ) {
        self.sampleRate = sampleRate
        self.hardware = hardware
        self.now = now
    }

    /// The hardware's devices.
    public func devices() throws(AudioError) -> [AudioDevice] {
        try hardware?.devices() ?? []
    }

    /// Opens a microphone.
    ///
    /// A file runs or fails at once, with frame 0 at the current instant; silence follows its end. `none` fails.
    public func openCapture(_ selection: DeviceSelection) -> any CaptureStream {
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
        case .systemDefault, .named, .loudspeakerMonitor:
            return hardware?.openCapture(selection)
                ?? FailedStream(selection, error: .noDevice(.input, name: selection.description))
        }
    }

    /// Opens a loudspeaker for cues.
    ///
    /// A file and `none` run at once; `silence` fails.
    public func openCuePlayback(_ selection: DeviceSelection, cues: CueSounds) -> any CuePlaybackStream {
        switch selection {
        case .none:
            return SilentCuePlaybackStream(sampleRate: cues.sampleRate)
        case .silence:
            return FailedStream(selection, error: .noDevice(.output, name: selection.description))
        case .file(let path):
            do {
                return try FileCuePlaybackStream(path: path, cues: cues, now: now)
            } catch {
                return FailedStream(selection, error: error)
            }
        case .systemDefault, .named, .loudspeakerMonitor:
            return hardware?.openCuePlayback(selection, cues: cues)
                ?? FailedStream(selection, error: .noDevice(.output, name: selection.description))
        }
    }

    /// Opens a loudspeaker for PCM frames.
    ///
    /// A file and `none` run at once, at the pace of the clock; the WAV file appears when the stream is closed.
    public func openPCMPlayback(_ selection: DeviceSelection, sampleRate: Int) -> any PCMPlaybackStream {
        switch selection {
        case .none:
            return PacedPCMPlaybackStream(selection, recording: nil, sampleRate: sampleRate, now: now)
        case .silence:
            return FailedStream(selection, error: .noDevice(.output, name: selection.description))
        case .file(let path):
            do {
                let recording = try PlaybackRecording(path: path, sampleRate: sampleRate)
                return PacedPCMPlaybackStream(selection, recording: recording, sampleRate: sampleRate, now: now)
            } catch {
                return FailedStream(selection, error: error)
            }
        case .systemDefault, .named, .loudspeakerMonitor:
            return hardware?.openPCMPlayback(selection, sampleRate: sampleRate)
                ?? FailedStream(selection, error: .noDevice(.output, name: selection.description))
        }
    }
}
