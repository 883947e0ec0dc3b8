/// The time that a meeting runs on, and the queues and timers that go with it.
///
/// `SystemClock` is the machine's; `VirtualClock` passes only when it is told to, and then runs everything that falls
/// due, in order, on one queue.
public protocol MeetingClock: Sendable {
    /// The monotonic clock, which stands still while the machine is suspended. [any thread]
    var now: Duration { get }

    /// The monotonic clock that goes on while the machine is suspended. [any thread]
    var nowWithSuspend: Duration { get }

    /// Whether it passes only when it is told to.
    var isVirtual: Bool { get }

    /// The wall clock, in nanoseconds since 1970-01-01T00:00:00Z. [any thread]
    var nanosecondsSince1970: Int64 { get }

    /// Makes a serial queue; `inBackground` for work that nobody waits for.
    func makeQueue(_ label: String, inBackground: Bool) -> WorkQueue

    /// Makes a timer that is not armed; when its deadline has come it calls `handler` on `queue`.
    func makeTimer(on queue: WorkQueue, handler: @escaping @Sendable () -> Void) -> any DeadlineTimer
}

extension MeetingClock {
    /// Not unless a clock says so.
    public var isVirtual: Bool { false }

    /// Makes a serial queue for work that somebody waits for.
    public func makeQueue(_ label: String) -> WorkQueue {
        makeQueue(label, inBackground: false)
    }
}

/// A one-shot timer.
///
/// It is disarmed when it is released.
public protocol DeadlineTimer: AnyObject, Sendable {
    /// Replaces the deadline, an instant of the clock's `now`; nil disarms. One in the past fires at once. [any thread]
    func arm(_ deadline: Duration?)
}
