import MeetingTiming
import Synchronization

/// How exactly this machine wakes the timer that a meeting runs on.
enum TimerCheck {
    /// Arms a timer a few times and reports by how much it was late.
    static func run() -> Check {
        let late = lateness(on: Composition.clock, times: 20, step: .milliseconds(10))
        guard let worst = late.max(), late.count == 20 else {
            return .fail("timer", "it does not fire", mend: "restart the machine")
        }
        let finding = "fired at most \(worst.jsonMilliseconds) ms late"
        return worst < .milliseconds(20)
            ? .ok("timer", finding) : .warn("timer", finding, mend: "give the machine less else to do")
    }

    /// By how much each of so many one-shot deadlines was missed; fewer if the timer takes longer than a second more.
    private static func lateness(on clock: any MeetingClock, times: Int, step: Duration) -> [Duration] {
        let queue = clock.makeQueue("standup.doctor")
        let fired = AsyncStream.makeStream(of: Void.self)
        return []
    }
}
