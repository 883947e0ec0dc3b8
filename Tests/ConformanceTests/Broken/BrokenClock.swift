import Dispatch
import MeetingTiming
import Synchronization

@testable import StandupTesting

/// A virtual clock that breaks one promise.
struct BrokenClock: MeetingClock {
    enum Fault: CaseIterable {
        case stands, ignoresSuspensions, hasNoDate, runsByItself
        case firesEarly, firesElsewhere, firesTwice, ignoresThePast, keepsOldDeadlines, keepsReleasedTimers

        var promise: MeetingClockConformance.Promise {
            switch self {
            case .stands: .now
            case .ignoresSuspensions: .nowWithSuspend
            case .hasNoDate: .wallClock
            case .runsByItself: .isVirtual
            case .firesEarly, .firesElsewhere: .firing
            case .firesTwice: .oneShot
            case .ignoresThePast: .past
            case .keepsOldDeadlines: .arming
            case .keepsReleasedTimers: .releasing
            }
        }
    }

    let fault: Fault
    let clock = VirtualClock()

    var now: Duration {
        switch fault {
        case .stands: .zero
        case .runsByItself: SystemClock().now
        default: clock.now
        }
    }
    var nowWithSuspend: Duration { fault == .ignoresSuspensions ? .zero : clock.nowWithSuspend }
    var isVirtual: Bool { true }
    var nanosecondsSince1970: Int64 { fault == .hasNoDate ? 0 : clock.nanosecondsSince1970 }

    func makeQueue(_ label: String, inBackground: Bool) -> WorkQueue {
        clock.makeQueue(label, inBackground: inBackground)
    }

    func makeTimer(on queue: WorkQueue, handler: @escaping @Sendable () -> Void) -> any DeadlineTimer {
        BrokenTimer(fault: fault, clock: clock) {
            switch fault {
            case .firesElsewhere: DispatchQueue(label: "elsewhere").sync(execute: handler)
            case .firesTwice: for _ in 0..<2 { handler() }
            default: handler()
            }
        }
    }
}

private final class BrokenTimer: DeadlineTimer {
    private let fault: BrokenClock.Fault
    private let clock: VirtualClock
    private let handler: @Sendable () -> Void
    private let timers = Mutex<[any DeadlineTimer]>([])

    init(fault: BrokenClock.Fault, clock: VirtualClock, handler: @escaping @Sendable () -> Void) {
        self.fault = fault
        self.clock = clock
        self.handler = handler
    }

    func arm(_ deadline: Duration?) {
        let kept = fault == .keepsReleasedTimers ? self : nil
        let timer = clock.makeTimer(on: clock.makeQueue("broken")) { [handler] in
            handler()
            kept?.timers.withLock { $0 = [] }
        }
        timers.withLock { timers in
            if fault != .keepsOldDeadlines { timers = [] }
            timers.append(timer)
        }
        guard let deadline, fault != .ignoresThePast || deadline > clock.now else { return }
        timer.arm(fault == .firesEarly ? deadline - .milliseconds(1) : deadline)
    }
}
