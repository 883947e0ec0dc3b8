import MeetingTiming
import Synchronization
import Testing

@Suite struct `The time of suspensions` {
    /// A clock that passes by the next of some steps at each reading.
    private final class SteppingClock: MeetingClock {
        private let state: Mutex<(time: Duration, steps: [Duration])>
        private let suspended: Duration
        private let clock = VirtualClock()

        init(suspended: Duration, steps: [Int]) {
            self.suspended = suspended
            state = Mutex((.seconds(100), steps.map { .milliseconds($0) }))
        }

        var now: Duration {
            state.withLock { state in
                if !state.steps.isEmpty { state.time += state.steps.removeFirst() }
                return state.time
            }
        }
        var nowWithSuspend: Duration { now + suspended }
        var nanosecondsSince1970: Int64 { 0 }

        func makeQueue(_ label: String, inBackground: Bool) -> WorkQueue {
            clock.makeQueue(label, inBackground: inBackground)
        }
        func makeTimer(on queue: WorkQueue, handler: @escaping @Sendable () -> Void) -> any DeadlineTimer {
            clock.makeTimer(on: queue, handler: handler)
        }
    }

    @Test(arguments: [[], [0, 600], [0, 0, 600], [0, 300, 300, 0, 700, 700]])
    func `is not that of a thread that was stopped between two clocks`(steps: [Int]) {
        for suspended in [Duration.zero, .seconds(3600)] {
            #expect(SteppingClock(suspended: suspended, steps: steps).suspendedTime == suspended)
        }
    }

    @Test func `is never longer than they were, however busy the machine is`() {
        let busy = SteppingClock(suspended: .seconds(2), steps: Array(repeating: 40, count: 100))
        #expect(busy.suspendedTime <= .seconds(2) && busy.suspendedTime > .seconds(1.9))
    }
}
