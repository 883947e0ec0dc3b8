/// Checks the promises of a protocol, and keeps those that are broken, each with what was seen first.
struct PromiseLog<Promise: RawRepresentable<String>> {
    private(set) var broken: [BrokenPromise] = []

    /// Checks a promise; a failed `expect`, or an error of the implementation, breaks it.
    mutating func check(_ promise: Promise, _ body: () throws -> Void) {
        do { try body() } catch { add(promise, error) }
    }

    mutating func check(_ promise: Promise, _ body: () async throws -> Void) async {
        do { try await body() } catch { add(promise, error) }
    }

    private mutating func add(_ promise: Promise, _ error: any Error) {
        guard !broken.contains(where: { $0.promise == promise.rawValue }) else { return }
        let seen = (error as? Observation)?.text ?? "the error '\(error)'"
        broken.append(BrokenPromise(promise: promise.rawValue, seen: seen))
    }
}

/// What was seen instead of what was promised.
struct Observation: Error {
    let text: String
}

/// Ends the check of a promise unless a condition holds.
func expect(_ isKept: Bool, _ seen: @autoclosure () -> String) throws(Observation) {
    guard isKept else { throw Observation(text: seen()) }
}

/// Ends the check of a promise unless a value is the expected one.
func expect<Value: Equatable>(_ value: Value, is expected: Value, _ what: String) throws(Observation) {
    try expect(value == expected, "\(what): \(value), not \(expected)")
}

/// Ends the check of a promise unless an error is thrown, and returns the error.
func expectError<Failure: Error>(
    _ what: String, _ body: () throws(Failure) -> Void
) throws(Observation) -> Failure {
    do throws(Failure) { try body() } catch { return error }
    throw Observation(text: "no error from \(what)")
}
