import Dispatch
import Glibc

/// The machine's clocks, with Dispatch queues and timers.
public struct SystemClock: MeetingClock {
    /// Creates a clock.
    public init() {}

    /// The time of CLOCK_MONOTONIC.
    public var now: Duration { Self.read(CLOCK_MONOTONIC) }

    /// The time of CLOCK_BOOTTIME.
    public var nowWithSuspend: Duration { Self.read(CLOCK_BOOTTIME) }

    /// The time of CLOCK_REALTIME; the last instant after 2262-04-11.
    public var nanosecondsSince1970: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(clamping: Int128(time.tv_sec) * 1_000_000_000 + Int128(time.tv_nsec))
    }

    /// Creates a separate queue.
    public func makeQueue(_ label: String, inBackground: Bool) -> WorkQueue {
        WorkQueue(label: label, inBackground: inBackground)
    }

    /// Creates a Dispatch timer.
    public func makeTimer(on queue: WorkQueue, handler: @escaping @Sendable () -> Void) -> any DeadlineTimer {
        DispatchDeadlineTimer(clock: self, queue: queue, handler: handler)
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

private final class DispatchDeadlineTimer: DeadlineTimer {
    private let clock: SystemClock
    /// Dispatch sources may be scheduled from any thread; only their type is not marked `Sendable`.
    private nonisolated(unsafe) let source: any DispatchSourceTimer

    init(clock: SystemClock, queue: WorkQueue, handler: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.source = DispatchSource.makeTimerSource(flags: .strict, queue: queue.dispatchQueue)
        source.setEventHandler(handler: handler)
        source.schedule(deadline: .distantFuture)
        source.activate()
    }

    deinit {
        source.cancel()
    }

    func arm(_ deadline: Duration?) {
        guard let deadline else {
            source.schedule(deadline: .distantFuture)
            return
        }
        let wait = max(.zero, min(deadline - clock.now, .seconds(100 * 365 * 86400)))
        source.schedule(
            deadline: .now() + .nanoseconds(Int(wait.attoseconds / 1_000_000_000)), leeway: .nanoseconds(0))
    }
}
