/// The clock of a meeting, with its queues and timers.
///
/// `SystemClock` is the machine's clock. `VirtualClock` moves only when advanced; it then runs all due work in order,
/// on one queue.
public protocol MeetingClock: Sendable {
    /// The monotonic time, which stops while the machine is suspended. [any thread]
    var now: Duration { get }

    /// The monotonic time, which continues while the machine is suspended. [any thread]
    var nowWithSuspend: Duration { get }

    /// Whether the clock moves only when advanced.
    var isVirtual: Bool { get }

    /// The wall clock's time, in nanoseconds since 1970-01-01T00:00:00Z. [any thread]
    var nanosecondsSince1970: Int64 { get }

    /// Creates a serial queue; `inBackground` is for work that nothing waits for.
    func makeQueue(_ label: String, inBackground: Bool) -> WorkQueue

    /// Creates a disarmed timer; at its deadline it calls `handler` on `queue`.
    func makeTimer(on queue: WorkQueue, handler: @escaping @Sendable () -> Void) -> any DeadlineTimer
}

extension MeetingClock {
    /// False by default.
    public var isVirtual: Bool { false }

    /// How long the machine has been suspended so far.
    ///
    /// A thread that is stopped between two readings makes one clock seem ahead, so the closest of some readings counts.
    package var suspendedTime: Duration {
        var closest: (spread: Duration, suspended: Duration)?
        for _ in 0..<5 {
            let before = now
            let withSuspend = nowWithSuspend
            let after = now
            let spread = after - before
            if closest.map({ spread < $0.spread }) ?? true { closest = (spread, withSuspend - after) }
            if spread < .milliseconds(10) { break }
        }
        return closest?.suspended ?? .zero
    }

    /// Creates a serial queue for work that something waits for.
    public func makeQueue(_ label: String) -> WorkQueue {
        makeQueue(label, inBackground: false)
    }
}

/// A one-shot timer.
///
/// Releasing it disarms it.
public protocol DeadlineTimer: AnyObject, Sendable {
    /// Sets the deadline, an instant of the clock's `now`; nil disarms. [any thread]
    ///
    /// A deadline in the past fires at once.
    func arm(_ deadline: Duration?)
}
