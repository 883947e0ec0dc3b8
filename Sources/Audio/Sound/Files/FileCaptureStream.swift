import Synchronization

/// A microphone that delivers a file or silence at the pace of a clock.
final class FileCaptureStream: CaptureStream {
    let deviceName: String
    let lostFrames: Int64 = 0

    private let time: FrameTime
    private let now: @Sendable () -> Duration
    private let status: Mutex<StreamState>
    /// Separate from `status`, so that reading `state` never waits for the disk.
    private let playhead: Mutex<Playhead>

    private struct Playhead {
        /// The number of frames delivered.
        var frame: Int64 = 0
        /// The file; nil for silence, and after the end of the file.
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

    /// The frame count of the clock at this instant, 0 when the stream was opened.
    var anchor: CaptureAnchor? {
        let frames = time.frames(at: now())
        return CaptureAnchor(frames: frames, instant: time.instant(of: frames))
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        guard case .running = state else { return 0 }
        let passed = time.frames(at: now())
        let lent = BorrowedBuffer(frames: buffer)
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

/// A buffer that the caller lends for one call; unchecked because nothing else uses it during that call.
private struct BorrowedBuffer: @unchecked Sendable {
    let frames: UnsafeMutableBufferPointer<Float>
}
