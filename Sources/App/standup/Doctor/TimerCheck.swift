import Dispatch
import MeetingModel
import MeetingTiming
import Synchronization

/// How exactly this machine wakes the timer that a meeting runs on.
enum TimerCheck {
    /// Arms a timer a few times, which takes a fifth of a second, and reports by how much it was late.
    ///
    /// It waits for each time for `patience` and no longer.
    static func run(on clock: any MeetingClock, patience: DispatchTimeInterval = .seconds(1)) -> Check {
        let times = 20
        let late = lateness(on: clock, times: times, step: .milliseconds(10), patience: patience)
        guard let worst = late.max(), late.count == times else {
            return .fail("timer", "it does not fire", mend: "restart the machine")
        }
        let milliseconds = Double(worst.nanoseconds / 10_000) / 100
        let finding = "fired at most \(milliseconds) ms late"
        return worst < .milliseconds(20)
            ? .ok("timer", finding) : .warn("timer", finding, mend: "give the machine less else to do")
    }

    /// By how much each of so many deadlines was missed; fewer than that if the timer does not fire at all.
    private static func lateness(
        on clock: any MeetingClock, times: Int, step: Duration, patience: DispatchTimeInterval
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
            guard firing.semaphore.wait(timeout: .now() + patience) == .success else { break }
            late.append(firing.instant.withLock { $0 } - deadline)
        }
        return late
    }

    /// When the timer fired last, and that it did.
    private final class Firing: Sendable {
        let instant = Mutex(Duration.zero)
        let semaphore = DispatchSemaphore(value: 0)
    }
}
