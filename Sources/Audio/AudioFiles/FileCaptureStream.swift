import AudioDevices
import Synchronization

/// A microphone that hears a file, or nothing, at the pace of a clock.
final class FileCaptureStream: CaptureStream {
    let deviceName: String
    let lostFrames: Int64 = 0

    private let time: FrameTime
    private let now: @Sendable () -> Duration
    private let status: Mutex<StreamState>
    /// Apart from `status`, so that asking for that never waits for the disk.
    private let playhead: Mutex<Playhead>

    private struct Playhead {
        /// How many frames have been handed out.
        var frame: Int64 = 0
        /// Where they come from; nil for silence, and from the end of the file.
        var source: ConvertingReader?

        mutating func read(
            upTo end: Int64,
            into buffer: UnsafeMutableBufferPointer<Float>
        ) throws(AudioError) -> Int {
            guard frame < end, !buffer.isEmpty else { return 0 }
            let frames = UnsafeMutableBufferPointer(rebasing: buffer[..<Int(min(end - frame, Int64(buffer.count)))])
            let heard = try source?.read(into: frames) ?? 0
            frames[heard...].update(repeating: 0)
            if heard < frames.count { source = nil }
            frame += Int64(frames.count)
            return frames.count
        }
    }

    init(
        _ selection: DeviceSelection,
        source: sending ConvertingReader?,
        sampleRate: Int,
        now: @escaping @Sendable () -> Duration
    ) {
        deviceName = selection.description
        self.now = now
        time = FrameTime(start: now(), rate: sampleRate)
        status = Mutex(.running(sampleRate: sampleRate))
        playhead = Mutex(Playhead(source: source))
    }

    var state: StreamState { status.withLock { $0 } }

    /// Frame 0 and the instant of opening at first, then the frames that have passed by now.
    var anchor: CaptureAnchor? {
        let frames = time.frames(at: now())
        return CaptureAnchor(frames: frames, instant: time.instant(of: frames))
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        guard case .running = state else { return 0 }
        let passed = time.frames(at: now())
        let lent = LentBuffer(frames: buffer)
        do throws(AudioError) {
            return try playhead.withLock { playhead throws(AudioError) in
                try playhead.read(upTo: passed, into: lent.frames)
            }
        } catch {
            status.withLock { $0 = .failed(error) }
            return 0
        }
    }

    func close() {
        status.withLock { $0 = .closed }
        playhead.withLock { $0.source = nil }
    }
}

/// Memory for frames; unchecked because the caller lends it for one call, in which nobody else uses it.
private struct LentBuffer: @unchecked Sendable {
    let frames: UnsafeMutableBufferPointer<Float>
}
