import AudioDevices
import Glibc

/// What `doctor` finds out about microphone and loudspeaker by opening them.
struct SoundChecks {
    /// The devices, files and `none` included.
    let system: any AudioSystem
    /// The microphone that a meeting would use.
    let input: DeviceSelection
    /// The loudspeaker that a meeting would use.
    let output: DeviceSelection

    /// What the system lists; then opens both devices at once, and listens to the microphone for half a second.
    ///
    /// Where there is no sound system nothing is opened, one line says enough. Nor is what is no device: to open a
    /// loudspeaker that is a file would overwrite the file.
    func run() -> [Check] {
        let (list, hasHardware) = devices()
        let capture = hasHardware && isDevice(input) ? system.openCapture(input) : nil
        let silence = CueSounds(sampleRate: 48_000, samples: [:])
        let playback = hasHardware && isDevice(output) ? system.openPlayback(output, cues: silence) : nil
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
        case .systemDefault, .named: true
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
                    name, finding + ", delivers nothing but zeros",
                    mend: "unmute it, or choose another from: standup devices")
            }
            return .ok(name, finding + ", peak \(Int((20 * log10(Double(level))).rounded())) dBFS")
        case .failed(let error): return .failed(name, error, status: .warn)
        case .opening, .closed:
            return .warn(
                name, "\(stream.deviceName) delivers no sound",
                mend: "choose another from: standup devices; or go without: --input none")
        }
    }

    private func loudspeaker(_ stream: any PlaybackStream) -> Check {
        switch settled({ stream.state }) {
        case .running(let sampleRate): .ok("loudspeaker", "\(output), \(sampleRate) Hz")
        case .failed(let error): .failed("loudspeaker", error, status: .warn)
        case .opening, .closed:
            .warn(
                "loudspeaker", "\(output) does not start",
                mend: "choose another from: standup devices; or go without: --output none")
        }
    }

    /// The state of a stream as soon as it is not `opening` any more, or after 4 s.
    private func settled(_ state: () -> StreamState) -> StreamState {
        for _ in 0..<400 {
            let current = state()
            if current != .opening { return current }
            usleep(10_000)
        }
        return state()
    }

    /// The highest sample of the next frames, -1 to 1; waits for them for as long as they take, and a second more.
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
