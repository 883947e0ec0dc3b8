/// Audio-thread state in preallocated memory at a fixed address.
///
/// The callback uses the pointer, without reference counting; the owner of the stream keeps this object until the
/// stream is closed.
@safe
final class Preallocated<State: ~Copyable & Sendable>: @unchecked Sendable {
    // Unchecked: the pointer never changes, and the state behind it is Sendable.
    @unsafe let pointer: UnsafeMutablePointer<State>

    init(_ state: consuming State) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: state)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    /// Borrows the state. [any thread]
    func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
        unsafe try body(pointer.pointee)
    }
}
