import Synchronization

/// The read and write positions of a lock-free ring with one writer and one reader.
///
/// The owner allocates the elements. The writer owns an element until `publish`, then the reader until `release`.
/// Positions count elements since the start; `index(of:)` maps them to memory. The elements are not stored here because
/// `@_noLocks` does not support noncopyable generic types.
struct RingPositions: ~Copyable {
    private let mask: Int
    private let published = Atomic<Int>(0)
    private let released = Atomic<Int>(0)

    /// Creates positions for at least `minimumCapacity` elements, rounded up to a power of two.
    init(minimumCapacity: Int) {
        var capacity = 1
        while capacity < minimumCapacity { capacity *= 2 }
        mask = capacity - 1
    }

    var capacity: Int {
        @_noLocks get { mask &+ 1 }
    }

    /// The next position to write. [exact for the writer; the reader may read all before it]
    var end: Int {
        @_noLocks get { published.load(ordering: .acquiring) }
    }

    /// The next position to read. [exact for the reader; the writer may overwrite all before it]
    var start: Int {
        @_noLocks get { released.load(ordering: .acquiring) }
    }

    /// The number of free elements. [writer]
    var room: Int {
        @_noLocks get { capacity &- (end &- start) }
    }

    @_noLocks
    func index(of position: Int) -> Int { position & mask }

    /// The number of elements, of `count` from a position, before the end of the memory; the rest starts at index 0.
    @_noLocks
    func contiguous(from position: Int, count: Int) -> Int {
        let rest = capacity &- (position & mask)
        return count < rest ? count : rest
    }

    /// Hands `count` elements from `end` on to the reader. [writer]
    @_noLocks
    func publish(_ count: Int) {
        published.store(published.load(ordering: .relaxed) &+ count, ordering: .releasing)
    }

    /// Returns `count` elements from `start` on to the writer. [reader]
    @_noLocks
    func release(_ count: Int) {
        released.store(released.load(ordering: .relaxed) &+ count, ordering: .releasing)
    }
}
