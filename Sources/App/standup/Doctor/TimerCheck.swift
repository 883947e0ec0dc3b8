import Dispatch
import MeetingModel
import MeetingTiming
import Synchronization

/// Checks the accuracy of the timer that a meeting uses.
enum TimerCheck {
    /// Arms a timer a few times, which takes 0.2 s, and reports how late it fired.
    ///
    /// Waits at most `timeout` each time.
    static func run(on clock: any MeetingClock, timeout: DispatchTimeInterval = .seconds(10)) -> Check {
        let times = 20
        let late = lateness(on: clock, times: times, step: .milliseconds(10), timeout: timeout)
        guard let worst = late.max(), late.count == times else {
            return .fail("timer", "it does not fire", mend: "restart the machine")
        }
        let milliseconds = Double(worst.nanoseconds / 10_000) / 100
        let finding = "fired at most \(milliseconds) ms late"
        return worst < .milliseconds(20)
            ? .ok("timer", finding) : .warn("timer", finding, mend: "close other programs")
    }

    /// The lateness at each of `times` deadlines; fewer values if the timer does not fire.
    private static func lateness(
        on clock: any MeetingClock, times: Int, step: Duration, timeout: DispatchTimeInterval
    ) -> [Duration] {
        let firing = Firing()
        let timer = clock.makeTimer(on: clock.makeQueue("standup.doctor")) {
            firing.instant.withLock { $0 = clock.now }
            firing.semaphore.signal()
        }
        var late: [Duration] = []
        for _ in 0..<times {
            let deadline = clock.now + step
            timer.arm(deadline)
            guard firing.semaphore.wait(timeout: .now() + timeout) == .success else { break }
            late.append(firing.instant.withLock { $0 } - deadline)
        }
        return late
    }

    /// The last instant at which the timer fired, and a signal that it did.
    private final class Firing: Sendable {
        let instant = Mutex(Duration.zero)
        let semaphore = DispatchSemaphore(value: 0)
    }
}
