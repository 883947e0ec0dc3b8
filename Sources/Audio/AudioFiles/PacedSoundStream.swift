import AudioDevices
import Glibc
import Synchronization

/// A loudspeaker that plays at the pace of a clock, into a file or where nobody hears it.
final class PacedSoundStream: SoundStream {
    let deviceName: String

    private let time: FrameTime
    private let now: @Sendable () -> Duration
    private let storage: Mutex<Storage>

    private struct Storage {
        var state: StreamState
        var queue: SoundQueue
        var recording: HeardRecording?
        var isPaused = false
        /// How many frames of the clock's time have been accounted for.
        var passed: Int64 = 0

        /// Lets time go by: what is heard until then is heard, and written.
        mutating func pass(to frame: Int64) {
            guard case .running = state, frame > passed else { return }
            var left = frame - passed
            passed = frame
            while left > 0 {
                let count = Int(min(left, 1 << 16))
                left -= Int64(count)
                let sound = isPaused ? [Float](repeating: 0, count: count) : queue.pass(count)
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
        recording: HeardRecording?,
        sampleRate: Int,
        now: @escaping @Sendable () -> Duration
    ) {
        deviceName = selection.description
        self.now = now
        time = FrameTime(start: now(), rate: sampleRate)
        storage = Mutex(
            Storage(
                state: .running(sampleRate: sampleRate), queue: SoundQueue(sampleRate: sampleRate),
                recording: recording))
    }

    var state: StreamState { passing { $0.state } }

    var heardFrames: Int64 { passing { $0.queue.heard } }

    func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        // Copied, because what the caller lends must not cross into the lock's closure.
        let frames = Array(frames)
        return passing { storage in
            guard case .running = storage.state else { return 0 }
            return frames.withUnsafeBufferPointer { storage.queue.write($0) }
        }
    }

    func drop() {
        passing { $0.queue.drop() }
    }

    func setPaused(_ isPaused: Bool) {
        passing { $0.isPaused = isPaused }
    }

    /// Closes; the file is there when it returns, or the stream has failed.
    func close() {
        passing { storage in
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

    /// Uses the storage as it is now.
    private func passing<Result: Sendable>(_ body: (inout Storage) -> Result) -> Result {
        let frame = time.frames(at: now())
        return storage.withLock { storage in
            storage.pass(to: frame)
            return body(&storage)
        }
    }
}

/// A WAV file of what would be heard, which appears at its path when it is whole.
final class HeardRecording: Sendable {
    private let path: String
    private let temporary: String
    private let file: WAVRecording

    /// A path at which no file could be put is an error.
    init(path: String, sampleRate: Int) throws(AudioError) {
        try Replacement.check(path)
        self.path = path
        temporary = Replacement.temporary(beside: path)
        do throws(AudioError) {
            file = try WAVRecording(creating: temporary, sampleRate: sampleRate)
        } catch {
            // The user knows the path that was asked for, not the temporary one.
            if case .cannotWrite(_, let reason) = error { throw .cannotWrite(path: path, reason: reason) }
            throw error
        }
    }

    /// Adds frames.
    func append(_ frames: [Float]) throws(AudioError) {
        do throws(AudioError) {
            try frames.withUnsafeBufferPointer { frames throws(AudioError) in try file.append(frames) }
        } catch {
            if case .cannotWrite(_, let reason) = error { throw .cannotWrite(path: path, reason: reason) }
            throw error
        }
    }

    /// Puts the file at its path.
    func keep() throws(AudioError) {
        do throws(AudioError) {
            try file.finish()
            guard rename(temporary, path) == 0 else { throw .cannotWrite(path: path, reason: reason(errno)) }
        } catch {
            discard()
            throw error
        }
    }

    /// Leaves nothing behind.
    func discard() {
        unlink(temporary)
    }
}
