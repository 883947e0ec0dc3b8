import AudioDevices
import AudioFiles
import Synchronization

/// A recording that is not kept: it holds frames only until the recogniser has read them.
///
/// Reads must be sequential. `view` reads unread frames and does not release them. If the recogniser falls so far
/// behind that `limit` is reached, the oldest frames are dropped and read as silence.
final class TransientRecording: RecordingWriter {
    private struct State {
        var first: Int64
        var samples = SampleBacklog<Int16>()
        var isRead: Bool

        /// Drops the oldest frames.
        mutating func drop(_ count: Int) {
            guard count > 0 else { return }
            samples.removeFirst(count)
            first += Int64(count)
        }
    }

    let fileName = ""
    let sampleRate: Int
    /// The maximum size in memory, in bytes: 11 minutes at 48 kHz.
    static let limit = 64 << 20

    private let state: Mutex<State>

    /// Creates a recording that begins with a frame.
    ///
    /// `isRead`: whether anything reads the sound; if not, frames are only counted.
    init(sampleRate: Int, isRead: Bool, firstFrame: Int64 = 0) {
        self.sampleRate = sampleRate
        self.state = Mutex(State(first: firstFrame, isRead: isRead))
    }

    /// Drops all sound; from now on frames are only counted.
    func forget() {
        state.withLock { state in
            state.first += Int64(state.samples.count)
            state.samples = SampleBacklog()
            state.isRead = false
        }
    }

    /// The same sound, for readers that do not release it.
    var view: any RecordedAudio { View(recording: self) }

    private final class View: RecordedAudio {
        private let recording: TransientRecording

        init(recording: TransientRecording) {
            self.recording = recording
        }

        var sampleRate: Int { recording.sampleRate }
        var frames: Int64 { recording.frames }

        func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
            recording.read(from: frame, into: buffer, drops: false)
        }
    }

    var frames: Int64 { state.withLock { $0.first + Int64($0.samples.count) } }

    func append(_ samples: UnsafeBufferPointer<Float>) {
        state.withLock { state in
            if state.isRead {
                state.samples.append(samples.lazy.map(PCM16.sample))
                state.drop(state.samples.count - Self.limit / MemoryLayout<Int16>.stride)
            } else {
                state.first += Int64(samples.count)
            }
        }
    }

    func truncate(to frame: Int64) {
        state.withLock { state in
            let kept = Int(max(0, min(frame - state.first, Int64(state.samples.count))))
            state.samples.removeLast(state.samples.count - kept)
            state.first = min(state.first, frame)
        }
    }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
        read(from: frame, into: buffer, drops: true)
    }

    private func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>, drops: Bool) -> Int {
        state.withLock { state in
            guard state.isRead else { return 0 }
            if frame < state.first {
                let dropped = Int(min(state.first - frame, Int64(buffer.count)))
                for index in 0..<dropped { buffer[index] = 0 }
                return dropped
            }
            let skipped = Int(min(frame - state.first, Int64(state.samples.count)))
            guard drops else { return state.samples.copyFirst(after: skipped, into: buffer) }
            state.drop(skipped)
            return state.samples.copyFirst(into: buffer)
        }
    }

    func finish() {}
}
