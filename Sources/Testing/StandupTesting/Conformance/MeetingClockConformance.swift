import Dispatch
public import MeetingTiming
import Synchronization

/// What a `MeetingClock` promises, as a suite for any implementation.
///
///     @Test func `my clock keeps its promises`() async {
///         #expect(await MeetingClockConformance.check(MyClock()) == [])
///     }
public enum MeetingClockConformance {
    enum Promise: String, CaseIterable {
        case now = "The monotonic time, which stops while the machine is suspended."
        case nowWithSuspend = "The monotonic time, which continues while the machine is suspended."
        case wallClock = "The wall clock's time, in nanoseconds since 1970-01-01T00:00:00Z."
        case isVirtual = "Whether the clock moves only when advanced."
        case firing = "Creates a disarmed timer; at its deadline it calls `handler` on `queue`."
        case oneShot = "A one-shot timer."
        case past = "A deadline in the past fires at once."
        case arming = "Sets the deadline, an instant of the clock's `now`; nil disarms."
        case releasing = "Releasing it disarms it."
    }

    /// Checks a clock that runs by itself: its times, and when its timers fire. [any task]
    ///
    /// It takes a second, and ten seconds longer for each promise of a clock whose timers do not fire.
    ///
    /// - Returns: The broken promises; none if the clock keeps them all.
    public static func check(_ clock: any MeetingClock) async -> [BrokenPromise] {
        await check(clock) { instant, queue in await wait(for: instant, of: clock, queue) }
    }

    /// Checks a clock that is advanced: its times, and when its timers fire. [any task]
    ///
    /// It takes as long as `pass`, which is called for less than a second of the clock's time.
    ///
    /// - Parameters:
    ///   - clock: The clock.
    ///   - pass: Lets time pass until an instant, and returns when the work is done that was due on a queue by then.
    /// - Returns: The broken promises; none if the clock keeps them all.
    public static func check(
        _ clock: any MeetingClock, pass: (_ instant: Duration, _ queue: WorkQueue) async -> Void
    ) async -> [BrokenPromise] {
        var log = PromiseLog<Promise>()
        let queue = clock.makeQueue("conformance")
        log.check(.isVirtual) {
            let start = clock.now
            guard clock.isVirtual else { return }
            for _ in 0..<1000 { try expect(clock.now, is: start, "the time without an advance") }
        }
        let (now, suspend, wall) = (clock.now, clock.nowWithSuspend, clock.nanosecondsSince1970)
        let step = Duration.milliseconds(30)
        await pass(now + step, queue)
        log.check(.now) { try expect(clock.now >= now + step, "\(clock.now - now) after a wait of \(step)") }
        log.check(.nowWithSuspend) {
            let passed = clock.nowWithSuspend - suspend
            try expect(passed >= step, "\(passed) after a wait of \(step)")
        }
        log.check(.wallClock) {
            let passed = clock.nanosecondsSince1970 - wall
            try expect(passed > 0, "\(passed) ns after a wait of \(step)")
        }
        await checkTimers(of: clock, on: queue, pass, &log)
        return log.broken
    }

