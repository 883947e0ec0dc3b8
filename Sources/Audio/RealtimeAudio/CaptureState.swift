package import AudioDevices
import Synchronization

/// What a capture callback writes to, and its reader reads: mono frames, what was lost among them, and the time.
///
/// Frames that find the ring full are lost, but not forgotten: the reader learns how many, and between which of the
/// frames it gets they were. The callback writes; one thread at a time reads.
@safe
package struct CaptureState: ~Copyable, @unchecked Sendable {
    // Unchecked: `samples` never changes, and `ring` hands what it points to from the callback to the reader.
    private let samples: UnsafeMutablePointer<Float>
    private let ring: RingPositions
    private let channels: Int
    private let newest = AnchorCell()

    // Only the callback uses these three; atomic so that `deliver` need not mutate what the reader reads.
    private let delivered = Atomic<Int64>(0)
    private let unmarkedLoss = Atomic<Int>(0)
    private let unmarkedOverruns = Atomic<Int>(0)

    // A loss that the reader has not met yet: so many frames, and overruns of the device, before the frame at this
    // position. The callback fills it while it is not marked, the reader empties it. Before it is empty no other loss can
    // be marked: frames go on being lost, which needs a ring that overflows twice before it is read once, and another
    // overrun is marked a buffer later.
    private let isMarked = Atomic<Bool>(false)
    private let lossPosition = Atomic<Int>(0)
    private let loss = Atomic<Int>(0)
    private let lossOverruns = Atomic<Int>(0)
    private let lossRead = Atomic<Int64>(0)
    private let overrunsRead = Atomic<Int64>(0)

    /// For a device that delivers so many interleaved channels, with room for at least so many mono frames.
    package init(channels: Int, minimumCapacity: Int) {
        precondition(channels > 0, "a device that captures has channels")
        self.channels = channels
        ring = RingPositions(minimumCapacity: minimumCapacity)
        unsafe samples = .allocate(capacity: ring.capacity)
        // Written to once, so that no page of it is missing when the callback comes.
        unsafe samples.initialize(repeating: 0, count: ring.capacity)
    }

    deinit {
        unsafe samples.deallocate()
    }

    /// Takes one buffer of interleaved samples, mixed down to mono; nil is a buffer that the device lost.
    ///
    /// `instant` is the monotonic instant, in ns, at which it came; `overflowed` that the driver lost frames before
    /// this buffer. [audio thread]
    @_noLocks
    package func deliver(_ input: UnsafePointer<Float>?, frames count: Int, instant: Int64, overflowed: Bool = false) {
        // First, so that who meets a loss finds an anchor behind it.
        let total = delivered.load(ordering: .relaxed) &+ Int64(truncatingIfNeeded: count)
        delivered.store(total, ordering: .relaxed)
        newest.store(frames: total, instant: instant)
        if overflowed {
            unmarkedOverruns.store(unmarkedOverruns.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
        var kept = 0
        if let input = unsafe input, markLoss() {
            let room = ring.room
            kept = count < room ? count : room
            unsafe write(input, count: kept)
        }
        if kept < count {
            unmarkedLoss.store(unmarkedLoss.load(ordering: .relaxed) &+ (count &- kept), ordering: .relaxed)
        }
    }

    /// The newest point at which frames, lost ones included, and time were seen together. [any thread]
    package var anchor: CaptureAnchor? { newest.load() }

    /// How many frames were lost before the next one that `read` will return, as far as has been read. [any thread]
    ///
    /// A `read` returns frames from one side of a loss only. So what this has grown by after a read was lost
    /// directly before the frames that the read returned.
    package var lostFrames: Int64 { lossRead.load(ordering: .acquiring) }

    /// How many times the driver said that it had lost frames of its own, nobody knows how many, as far as has been
    /// read: like `lostFrames`, before the frames that the last read returned. [any thread]
    package var overruns: Int64 { overrunsRead.load(ordering: .acquiring) }

    /// Takes the frames that have come, at most as many as fit, up to the next loss. [one thread at a time]
    package func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        // The frames first, then the loss: a loss is marked before the frames behind it are published.
        let position = ring.start
        var available = ring.end &- position
        if isMarked.load(ordering: .acquiring) {
            let before = lossPosition.load(ordering: .relaxed) &- position
            if before == 0 {
                lossRead.add(Int64(loss.load(ordering: .relaxed)), ordering: .releasing)
                overrunsRead.add(Int64(lossOverruns.load(ordering: .relaxed)), ordering: .releasing)
                isMarked.store(false, ordering: .releasing)
            } else {
                available = min(available, before)
            }
        }
        let count = min(available, buffer.count)
        let first = ring.contiguous(from: position, count: count)
        unsafe start.update(from: samples + ring.index(of: position), count: first)
        unsafe (start + first).update(from: samples, count: count - first)
        ring.release(count)
        return count
    }

    /// Marks the loss that came before the frames to be written now; false if they have to wait for that.
    @_noLocks
    private func markLoss() -> Bool {
        let lost = unmarkedLoss.load(ordering: .relaxed)
        let overruns = unmarkedOverruns.load(ordering: .relaxed)
        guard lost > 0 || overruns > 0 else { return true }
        guard ring.room > 0, !isMarked.load(ordering: .acquiring) else { return lost == 0 }
        lossPosition.store(ring.end, ordering: .relaxed)
        loss.store(lost, ordering: .relaxed)
        lossOverruns.store(overruns, ordering: .relaxed)
        isMarked.store(true, ordering: .releasing)
        unmarkedLoss.store(0, ordering: .relaxed)
        unmarkedOverruns.store(0, ordering: .relaxed)
        return true
    }

    @_noLocks
    private func write(_ input: UnsafePointer<Float>, count: Int) {
        let first = ring.contiguous(from: ring.end, count: count)
        unsafe mixDown(input, into: samples + ring.index(of: ring.end), count: first)
        unsafe mixDown(input + first &* channels, into: samples, count: count &- first)
        ring.publish(count)
    }

    /// The mean of the channels of each frame.
    @_noLocks
    private func mixDown(_ input: UnsafePointer<Float>, into mono: UnsafeMutablePointer<Float>, count: Int) {
        if channels == 1 {
            unsafe UnsafeMutableRawPointer(mono).copyMemory(from: input, byteCount: count &* MemoryLayout<Float>.stride)
            return
        }
        let scale = 1 / Float(channels)
        var next = unsafe input
        var frame = 0
        while frame < count {
            var sum: Float = 0
            var channel = 0
            while channel < channels {
                sum += unsafe next[channel]
                channel &+= 1
            }
            unsafe mono[frame] = sum * scale
            unsafe next += channels
            frame &+= 1
        }
    }
}
