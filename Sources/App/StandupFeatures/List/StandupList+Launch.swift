import MeetingEngine
import MeetingHistory
import MeetingModel

// The launched meeting: the one the application was opened for.

extension StandupList {
    /// Starts the launched meeting; asks first if its standup has an interrupted one.
    mutating func openOrder() -> Reply {
        guard let launch, destination == nil, question == nil else { return Reply() }
        if let meeting = launch.joined {
            guard let standup = standups[launch.standup.id] else { return Reply(request: .quit) }
            return open(standup) { $0.join(meeting) }
        }
        let interrupted = undecided.first { $0.standup.id == launch.standup.id }
        switch (interrupted, launch.isResumed) {
        case (let interrupted?, false):
            ask(about: interrupted)
            return Reply()
        case (nil, true): return Reply(request: .quit)
        case (let interrupted, _): return begin(launch, resuming: interrupted)
        }
    }

    /// Opens the launched meeting, which starts automatically.
    mutating func begin(_ launch: MeetingLaunch, resuming interrupted: InterruptedMeeting?) -> Reply {
        // Another process may have deleted the standup.
        guard let standup = standups[launch.standup.id] else { return Reply(request: .quit) }
        return open(standup) { $0.start(launch, resuming: interrupted) }
    }

    /// Whether the launched meeting was canceled, or has ended and its page was left, or the place that the application
    /// was opened for was left: a past meeting, else whatever hides the list.
    var isOrderDone: Bool {
        guard !staysOpen else { return false }
        if quitsOnLeaving {
            guard standups.all != nil, pendingPlace == nil, question == nil else { return false }
            guard isForMeeting else { return destination == nil }
            return (destination as? StandupDetail)?.isReading != true
        }
        guard launch != nil, standups.all != nil, question == nil else { return false }
        if let detail = front as? StandupDetail { return detail.joining == nil }
        return front is StandupList
    }
}
