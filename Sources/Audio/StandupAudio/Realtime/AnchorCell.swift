import Sound
import Synchronization

/// The newest anchor of a stream: one thread stores, any thread loads, without waiting or tearing.
struct AnchorCell: ~Copyable {
    // Two slots alternate: one is written while the other holds the newest complete anchor. A reader that loads a value
    // of the next anchor (acquiring) also loads the changed number, and retries.
    private let number = Atomic<Int>(0)
    private let frames0 = Atomic<Int64>(0)
    private let instant0 = Atomic<Int64>(0)
    private let frames1 = Atomic<Int64>(0)
    private let instant1 = Atomic<Int64>(0)

    /// Stores the number of frames delivered and the instant, in ns. [audio thread]
    @_noLocks
    func store(frames: Int64, instant: Int64) {
        let next = number.load(ordering: .relaxed) &+ 1
        if next & 1 == 0 {
            frames0.store(frames, ordering: .releasing)
            instant0.store(instant, ordering: .releasing)
        } else {
            frames1.store(frames, ordering: .releasing)
            instant1.store(instant, ordering: .releasing)
        }
        number.store(next, ordering: .releasing)
    }

    /// The newest anchor; nil before the first. [any thread]
    func load() -> CaptureAnchor? {
        while true {
            let before = number.load(ordering: .acquiring)
            guard before > 0 else { return nil }
            let frames = (before & 1 == 0 ? frames0.load(ordering: .acquiring) : frames1.load(ordering: .acquiring))
            let instant = (before & 1 == 0 ? instant0.load(ordering: .acquiring) : instant1.load(ordering: .acquiring))
            if number.load(ordering: .relaxed) == before {
                return CaptureAnchor(frames: frames, instant: .nanoseconds(instant))
            }
        }
    }
}
