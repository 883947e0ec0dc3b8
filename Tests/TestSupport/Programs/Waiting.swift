import Dispatch
import Glibc

/// The current time of the monotonic clock, which all timestamps here use.
package func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

extension Duration {
    /// The duration in seconds.
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// A condition that was not met in time.
package struct TimeIsUp: Error, CustomStringConvertible {
    /// The condition and the time limit.
    package let description: String

    /// The description of the condition.
    package init(description: String) {
        self.description = description
    }
}

/// Polls until there is a value; throws after the time limit.
package func eventually<Value>(
    within limit: Duration = .seconds(300),
    _ what: @autoclosure () -> String,
    _ look: () throws -> Value?
) async throws -> Value {
    let deadline = now() + limit
    while true {
        if let value = try look() { return value }
        if now() > deadline { throw TimeIsUp(description: "waited \(limit) in vain until \(what())") }
        try Task.checkCancellation()
        // Not `Task.sleep`, which returns only when the task pool has a free thread.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { continuation.resume() }
        }
    }
}

/// Polls until a condition holds; throws after the time limit.
package func eventually(
    within limit: Duration = .seconds(300),
    _ what: @autoclosure () -> String,
    _ condition: () throws -> Bool
) async throws {
    try await eventually(within: limit, what()) { try condition() ? () : nil }
}

/// Polls without leaving the thread, so that it is on time even if the task pool is busy.
package func eventually(
    within limit: Duration = .seconds(300),
    _ what: @autoclosure () -> String,
    _ condition: () throws -> Bool
) throws {
    let deadline = now() + limit
    while try !condition() {
        if now() > deadline { throw TimeIsUp(description: "waited \(limit) in vain until \(what())") }
        usleep(20_000)
    }
}
