import Sound
import Synchronization

/// The ring between a capture callback and its reader: mono frames, losses and the anchor.
///
/// If the ring is full, frames are dropped; the reader learns how many, and at which position. The callback writes; one
/// thread at a time reads.
@safe
package struct CaptureState: ~Copyable, @unchecked Sendable {
    // Unchecked: `samples` never changes, and `ring` hands the memory from the callback to the reader.
    private let samples: UnsafeMutablePointer<Float>
    private let ring: RingPositions
    private let channels: Int
    private let newest = AnchorCell()
    private let promptest = AnchorCell()
    /// Whether the reader has taken the promptest anchor; the callback then begins anew.
    private let isPromptestTaken = Atomic<Bool>(true)
    private let nanosecondsPerFrame: Double

    // Used by the callback only; atomic because `deliver` must not be mutating while the reader reads.
    private let delivered = Atomic<Int64>(0)
    private let promptestFrames = Atomic<Int64>(0)
    private let promptestInstant = Atomic<Int64>(0)
    private let unmarkedLoss = Atomic<Int>(0)
    private let unmarkedOverruns = Atomic<Int>(0)

    // The loss that the reader has not reached yet: frames and device overruns before `lossPosition`. The callback
    // fills it while `isMarked` is false; the reader clears it. Until then no other loss can be marked: frames are
    // dropped (the ring has then overflowed twice within one pass of the reader), or an overrun is marked one buffer
    // later.
    private let isMarked = Atomic<Bool>(false)
    private let lossPosition = Atomic<Int>(0)
    private let loss = Atomic<Int>(0)
    private let lossOverruns = Atomic<Int>(0)
    private let lossRead = Atomic<Int64>(0)
    private let overrunsRead = Atomic<Int64>(0)

    /// Creates the state for a number of interleaved channels, a rate in Hz and a minimum capacity in mono frames.
    init(channels: Int, sampleRate: Double, minimumCapacity: Int) {
        precondition(channels > 0, "a device that captures has channels")
        self.channels = channels
        nanosecondsPerFrame = 1e9 / sampleRate
        ring = RingPositions(minimumCapacity: minimumCapacity)
        unsafe samples = .allocate(capacity: ring.capacity)
        // Touches every page, so that the callback causes no page faults.
        unsafe samples.initialize(repeating: 0, count: ring.capacity)
    }

    deinit {
        unsafe samples.deallocate()
    }

    /// Writes one buffer of interleaved samples, mixed to mono; nil is a buffer that the device lost.
    ///
    /// `instant` is the monotonic time of delivery, in ns; `overflowed` reports frames lost by the driver before this
    /// buffer. [audio thread]
    @_noLocks
    func deliver(_ input: UnsafePointer<Float>?, frames count: Int, instant: Int64, overflowed: Bool = false) {
        // First, so that a reader that reaches a loss finds an anchor after it.
        let total = delivered.load(ordering: .relaxed) &+ Int64(truncatingIfNeeded: count)
        delivered.store(total, ordering: .relaxed)
        newest.store(frames: total, instant: instant)
        keepPromptest(frames: total, instant: instant)
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

    /// The newest pair of frame count, lost frames included, and instant. [any thread]
    var anchor: CaptureAnchor? { newest.load() }

    /// The anchor of the buffer that came with the least delay since the last call. [one thread at a time]
    func takePromptestAnchor() -> CaptureAnchor? {
        let anchor = promptest.load()
        isPromptestTaken.store(true, ordering: .releasing)
        return anchor
    }

    /// The number of frames lost before the next frame that `read` returns.
    ///
    /// A `read` never crosses a loss: an increase after a `read` was lost directly before the frames of that `read`.
    /// [any thread]
    var lostFrames: Int64 { lossRead.load(ordering: .acquiring) }

    /// The number of overruns that the driver reported before the current read position, as in `lostFrames`. [any
    /// thread]
    var overruns: Int64 { overrunsRead.load(ordering: .acquiring) }

    /// Reads the available frames, up to the next loss. [one thread at a time]
    package func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        // The frames first, then the loss: a loss is marked before the frames after it are published.
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

    @_noLocks
    private func keepPromptest(frames: Int64, instant: Int64) {
        let passed = instant &- promptestInstant.load(ordering: .relaxed)
        let delivered = frames &- promptestFrames.load(ordering: .relaxed)
        guard isPromptestTaken.load(ordering: .acquiring) || Double(passed) < Double(delivered) * nanosecondsPerFrame
        else { return }
        isPromptestTaken.store(false, ordering: .relaxed)
        promptestFrames.store(frames, ordering: .relaxed)
        promptestInstant.store(instant, ordering: .relaxed)
        promptest.store(frames: frames, instant: instant)
    }

    /// Marks the loss before the next frames to be written; false if those frames must be dropped.
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

    /// Averages the channels of each frame.
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
