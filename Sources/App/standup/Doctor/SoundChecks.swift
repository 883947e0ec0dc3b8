import Glibc
import Sound

/// Checks the microphone and the loudspeaker by opening them.
struct SoundChecks {
    /// The audio system, including files and `none`.
    let system: any AudioSystem
    /// The microphone that a meeting would use.
    let input: DeviceSelection
    /// The loudspeaker that a meeting would use.
    let output: DeviceSelection

    /// Lists the devices, then opens both at once and measures the microphone's level for 0.5 s.
    ///
    /// Without a sound system, opens nothing and reports one line. Opens no files either, because opening a file as the
    /// loudspeaker would overwrite it.
    func run() -> [Check] {
        let (list, hasHardware) = devices()
        let capture = hasHardware && isDevice(input) ? system.openCapture(input) : nil
        let silence = CueSounds(sampleRate: 48_000, samples: [:])
        let playback = hasHardware && isDevice(output) ? system.openCuePlayback(output, cues: silence) : nil
        defer {
            capture?.close()
            playback?.close()
        }
        return [list] + [capture.map(microphone), playback.map(loudspeaker)].compactMap { $0 }
    }

    private func devices() -> (check: Check, areThere: Bool) {
        let name = "sound system"
        do {
            let devices = try system.devices()
            let inputs = devices.count { $0.direction == .input }
            return (.ok(name, "\(inputs) microphones, \(devices.count - inputs) loudspeakers"), true)
        } catch {
            return (.failed(name, error, status: .warn), false)
        }
    }

    private func isDevice(_ selection: DeviceSelection) -> Bool {
        switch selection {
        case .none, .silence, .file: false
        case .systemDefault, .named, .loudspeakerMonitor: true
        }
    }

    private func microphone(_ stream: any CaptureStream) -> Check {
        let name = "microphone"
        switch settled({ stream.state }) {
        case .running(let sampleRate):
            let level = peak(of: stream, frames: sampleRate / 2)
            let finding = "\(stream.deviceName), \(sampleRate) Hz"
            guard level > 0 else {
                return .warn(
                    name, finding + ", delivers only silence",
                    mend: "unmute it, or choose another from: standup devices")
            }
            return .ok(name, finding + ", peak \(Int((20 * log10(Double(level))).rounded())) dBFS")
        case .failed(let error): return .failed(name, error, status: .warn)
        case .opening, .closed:
            return .warn(
                name, "\(stream.deviceName) delivers no sound",
                mend: "choose another from: standup devices, or use --input none")
        }
    }

    private func loudspeaker(_ stream: any CuePlaybackStream) -> Check {
        switch settled({ stream.state }) {
        case .running(let sampleRate): .ok("loudspeaker", "\(output), \(sampleRate) Hz")
        case .failed(let error): .failed("loudspeaker", error, status: .warn)
        case .opening, .closed:
            .warn(
                "loudspeaker", "\(output) does not start",
                mend: "choose another from: standup devices, or use --output none")
        }
    }

    /// Waits at most 4 s for a stream to leave the state `opening`, and returns its state.
    private func settled(_ state: () -> StreamState) -> StreamState {
        for _ in 0..<400 {
            let current = state()
            if current != .opening { return current }
            usleep(10_000)
        }
        return state()
    }

    /// The peak of the next frames, 0 to 1; waits for their duration and 1 s more.
    private func peak(of stream: any CaptureStream, frames: Int) -> Float {
        var samples = [Float](repeating: 0, count: 4096)
        var (peak, count) = (Float(0), 0)
        for _ in 0..<150 where count < frames {
            let read = samples.withUnsafeMutableBufferPointer { stream.read(into: $0) }
            peak = samples[..<read].reduce(peak) { max($0, abs($1)) }
            count += read
            if read < samples.count { usleep(10_000) }
        }
        return peak
    }
}
