import AudioDevices
import AudioFiles
import Synchronization

/// A recording that is not kept: its frames are held only until the recogniser has read them.
///
/// If the recogniser is so late that `limit` is reached, the oldest are dropped, and read as silence.
final class TransientRecording: RecordingWriter {
    private struct State {
        var first: Int64
        var samples = SampleBacklog<Int16>()
        var isRead: Bool

        /// Drops so many of the oldest frames.
        mutating func drop(_ count: Int) {
            guard count > 0 else { return }
            samples.removeFirst(count)
            first += Int64(count)
        }
    }

    let fileName = ""
    let sampleRate: Int
    /// How many bytes of sound are held at most: 11 minutes at 48 kHz.
    static let limit = 64 << 20

    private let state: Mutex<State>

    /// A recording that begins with a frame; `isRead`: whether anybody reads it, otherwise it only counts.
    init(sampleRate: Int, isRead: Bool, firstFrame: Int64 = 0) {
        self.sampleRate = sampleRate
        self.state = Mutex(State(first: firstFrame, isRead: isRead))
    }

    /// From now on nobody reads it: what it holds is dropped, and it only counts.
    func forget() {
        state.withLock { state in
            state.first += Int64(state.samples.count)
            state.samples = SampleBacklog()
            state.isRead = false
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

    func cut(to frame: Int64) {
        state.withLock { state in
            let kept = Int(max(0, min(frame - state.first, Int64(state.samples.count))))
            state.samples.removeLast(state.samples.count - kept)
            state.first = min(state.first, frame)
        }
    }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
        state.withLock { state in
            guard state.isRead else { return 0 }
            if frame < state.first {
                let dropped = Int(min(state.first - frame, Int64(buffer.count)))
                for index in 0..<dropped { buffer[index] = 0 }
                return dropped
            }
            state.drop(Int(min(frame - state.first, Int64(state.samples.count))))
            return state.samples.copyFirst(into: buffer)
        }
    }

    func finish() {}
}
