import MeetingEngine
import MeetingHistory
import MeetingModel

// The ordered meeting: the one the application was opened for.

extension StandupList {
    /// Starts the ordered meeting; asks first if its standup has an interrupted one.
    mutating func openOrder() -> Reply {
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

    /// Opens the ordered meeting, which starts automatically.
    mutating func begin(_ order: MeetingOrder, resuming interrupted: InterruptedMeeting?) -> Reply {
        // Another process may have deleted the standup.
        guard let standup = standups[order.standup.id] else { return Reply(request: .quit) }
        return open(standup) { $0.start(order, resuming: interrupted) }
    }

    /// Whether the ordered meeting has ended or was cancelled.
    var isOrderDone: Bool {
        guard order != nil, standups.all != nil, question == nil else { return false }
        return front is StandupList || front is StandupDetail
    }
}
