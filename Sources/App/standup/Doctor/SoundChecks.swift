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

    /// What the system lists.
    static func devices(_ system: any AudioSystem) -> Check {
        do {
            let devices = try system.devices()
            let inputs = devices.count { $0.direction == .input }
            return .ok("sound system", "\(inputs) microphones, \(devices.count - inputs) loudspeakers")
        } catch {
            return .failed("sound system", error, status: .warn)
        }
    }

    /// Opens both at once, and listens to the microphone for half a second.
    func run() -> [Check] {
        let capture = input == .none ? nil : system.openCapture(input)
        let playback =
            output == .none ? nil : system.openPlayback(output, cues: CueSounds(sampleRate: 48_000, samples: [:]))
        defer {
            capture?.close()
            playback?.close()
        }
        return [
            capture.map(microphone) ?? .ok("microphone", "none, as configured"),
            playback.map(loudspeaker) ?? .ok("loudspeaker", "none, as configured"),
        ]
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
