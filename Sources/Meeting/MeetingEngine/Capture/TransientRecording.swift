import AudioDevices
import AudioFiles
import Synchronization

/// A recording that is not kept: its frames are held only until the recogniser has read them.
final class TransientRecording: RecordingWriter {
    private struct State {
        var first: Int64
        var samples: [Int16] = []
        var isRead: Bool
    }

    let fileName = ""
    let sampleRate: Int
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
            state.samples = []
            state.isRead = false
        }
    }

    var frames: Int64 { state.withLock { $0.first + Int64($0.samples.count) } }

    func append(_ samples: UnsafeBufferPointer<Float>) {
        state.withLock { state in
            if state.isRead {
                state.samples.append(contentsOf: samples.lazy.map(PCM16.sample))
            } else {
                state.first += Int64(samples.count)
            }
        }
    }

    func cut(to frame: Int64) {
        state.withLock { state in
            state.samples.removeLast(max(0, state.samples.count - Int(max(0, frame - state.first))))
            state.first = min(state.first, frame)
        }
    }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
        state.withLock { state in
            let past = max(0, min(Int(frame - state.first), state.samples.count))
            state.samples.removeFirst(past)
            state.first += Int64(past)
            let count = min(buffer.count, state.samples.count)
            for index in 0..<count { buffer[index] = state.samples[index] }
            return count
        }
    }

    func finish() {}
}
