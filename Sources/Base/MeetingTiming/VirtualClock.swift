import Synchronization

/// A clock that moves only when advanced, as fast as the machine can.
///
/// All its queues are one queue. Advancing runs all due work one item at a time, each with everything it triggers. So
/// the order is always the same, and the work is done when `advance` returns.
public final class VirtualClock: MeetingClock {
    private struct State {
        var now: Duration
        var suspended = Duration.zero
        var armings: UInt64 = 0
        var armed: [ObjectIdentifier: Arming] = [:]
    }

    private struct Arming {
        let deadline: Duration
        let order: UInt64
        let fire: @Sendable () -> Void
    }

    private let queue = WorkQueue(label: "standup.virtual-time")
    private let start: Duration
    private let startSince1970: Int64
    private let state: Mutex<State>

    /// Always true.
    public var isVirtual: Bool { true }

    /// Creates a clock that reads `start`, with the wall clock at `nanosecondsSince1970`.
    ///
    /// By default, the wall clock is at 9:00 UTC on 1 January 2026.
    public init(start: Duration = .seconds(1000), nanosecondsSince1970: Int64 = 1_767_258_000_000_000_000) {
        self.start = start
        self.startSince1970 = nanosecondsSince1970
        self.state = Mutex(State(now: start))
    }

    /// The start plus all advances.
    public var now: Duration { state.withLock { $0.now } }

    /// The start plus all advances and suspensions.
    public var nowWithSuspend: Duration { state.withLock { $0.now + $0.suspended } }

    /// The wall clock at the start plus all advances and suspensions.
    public var nanosecondsSince1970: Int64 {
        startSince1970 + Int64((nowWithSuspend - start).attoseconds / 1_000_000_000)
    }

    /// Returns the one queue, whatever the label.
    public func makeQueue(_ label: String, inBackground: Bool) -> WorkQueue { queue }

    /// Creates a timer that fires while the clock is advanced.
    public func makeTimer(on queue: WorkQueue, handler: @escaping @Sendable () -> Void) -> any DeadlineTimer {
        VirtualTimer(clock: self, handler: handler)
    }

    /// Advances by a duration. [not on the clock's queue]
    public func advance(by duration: Duration) {
        advance(to: now + duration)
    }

    /// Advances to an instant and runs everything due until then. [not on the clock's queue]
    ///
    /// The order is that of the deadlines; for equal deadlines, that of arming.
    public func advance(to instant: Duration) {
        settle()
        while fireNext(until: instant) {}
        state.withLock { $0.now = max($0.now, instant) }
    }

    /// Advances to the next deadline and runs its work; false if no timer is armed. [not on the clock's queue]
    @discardableResult
    public func advanceToNextDeadline() -> Bool {
        settle()
        return fireNext(until: nil)
    }

    /// Simulates a suspension: `now` stops, `nowWithSuspend` and the wall clock continue. [any thread]
    public func suspend(for duration: Duration) {
        state.withLock { $0.suspended += duration }
    }

    /// Waits until the queue is empty; fires no timer. [not on the clock's queue]
    public func settle() {
        queue.settle()
    }

    private func fireNext(until limit: Duration?) -> Bool {
        let fire: (@Sendable () -> Void)? = state.withLock { state in
            guard
                let next = state.armed.min(by: {
                    ($0.value.deadline, $0.value.order) < ($1.value.deadline, $1.value.order)
                })
            else { return nil }
            if let limit, next.value.deadline > limit { return nil }
            state.armed[next.key] = nil
            state.now = max(state.now, next.value.deadline)
            return next.value.fire
        }
        guard let fire else { return false }
        queue.run(fire)
        return true
    }

    fileprivate func arm(_ timer: ObjectIdentifier, deadline: Duration?, fire: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.armings += 1
            state.armed[timer] = deadline.map { Arming(deadline: $0, order: state.armings, fire: fire) }
        }
    }
}

private final class VirtualTimer: DeadlineTimer {
    private let clock: VirtualClock
    private let handler: @Sendable () -> Void

    init(clock: VirtualClock, handler: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.handler = handler
    }

    deinit {
        clock.arm(ObjectIdentifier(self), deadline: nil, fire: {})
    }

    func arm(_ deadline: Duration?) {
        clock.arm(ObjectIdentifier(self), deadline: deadline, fire: handler)
    }
}
