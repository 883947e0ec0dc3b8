import Synchronization

/// Whether a control thread may call PortAudio, and since when it has been in a call.
///
/// A thread that hangs in a call is replaced, and then makes no other call. Both are decided in one atomic step, so a
/// thread that is between two calls, however slow its work, is never replaced. [any thread]
final class CallPermit: Sendable {
    private static let idle: Int64 = 0
    /// In a call that no other call may run beside: the start or the end of PortAudio.
    private static let alone = Int64.max  // later than any limit
    private static let revoked: Int64 = -1

    /// One of the above, or the instant, in ns, at which the present call began.
    private let state = Atomic<Int64>(idle)

    /// Begins a call at an instant, in ns; false if the permit was revoked, and the call must not be made.
    func begin(at now: Int64, alone: Bool) -> Bool {
        state.compareExchange(
            expected: Self.idle, desired: alone ? Self.alone : max(now, 1), ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Ends a call.
    func end() {
        let current = state.load(ordering: .acquiring)
        guard current != Self.revoked else { return }
        _ = state.compareExchange(expected: current, desired: Self.idle, ordering: .acquiringAndReleasing)
    }

    /// Revokes the permit if its holder has been in a call since an instant, in ns, or longer, and others may call beside
    /// it; false if it has not.
    func revoke(ifInCallSince limit: Int64) -> Bool {
        let current = state.load(ordering: .acquiring)
        guard current > Self.idle, current <= limit else { return false }
        return state.compareExchange(expected: current, desired: Self.revoked, ordering: .acquiringAndReleasing)
            .exchanged
    }

    /// Whether another thread has taken the holder's place.
    var isRevoked: Bool { state.load(ordering: .acquiring) == Self.revoked }
}

/// How many control threads hang in a call and have been replaced. [any thread]
final class HungThreads: Sendable {
    private let count = Atomic<Int>(0)

    /// Whether none does.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// One more hangs.
    func add() { count.add(1, ordering: .acquiringAndReleasing) }

    /// One has come back, and left what it had to another thread.
    func remove() { count.subtract(1, ordering: .acquiringAndReleasing) }
}