    private static func checkTimers(
        of clock: any MeetingClock, on queue: WorkQueue,
        _ pass: (_ instant: Duration, _ queue: WorkQueue) async -> Void, _ log: inout PromiseLog<Promise>
    ) async {
        let label = DispatchSpecificKey<Bool>()
        queue.dispatchQueue.setSpecific(key: label, value: true)
        func timer(_ name: String, _ fired: Firings) -> any DeadlineTimer {
            clock.makeTimer(on: queue) {
                fired.add(name, at: clock.now, isOnQueue: DispatchQueue.getSpecific(key: label) ?? false)
            }
        }
        await log.check(.firing) {
            let (fired, deadline) = (Firings(), clock.now + .milliseconds(20))
            let (due, unarmed) = (timer("due", fired), timer("not armed", fired))
            due.arm(deadline)
            await pass(deadline + .milliseconds(20), queue)
            try expect(Set(fired.names), is: ["due"], "timers that fired")
            for firing in fired.all {
                try expect(firing.instant >= deadline, "it fired \(deadline - firing.instant) before its deadline")
                try expect(firing.isOnQueue, "the handler was called on another queue")
            }
            withExtendedLifetime((due, unarmed)) {}
        }
        await log.check(.oneShot) {
            let (fired, deadline) = (Firings(), clock.now + .milliseconds(10))
            let once = timer("once", fired)
            once.arm(deadline)
            await pass(deadline + .milliseconds(50), queue)
            try expect(fired.names.count <= 1, "it fired \(fired.names.count) times")
            withExtendedLifetime(once) {}
        }
        await log.check(.past) {
            let fired = Firings()
            let past = timer("past", fired)
            past.arm(clock.now - .seconds(1))
            await pass(clock.now + .milliseconds(10), queue)
            try expect(!fired.names.isEmpty, "it did not fire")
            withExtendedLifetime(past) {}
        }
        await log.check(.arming) {
            let (fired, later, timers) = inTime(clock) { fired, later in
                let (moved, disarmed) = (timer("moved", fired), timer("disarmed", fired))
                moved.arm(later)
                disarmed.arm(later)
                moved.arm(clock.now + .milliseconds(10))
                disarmed.arm(nil)
                return (moved, disarmed)
            }
            await pass(later + .milliseconds(20), queue)
            try expect(fired.names, is: ["moved"], "timers that fired when one was armed again and one disarmed")
            timers.0.arm(clock.now + .milliseconds(10))
            await pass(clock.now + .milliseconds(30), queue)
            try expect(fired.names, is: ["moved", "moved"], "timers that fired when the first was armed once more")
            withExtendedLifetime(timers) {}
        }
        await log.check(.releasing) {
            let (fired, later, _) = inTime(clock) { fired, later in timer("released", fired).arm(later) }
            await pass(later + .milliseconds(20), queue)
            try expect(fired.names, is: [], "timers that fired")
        }
    }

    /// Takes steps with timers that are first armed for an instant 200 ms later.
    ///
    /// If that instant has passed after the steps, the machine was busy and the timers may have fired: the steps are taken
    /// again, with new timers, ten times at most.
    private static func inTime<Timers>(
        _ clock: any MeetingClock, _ steps: (_ fired: Firings, _ later: Duration) -> Timers
    ) -> (Firings, Duration, Timers) {
        var attempts = 0
        while true {
            let (fired, later) = (Firings(), clock.now + .milliseconds(200))
            let timers = steps(fired, later)
            attempts += 1
            if clock.now < later || attempts == 10 { return (fired, later, timers) }
        }
    }

    /// Waits for a timer at an instant, armed last: those of the same queue that were due have then fired.
    private static func wait(for instant: Duration, of clock: any MeetingClock, _ queue: WorkQueue) async {
        let isOver = Mutex(false)
        let last = clock.makeTimer(on: queue) { queue.async { isOver.withLock { $0 = true } } }
        last.arm(instant)
        let limit = ContinuousClock.now + .seconds(10)
        while !isOver.withLock({ $0 }), ContinuousClock.now < limit {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { continuation.resume() }
            }
        }
        withExtendedLifetime(last) {}
    }
}

/// The timers that have fired, in order. [any thread]
private final class Firings: Sendable {
    struct Firing {
        let name: String
        let instant: Duration
        let isOnQueue: Bool
    }

    private let firings = Mutex<[Firing]>([])

    var all: [Firing] { firings.withLock { $0 } }

    var names: [String] { all.map(\.name) }

    func add(_ name: String, at instant: Duration, isOnQueue: Bool) {
        firings.withLock { $0.append(Firing(name: name, instant: instant, isOnQueue: isOnQueue)) }
    }
}
