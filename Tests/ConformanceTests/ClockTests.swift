import MeetingTiming
import StandupTesting
import Synchronization
import Testing

/// A clock, and how its time advances.
struct PassingClock: Sendable, CustomTestStringConvertible {
    let clock: any MeetingClock
    /// Returns when the clock has come past an instant and all timers of a queue that were due by then have fired.
    let pass: @Sendable (_ instant: Duration, WorkQueue) async -> Void

    var testDescription: String { "\(type(of: clock))" }

    static let system = {
        let clock = SystemClock()
        return PassingClock(clock: clock) { instant, queue in
            let timer = Mutex<(any DeadlineTimer)?>(nil)
            await withCheckedContinuation { continuation in
                let last = clock.makeTimer(on: queue) { queue.async { continuation.resume() } }
                timer.withLock { $0 = last }
                last.arm(instant)
            }
        }
    }()

    static func virtual() -> PassingClock {
        let clock = VirtualClock()
        return PassingClock(clock: clock) { instant, _ in clock.advance(to: instant) }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `What a clock promises` {
    private final class Log: Sendable {
        private let state = Mutex<[String]>([])
        var lines: [String] { state.withLock { $0 } }
        func add(_ line: String) { state.withLock { $0.append(line) } }
    }

    static var all: [PassingClock] { [.system, .virtual()] }

    @Test(arguments: all)
    func `its instants never decrease, and reach the awaited deadline`(passing: PassingClock) async {
        let clock = passing.clock
        let (before, wall, suspended) = (clock.now, clock.nanosecondsSince1970, clock.nowWithSuspend)
        await passing.pass(before + .milliseconds(30), clock.makeQueue("test"))
        #expect(clock.now >= before + .milliseconds(30))
        #expect(clock.nowWithSuspend >= suspended + .milliseconds(30))
        #expect(clock.nanosecondsSince1970 > wall)
    }

    @Test(arguments: all)
    func `a queue performs its work one after the other, in order`(passing: PassingClock) async {
        let (clock, log) = (passing.clock, Log())
        let queue = clock.makeQueue("test", inBackground: true)
        for number in 0..<100 { queue.async { log.add("\(number)") } }
        await passing.pass(clock.now + .milliseconds(1), queue)
        #expect(log.lines == (0..<100).map { "\($0)" })
    }

    @Test(arguments: all)
    func `a timer fires once at its deadline, and at once if that has passed`(passing: PassingClock) async {
        let (clock, log) = (passing.clock, Log())
        let queue = clock.makeQueue("test")
        let start = clock.now
        let late = clock.makeTimer(on: queue) { log.add(clock.now >= start + .milliseconds(20) ? "late" : "early") }
        let past = clock.makeTimer(on: queue) { log.add("past") }
        late.arm(start + .milliseconds(20))
        past.arm(start - .seconds(1))
        await passing.pass(start + .milliseconds(40), queue)
        #expect(log.lines == ["past", "late"])
        withExtendedLifetime((late, past)) {}
    }

    @Test(arguments: all)
    func `a timer that is armed again has the new deadline only, and none when it is disarmed`(
        passing: PassingClock
    ) async {
        let (clock, log) = (passing.clock, Log())
        let queue = clock.makeQueue("test")
        let start = clock.now
        let moved = clock.makeTimer(on: queue) { log.add("moved") }
        let disarmed = clock.makeTimer(on: queue) { log.add("disarmed") }
        moved.arm(start + .seconds(3600))
        moved.arm(start + .milliseconds(10))
        disarmed.arm(start + .seconds(3600))
        disarmed.arm(nil)
        await passing.pass(start + .milliseconds(30), queue)
        #expect(log.lines == ["moved"])
        moved.arm(start)
        await passing.pass(clock.now + .milliseconds(10), queue)
        #expect(log.lines == ["moved", "moved"])
        withExtendedLifetime((moved, disarmed)) {}
    }

    @Test(arguments: all)
    func `a timer that is released does not fire`(passing: PassingClock) async {
        let (clock, log) = (passing.clock, Log())
        let queue = clock.makeQueue("test")
        let start = clock.now
        var released: (any DeadlineTimer)? = clock.makeTimer(on: queue) { log.add("released") }
        released?.arm(start + .milliseconds(200))
        released = nil
        await passing.pass(start + .milliseconds(220), queue)
        #expect(log.lines == [])
    }
}
