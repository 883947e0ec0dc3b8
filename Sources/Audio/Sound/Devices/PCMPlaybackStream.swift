/// An output stream of PCM frames: mono, 32-bit floats, -1 to 1.
///
/// It buffers a fifth of a second at most, so that a seek takes effect soon. It plays silence while it is paused or has
/// no frames.
public protocol PCMPlaybackStream: AnyObject, Sendable {
    /// The state of the stream.
    ///
    /// After a lost device has come back, the stream runs again with an empty buffer. [any thread]
    var state: StreamState { get }

    /// The name by which the device can be selected. [any thread]
    var deviceName: String { get }

    /// Appends frames at the sample rate that `state` reports, and returns the number accepted.
    ///
    /// Returns 0 until the stream runs. [one thread at a time]
    func write(_ frames: UnsafeBufferPointer<Float>) -> Int

    /// The number of accepted frames that have been played or dropped. [any thread]
    var playedFrames: Int64 { get }

    /// Drops the buffered frames that the device has not written yet. [the thread that writes]
    func drop()

    /// Pauses or resumes playback. [any thread]
    func setPaused(_ isPaused: Bool)

    /// Stops and closes the stream in the background; drops buffered frames. [any thread]
    func close()
}

/// The buffer of a `PCMPlaybackStream` without hardware, whose time comes from a clock.
package struct PCMPlaybackQueue: Sendable {
    let capacity: Int
    package private(set) var written: Int64 = 0
    /// The number of frames played or dropped.
    package var played: Int64 { written - Int64(waiting.count) }

    private var waiting: ArraySlice<Float> = []

    /// Creates an empty queue of a fifth of a second at a sample rate, in Hz.
    package init(sampleRate: Int) {
        capacity = max(sampleRate / 5, 1)
    }

    /// Appends as many frames as fit, and returns their number.
    package mutating func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        let count = min(frames.count, capacity - waiting.count)
        waiting.append(contentsOf: frames.prefix(count))
        written += Int64(count)
        return count
    }

    package mutating func drop() {
        waiting = []
    }

    /// Removes the next `count` frames, padded with silence.
    package mutating func dequeue(_ count: Int) -> [Float] {
        let sound = waiting.prefix(count)
        waiting.removeFirst(sound.count)
        return Array(sound) + repeatElement(0, count: count - sound.count)
    }
}
