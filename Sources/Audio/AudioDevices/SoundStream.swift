/// Sound that goes out as it is handed over: mono frames of 32-bit floats, -1 to 1.
///
/// It takes a fifth of a second ahead and no more, so that whoever feeds it can change his mind. Without frames, and
/// while it is paused, it is silent.
public protocol SoundStream: AnyObject, Sendable {
    /// Where the stream stands; a device that was lost and is back runs again, with what it held forgotten. [any thread]
    var state: StreamState { get }

    /// The device's name, as it would be chosen again. [any thread]
    var deviceName: String { get }

    /// Hands over the frames that come next, at the rate that `state` says, and returns how many it took.
    ///
    /// It takes none before it runs. [one thread at a time]
    func write(_ frames: UnsafeBufferPointer<Float>) -> Int

    /// How many of the frames that it took have left the loudspeaker by now; dropped ones are counted. [any thread]
    var heardFrames: Int64 { get }

    /// Forgets the frames that it took and that are not yet on their way to the ear. [the thread that writes]
    func drop()

    /// Holds the sound, or lets it go on where it was held. [any thread]
    func setPaused(_ isPaused: Bool)

    /// Stops and closes in the background, without what has not been heard yet. [any thread]
    func close()
}

/// Frames on their way to a loudspeaker whose time is a clock's: what a `SoundStream` without hardware holds.
package struct SoundQueue: Sendable {
    /// How many frames it holds at most.
    package let capacity: Int
    /// How many frames it took.
    package private(set) var taken: Int64 = 0
    /// How many of them have been heard, or were dropped.
    package var heard: Int64 { taken - Int64(waiting.count) }

    private var waiting: ArraySlice<Float> = []

    /// An empty one for a rate, in Hz: a fifth of a second.
    package init(sampleRate: Int) {
        capacity = max(sampleRate / 5, 1)
    }

    /// Takes frames, as many as there is room for, and returns how many.
    package mutating func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        let count = min(frames.count, capacity - waiting.count)
        waiting.append(contentsOf: frames.prefix(count))
        taken += Int64(count)
        return count
    }

    /// Forgets what waits.
    package mutating func drop() {
        waiting = []
    }

    /// The next so many frames that are heard: those that wait, and then silence.
    package mutating func pass(_ count: Int) -> [Float] {
        let sound = waiting.prefix(count)
        waiting.removeFirst(sound.count)
        return Array(sound) + repeatElement(0, count: count - sound.count)
    }
}
