import MeetingTiming
import Synchronization
import Testing

@Suite struct `Virtual clock` {
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    @Test func `passes only when it is advanced`() {
        let clock = VirtualClock(start: .seconds(5))
        #expect(clock.now == .seconds(5))
        clock.advance(by: .milliseconds(1500))
        #expect(clock.now == .milliseconds(6500))
        #expect(clock.nowWithSuspend == .milliseconds(6500))
    }

    @Test func `runs timers in the order of their deadlines, at their deadlines`() {
        let clock = VirtualClock(start: .zero)
        let queue = clock.makeQueue("test", inBackground: false)
        let log = Log()
        let timers = [3, 1, 2]
            .map { second in
                let timer = clock.makeTimer(on: queue) { log.add("\(second) at \(clock.now)") }
                timer.arm(.seconds(second))
                return timer
            }
        clock.advance(to: .milliseconds(2500))
        #expect(log.all == ["1 at 1.0 seconds", "2 at 2.0 seconds"])
        clock.advance(to: .seconds(3))
        #expect(log.all.count == timers.count)
    }

    @Test func `a timer that arms itself again within the advance fires again within it`() {
        final class Ticker: Sendable {
            let timer = Mutex<(any DeadlineTimer)?>(nil)
            let ticks = Mutex(0)
        }
        let clock = VirtualClock(start: .zero)
        let ticker = Ticker()
        let timer = clock.makeTimer(on: clock.makeQueue("test", inBackground: false)) {
            ticker.ticks.withLock { $0 += 1 }
            ticker.timer.withLock { $0?.arm(clock.now + .milliseconds(20)) }
        }
        ticker.timer.withLock { $0 = timer }
        timer.arm(.zero)
        clock.advance(to: .seconds(1))
        #expect(ticker.ticks.withLock { $0 } == 51)
        ticker.timer.withLock { $0 = nil }
    }

    @Test func `has done everything that was set off when advance returns`() {
        let clock = VirtualClock(start: .zero)
        let queue = clock.makeQueue("test", inBackground: false)
        let log = Log()
        let timer = clock.makeTimer(on: queue) {
            queue.async {
                log.add("first")
                queue.async { log.add("second") }
            }
        }
        timer.arm(.seconds(1))
        clock.advance(by: .seconds(1))
        #expect(log.all == ["first", "second"])
    }

    @Test func `a suspension moves only the clock that counts it`() {
        let clock = VirtualClock(start: .zero)
        clock.suspend(for: .seconds(60))
        #expect(clock.now == .zero)
        #expect(clock.nowWithSuspend == .seconds(60))
    }

    @Test func `a disarmed or released timer does not fire`() {
        let clock = VirtualClock(start: .zero)
        let queue = clock.makeQueue("test", inBackground: false)
        let log = Log()
        let disarmed = clock.makeTimer(on: queue) { log.add("disarmed") }
        disarmed.arm(.seconds(1))
        disarmed.arm(nil)
        do {
            let released = clock.makeTimer(on: queue) { log.add("released") }
            released.arm(.seconds(1))
        }
        clock.advance(by: .seconds(2))
        #expect(log.all == [])
        #expect(!clock.advanceToNextDeadline())
    }
}

@Suite struct `System clock` {
    actor Counter {
        nonisolated let queue: WorkQueue
        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
        private(set) var count = 0
        init(queue: WorkQueue) { self.queue = queue }
        func add() { count += 1 }
        nonisolated func addAtOnce() { assumeIsolated { $0.count += 1 } }
    }

    @Test(.timeLimit(.minutes(10))) func `fires a timer on its queue, never before its deadline`() async {
        let clock = SystemClock()
        let queue = clock.makeQueue("test", inBackground: false)
        let deadline = clock.now + .milliseconds(20)
        let counter = Counter(queue: queue)
        let fired = await withCheckedContinuation { continuation in
            let holder = TimerHolder()
            holder.timer.withLock {
                $0 = clock.makeTimer(on: queue) {
                    counter.addAtOnce()
                    holder.timer.withLock { $0 = nil }
                    continuation.resume(returning: clock.now)
                }
                $0?.arm(deadline)
            }
        }
        #expect(fired >= deadline)
        #expect(await counter.count == 1)
    }

    private final class TimerHolder: Sendable {
        let timer = Mutex<(any DeadlineTimer)?>(nil)
    }

    @Test func `the clock that counts suspensions is never behind the other one`() {
        let clock = SystemClock()
        let monotonic = clock.now
        #expect(clock.nowWithSuspend >= monotonic)
    }
}
