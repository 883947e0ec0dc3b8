import MeetingEngine
import MeetingHistory
import MeetingModel

// The meeting that the application was opened for.

extension StandupList {
    /// Begins the ordered meeting, or asks first what becomes of the standup's interrupted one.
    mutating func openOrder() -> Reply<Request> {
        guard let order, destination == nil, question == nil else { return Reply() }
        let interrupted = undecided.first { $0.standup.id == order.standup.id }
        switch (interrupted, order.isResumed) {
        case (let interrupted?, false):
            question = .interrupted(interrupted, Dialog([.resume, .keep, .discard]))
            return Reply()
        case (nil, true): return Reply(request: .quit)
        case (let interrupted, _): return begin(order, resuming: interrupted)
        }
    }

    /// Opens the start of the ordered meeting, which begins by itself.
    mutating func begin(_ order: MeetingOrder, resuming interrupted: InterruptedMeeting?) -> Reply<Request> {
        // Another process may have deleted it.
        guard let standup = standups[order.standup.id] else { return Reply(request: .quit) }
        return open(standup) { $0.start(order, resuming: interrupted) }
    }

    /// Whether the ordered meeting has ended, or is not held after all.
    var isOrderDone: Bool {
        guard order != nil, standups.all != nil, question == nil else { return false }
        guard case .standup(let detail) = destination else { return true }
        return detail.destination == nil
    }
}
