import Dispatch
import Glibc

/// The monotonic clock, by which everything here is stamped.
package func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

extension Duration {
    /// The duration in seconds.
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// What did not happen in time.
package struct TimeIsUp: Error, CustomStringConvertible {
    /// What was waited for, and how long.
    package let description: String

    /// What was waited for, in words.
    package init(description: String) {
        self.description = description
    }
}

/// Looks again and again until there is a value, and fails when it takes too long.
package func eventually<Value>(
    within limit: Duration = .seconds(60),
    _ what: @autoclosure () -> String,
    _ look: () throws -> Value?
) async throws -> Value {
    let deadline = now() + limit
    while true {
        if let value = try look() { return value }
        if now() > deadline { throw TimeIsUp(description: "waited \(limit) in vain until \(what())") }
        try Task.checkCancellation()
        // Not `Task.sleep`, whose end waits for a free thread of the task pool.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { continuation.resume() }
        }
    }
}

/// Waits until something is so, and fails when it takes too long.
package func eventually(
    within limit: Duration = .seconds(60),
    _ what: @autoclosure () -> String,
    _ condition: () throws -> Bool
) async throws {
    try await eventually(within: limit, what()) { try condition() ? () : nil }
}

/// The same in a test that keeps its thread, so that it looks in time however many others wait for a free one.
package func eventually(
    within limit: Duration = .seconds(60),
    _ what: @autoclosure () -> String,
    _ condition: () throws -> Bool
) throws {
    let deadline = now() + limit
    while try !condition() {
        if now() > deadline { throw TimeIsUp(description: "waited \(limit) in vain until \(what())") }
        usleep(20_000)
    }
}
