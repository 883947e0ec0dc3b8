import Glibc
import MeetingModel
import Synchronization

/// A loudspeaker at the pace of a clock, with or without a WAV file.
final class PacedPCMPlaybackStream: PCMPlaybackStream {
    let deviceName: String

    private let time: FrameTime
    private let now: @Sendable () -> Duration
    private let storage: Mutex<Storage>

    private struct Storage {
        var state: StreamState
        var queue: PCMPlaybackQueue
        var recording: PlaybackRecording?
        var isPaused = false
        /// The frame count of the clock up to which frames have been played.
        var elapsedFrames: Int64 = 0

        /// Plays, and records, all frames up to `frame`.
        mutating func advance(to frame: Int64) {
            guard case .running = state, frame > elapsedFrames else { return }
            var left = frame - elapsedFrames
            elapsedFrames = frame
            while left > 0 {
                let count = Int(min(left, 1 << 16))
                left -= Int64(count)
                let sound = isPaused ? [Float](repeating: 0, count: count) : queue.dequeue(count)
                do throws(AudioError) {
                    try recording?.append(sound)
                } catch {
                    recording?.discard()
                    recording = nil
                    state = .failed(error)
                    return
                }
            }
        }
    }

    init(
        _ selection: DeviceSelection,
        recording: PlaybackRecording?,
        sampleRate: Int,
        now: @escaping @Sendable () -> Duration
    ) {
        deviceName = selection.description
        self.now = now
        time = FrameTime(start: now(), rate: sampleRate)
        storage = Mutex(
            Storage(
                state: .running(sampleRate: sampleRate), queue: PCMPlaybackQueue(sampleRate: sampleRate),
                recording: recording))
    }

    var state: StreamState { withCurrentStorage { $0.state } }

    var playedFrames: Int64 { withCurrentStorage { $0.queue.played } }

    func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        // A copy, because the lent buffer must not be captured by the closure.
        let frames = Array(frames)
        return withCurrentStorage { storage in
            guard case .running = storage.state else { return 0 }
            return frames.withUnsafeBufferPointer { storage.queue.write($0) }
        }
    }

    func drop() {
        withCurrentStorage { $0.queue.drop() }
    }

    func setPaused(_ isPaused: Bool) {
        withCurrentStorage { $0.isPaused = isPaused }
    }

    /// Closes the stream; the file then exists, or the stream has failed.
    func close() {
        withCurrentStorage { storage in
            guard case .running = storage.state else { return }
            storage.state = .closed
            do throws(AudioError) {
                try storage.recording?.keep()
            } catch {
                storage.state = .failed(error)
            }
            storage.recording = nil
        }
    }

    /// Advances to the current instant, then uses the storage.
    private func withCurrentStorage<Result: Sendable>(_ body: (inout Storage) -> Result) -> Result {
        let frame = time.frames(at: now())
        return storage.withLock { storage in
            storage.advance(to: frame)
            return body(&storage)
        }
    }
}

/// A WAV file of the output, which appears at its path when it is complete.
final class PlaybackRecording: Sendable {
    private let path: String
    private let temporary: String
    private let file: WAVRecording

    /// Creates a temporary file beside the path; throws if the path is not writable.
    init(path: String, sampleRate: Int) throws(AudioError) {
        try AtomicFile.check(path, as: AudioError.self)
        self.path = path
        temporary = AtomicFile.temporary(beside: path)
        do throws(AudioError) {
            file = try WAVRecording(creating: temporary, sampleRate: sampleRate)
        } catch {
            // Reports the requested path, not the temporary one.
            if case .cannotWrite(_, let reason, let code) = error {
                throw .cannotWrite(path: path, reason: reason, code: code)
            }
            throw error
        }
    }

    func append(_ frames: [Float]) throws(AudioError) {
        do throws(AudioError) {
            try frames.withUnsafeBufferPointer { frames throws(AudioError) in try file.append(frames) }
        } catch {
            if case .cannotWrite(_, let reason, let code) = error {
                throw .cannotWrite(path: path, reason: reason, code: code)
            }
            throw error
        }
    }

    /// Completes the file and moves it to its path.
    func keep() throws(AudioError) {
        do throws(AudioError) {
            try file.finish()
            guard rename(temporary, path) == 0 else { throw .refused(path, by: errno) }
        } catch {
            discard()
            throw error
        }
    }

    func discard() {
        unlink(temporary)
    }
}
