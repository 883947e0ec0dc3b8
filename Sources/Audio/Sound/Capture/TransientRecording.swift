package import MeetingModel
import Synchronization

/// A recording that is not kept: it holds frames only until the recognizer has read them.
///
/// Reads must be sequential. `view` reads unread frames and does not release them. If the recognizer falls so far
/// behind that `limit` is reached, the oldest frames are dropped and read as silence.
package final class TransientRecording: RecordingWriter {
    private struct State {
        /// The frames appended so far, and before this recording.
        var frames: Int64
        /// The newest frames of each channel: those that are not read.
        var unread: [SampleBacklog<Int16>]
        var isRead: Bool

        /// The first kept frame of a channel.
        func first(_ channel: Int) -> Int64 { frames - Int64(unread[channel].count) }
    }

    package let fileName = ""
    package let sampleRate: Int
    package let channels: Int
    /// The maximum size of a channel in memory, in bytes: 11 minutes at 48 kHz.
    static let limit = 64 << 20

    private let state: Mutex<State>

    /// `isRead`: whether anything reads the sound; if not, frames are only counted.
    package init(sampleRate: Int, channels: Int = 1, isRead: Bool, firstFrame: Int64 = 0) {
        self.sampleRate = sampleRate
        self.channels = channels
        let unread = [SampleBacklog<Int16>](repeating: SampleBacklog(), count: channels)
        state = Mutex(State(frames: firstFrame, unread: unread, isRead: isRead))
    }

    /// Drops all sound; from now on frames are only counted.
    package func forget() {
        state.withLock { state in
            for channel in state.unread.indices { state.unread[channel] = SampleBacklog() }
            state.isRead = false
        }
    }

    /// The same sound, for readers that do not release it.
    package var view: any RecordedAudio { View(recording: self) }

    private final class View: RecordedAudio {
        private let recording: TransientRecording

        init(recording: TransientRecording) {
            self.recording = recording
        }

        var sampleRate: Int { recording.sampleRate }
        var frames: Int64 { recording.frames }
        var channels: Int { recording.channels }

        func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
            read(.room, from: frame, into: buffer)
        }

        func read(_ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
            recording.read(channel, from: frame, into: buffer, drops: false)
        }
    }

    package var frames: Int64 { state.withLock { $0.frames } }

    package func append(_ samples: UnsafeBufferPointer<Float>) {
        state.withLock { state in
            state.frames += Int64(samples.count / channels)
            guard state.isRead else { return }
            for channel in 0..<channels {
                let own = (0..<samples.count / channels).lazy
                    .map { PCM16.sample(samples[$0 * self.channels + channel]) }
                state.unread[channel].append(own)
                state.unread[channel].removeFirst(
                    max(0, state.unread[channel].count - Self.limit / MemoryLayout<Int16>.stride))
            }
        }
    }

    package func replace(_ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel, from frame: Int64) {
        state.withLock { state in
            let first = state.first(channel.index)
            // Frames that are dropped or read already have no place any more.
            let rest = samples.dropFirst(Int(max(0, first - frame)))
            state.unread[channel.index]
                .replace(with: rest.lazy.map { PCM16.sample($0) }, from: Int(max(0, frame - first)))
        }
    }

    package func truncate(to frame: Int64) {
        state.withLock { state in
            let surplus = max(0, state.frames - frame)
            state.frames -= surplus
            for channel in state.unread.indices { state.unread[channel].removeLast(Int(surplus)) }
        }
    }

    package func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
        read(.room, from: frame, into: buffer)
    }

    package func read(_ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int
    {
        read(channel, from: frame, into: buffer, drops: true)
    }

    private func read(
        _ channel: AudioChannel, from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>, drops: Bool
    ) -> Int {
        state.withLock { state in
            let index = channel.index
            guard state.isRead, index < channels else { return 0 }
            let first = state.first(index)
            if frame < first {
                let dropped = Int(min(first - frame, Int64(buffer.count)))
                for index in 0..<dropped { buffer[index] = 0 }
                return dropped
            }
            let skipped = Int(min(frame - first, Int64(state.unread[index].count)))
            guard drops else { return state.unread[index].copyFirst(after: skipped, into: buffer) }
            state.unread[index].removeFirst(skipped)
            return state.unread[index].copyFirst(into: buffer)
        }
    }

    package func finish() {}
}
