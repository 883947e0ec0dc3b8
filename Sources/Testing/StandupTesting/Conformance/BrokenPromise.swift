/// A promise of a protocol that an implementation does not keep.
///
/// The conformance suites return these, so that any test library can report them. A suite returns none for an
/// implementation that keeps all promises. Otherwise it returns one for each broken promise, with the first case that was
/// seen; mend the first one first, because others may follow from it.
public struct BrokenPromise: Error, Hashable, Sendable {
    /// The promise: a sentence of the protocol's documentation.
    public let promise: String
    /// What was seen instead.
    public let seen: String

    /// Creates a broken promise.
    public init(promise: String, seen: String) {
        self.promise = promise
        self.seen = seen
    }
}

extension BrokenPromise: CustomStringConvertible {
    /// The promise, then what was seen.
    public var description: String { "broken promise '\(promise)': \(seen)" }
}
