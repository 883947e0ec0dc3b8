import Synchronization

/// The bookkeeping of a ring through which one thread hands elements to another; neither end waits for the other.
///
/// One thread at a time writes and one reads; whoever owns it keeps the elements, `capacity` of them, allocated ahead.
/// An element belongs to the writer until it is published, and from then to the reader until it is released: those
/// two steps hand its memory over. Positions count the elements since the beginning; `index(of:)` says where one is.
/// (It holds no elements because `@_noLocks` does not see through a generic type that cannot be copied.)
struct RingPositions: ~Copyable {
    private let mask: Int
    private let published = Atomic<Int>(0)
    private let released = Atomic<Int>(0)

    /// For a ring of at least so many elements, rounded up to a power of two.
    init(minimumCapacity: Int) {
        var capacity = 1
        while capacity < minimumCapacity { capacity *= 2 }
        mask = capacity - 1
    }

    /// How many elements fit.
    var capacity: Int {
        @_noLocks get { mask &+ 1 }
    }

    /// The position that is written next. [writer: exact; reader: what is before it can be read]
    var end: Int {
        @_noLocks get { published.load(ordering: .acquiring) }
    }

    /// The position that is read next. [reader: exact; writer: what is before it can be overwritten]
    var start: Int {
        @_noLocks get { released.load(ordering: .acquiring) }
    }

    /// How many elements there is room for. [writer]
    var room: Int {
        @_noLocks get { capacity &- (end &- start) }
    }

    /// Where the element at a position is.
    @_noLocks
    func index(of position: Int) -> Int { position & mask }

    /// How many of `count` elements from a position on come before the ring's end in memory; the others are at 0.
    @_noLocks
    func contiguous(from position: Int, count: Int) -> Int {
        let rest = capacity &- (position & mask)
        return count < rest ? count : rest
    }

    /// Hands so many elements, written from `end` on, over to the reader. [writer]
    @_noLocks
    func publish(_ count: Int) {
        published.store(published.load(ordering: .relaxed) &+ count, ordering: .releasing)
    }

    /// Hands so many elements, read from `start` on, back to the writer. [reader]
    @_noLocks
    func release(_ count: Int) {
        released.store(released.load(ordering: .relaxed) &+ count, ordering: .releasing)
    }
}
