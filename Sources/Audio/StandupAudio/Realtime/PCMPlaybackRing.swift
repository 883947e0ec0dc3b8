import MeetingModel
import Sound
import Synchronization

/// The ring between a PCM writer and a playback callback; an empty ring plays silence.
///
/// The callback renders; one thread at a time writes. Positions count the frames written since the start.
@safe
package struct PCMPlaybackRing: ~Copyable, @unchecked Sendable {
    // Unchecked: `samples` never changes, and `ring` hands the memory from the writer to the callback.
    private let samples: UnsafeMutablePointer<Float>
    private let ring: RingPositions
    private let channels: Int
    private let sampleRate: Int
    private let ahead: Int

    /// The end of the newest buffer with sound, and the instant at which it has been played.
    private let played = AnchorCell()
    /// The position before which frames are dropped.
    private let dropped = Atomic<Int>(0)
    private let paused = Atomic<Bool>(false)
    private let rendered = Atomic<Int64>(0)

    /// Creates a ring for a number of interleaved channels, a sample rate in Hz, and at most `ahead` buffered frames.
    init(channels: Int, sampleRate: Int, ahead: Int) {
        precondition(channels > 0 && sampleRate > 0 && ahead > 0, "a device that plays has channels and a rate")
        self.channels = channels
        self.sampleRate = sampleRate
        self.ahead = ahead
        // Dropped frames use space until the next callback.
        ring = RingPositions(minimumCapacity: 2 * ahead)
        unsafe samples = .allocate(capacity: ring.capacity)
        unsafe samples.initialize(repeating: 0, count: ring.capacity)
    }

    deinit {
        unsafe samples.deallocate()
    }

    // MARK: Writing thread

    /// Appends frames up to the limit `ahead`, and returns their number. [one thread at a time]
    package func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        guard let start = frames.baseAddress else { return 0 }
        let end = ring.end
        let waiting = end &- max(ring.start, dropped.load(ordering: .relaxed))
        let count = max(0, min(frames.count, ahead - waiting, ring.room))
        let first = ring.contiguous(from: end, count: count)
        unsafe (samples + ring.index(of: end)).update(from: start, count: first)
        unsafe samples.update(from: start + first, count: count - first)
        ring.publish(count)
        return count
    }

    /// Drops the frames that the callback has not rendered yet. [the thread that writes]
    package func drop() {
        dropped.store(ring.end, ordering: .releasing)
    }

    /// Pauses or resumes playback. [any thread]
    func setPaused(_ isPaused: Bool) {
        paused.store(isPaused, ordering: .releasing)
    }

    /// The number of frames written. [any thread]
    var writtenFrames: Int64 { Int64(ring.end) }

    /// The number of written frames that have been played or dropped at an instant, in ns. [any thread]
    func playedFrames(at instant: Int64) -> Int64 {
        let floor = Int64(dropped.load(ordering: .acquiring))
        guard let end = played.load() else { return floor }
        let left = max(0, (end.instant - .nanoseconds(instant)).seconds)
        return max(floor, end.frames - Int64((left * Double(sampleRate)).rounded(.up)))
    }

    /// The number of frames rendered, silence included. [any thread]
    var renderedFrames: Int64 { rendered.load(ordering: .acquiring) }

    // MARK: Audio thread

    /// Fills a buffer whose first frame is played at an instant, in ns. [audio thread]
    @_noLocks
    func render(into output: UnsafeMutablePointer<Float>, frames: Int, instant: Int64) {
        let skipped = dropped.load(ordering: .acquiring) &- ring.start
        if skipped > 0 { ring.release(skipped) }
        let position = ring.start
        let available = paused.load(ordering: .acquiring) ? 0 : ring.end &- position
        let count = available < frames ? available : frames
        let first = ring.contiguous(from: position, count: count)
        unsafe spread(samples + ring.index(of: position), into: output, count: first)
        unsafe spread(samples, into: output + first &* channels, count: count &- first)
        var sample = count &* channels
        while sample < frames &* channels {
            unsafe output[sample] = 0
            sample &+= 1
        }
        if count > 0 {
            ring.release(count)
            let length = Int64(truncatingIfNeeded: count) &* 1_000_000_000 / Int64(truncatingIfNeeded: sampleRate)
            played.store(frames: Int64(truncatingIfNeeded: position &+ count), instant: instant &+ length)
        }
        rendered.store(rendered.load(ordering: .relaxed) &+ Int64(truncatingIfNeeded: frames), ordering: .releasing)
    }

    /// Copies each mono frame to every channel.
    @_noLocks
    private func spread(_ mono: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int) {
        var target = unsafe output
        var frame = 0
        while frame < count {
            var channel = 0
            while channel < channels {
                unsafe target[channel] = unsafe mono[frame]
                channel &+= 1
            }
            unsafe target += channels
            frame &+= 1
        }
    }
}
