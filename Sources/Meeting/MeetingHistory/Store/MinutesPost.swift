package import MeetingModel

/// The posting of a meeting's minutes to one destination, as the history keeps it: the queue, and what became of it.
///
/// It holds no address and no key.
package struct MinutesPost: Hashable, Sendable {
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// It is to be sent, not before `dueAt`.
        case waiting
        /// A process is sending it, or died while it did.
        case sending
        /// The destination accepted it.
        case sent
        /// The destination refused it, or attempts failed for a week.
        case refused
        /// It was sent, but no answer arrived.
        case unknown
    }

    package let meeting: Meeting.ID
    /// The destination's name in the configuration.
    package let destination: String
    package var state: State
    package var attempts: Int
    /// When it was queued, or last sent by the user.
    package var queuedAt: Timestamp
    /// When its state last changed.
    package var changedAt: Timestamp
    /// When to try again, if it waits.
    package var dueAt: Timestamp
    /// The version of the points that were last sent; 0 if there is none.
    package var points: Int
    /// Identifies the message to destinations that recognize a second attempt by it.
    package var transaction: String
    /// Why the last attempt failed, in one line; empty if it did not.
    package var reason: String

    package init(
        meeting: Meeting.ID, destination: String, state: State = .waiting, attempts: Int = 0, queuedAt: Timestamp,
        changedAt: Timestamp? = nil, dueAt: Timestamp? = nil, points: Int = 0, transaction: String, reason: String = ""
    ) {
        self.meeting = meeting
        self.destination = destination
        self.state = state
        self.attempts = attempts
        self.queuedAt = queuedAt
        self.changedAt = changedAt ?? queuedAt
        self.dueAt = dueAt ?? queuedAt
        self.points = points
        self.transaction = transaction
        self.reason = reason
    }
}
