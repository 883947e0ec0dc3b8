import Synchronization

/// Tracks whether a control thread may call PortAudio, and the start of its current call.
///
/// A thread that hangs in a call is replaced, and must make no further calls. Both are decided in one atomic step, so a
/// thread is never replaced between two calls, however slow it is. [any thread]
final class CallPermit: Sendable {
    private static let idle: Int64 = 0
    /// Inside `Pa_Initialize` or `Pa_Terminate`, during which no other call is allowed.
    private static let alone = Int64.max  // later than any limit
    private static let revoked: Int64 = -1

    /// One of the values above, or the start of the current call, in ns.
    private let state = Atomic<Int64>(idle)

    /// Begins a call at an instant, in ns; false if the permit is revoked and the call must not be made.
    func begin(at now: Int64, alone: Bool) -> Bool {
        state.compareExchange(
            expected: Self.idle, desired: alone ? Self.alone : max(now, 1), ordering: .acquiringAndReleasing
        ).exchanged
    }

    func end() {
        let current = state.load(ordering: .acquiring)
        guard current != Self.revoked else { return }
        _ = state.compareExchange(expected: current, desired: Self.idle, ordering: .acquiringAndReleasing)
    }

    /// Revokes the permit if a call has run since `limit`, in ns, or longer; false otherwise.
    ///
    /// A call that excludes others is never revoked.
    func revoke(ifInCallSince limit: Int64) -> Bool {
        let current = state.load(ordering: .acquiring)
        guard current > Self.idle, current <= limit else { return false }
        return state.compareExchange(expected: current, desired: Self.revoked, ordering: .acquiringAndReleasing)
            .exchanged
    }

    /// Whether another thread has replaced the holder.
    var isRevoked: Bool { state.load(ordering: .acquiring) == Self.revoked }
}

/// Counts the replaced control threads that still hang in a call. [any thread]
final class HungThreads: Sendable {
    private let count = Atomic<Int>(0)

    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    func add() { count.add(1, ordering: .acquiringAndReleasing) }

    /// Removes a thread that has returned and handed over its streams.
    func remove() { count.subtract(1, ordering: .acquiringAndReleasing) }
}
