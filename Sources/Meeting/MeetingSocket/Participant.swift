package import MeetingEngine
package import MeetingHistory
package import MeetingModel

/// Somebody who follows a meeting or gives commands to it.
package struct Participant: Hashable, Sendable, Codable {
    package var role: Role
    /// The attendee; nil for somebody who is not an attendee.
    package var attendee: Attendee.ID?
    /// The name by which the others know them; nil if they have none.
    package var name: String?
    /// Whether they want to say something; nil counts as false.
    package var hand: Bool?

    package init(role: Role, attendee: Attendee.ID? = nil, name: String? = nil, hand: Bool? = nil) {
        self.role = role
        self.attendee = attendee
        self.name = name
        self.hand = hand
    }

    package static let lead = Participant(role: .lead)

    /// Whether the participant may give a command now.
    ///
    /// An attendee ends or postpones their own turn only while it is running, so that a press that comes late does not
    /// end the next one's. They mark those of the meeting's `points` that are their own at any time.
    package func may(
        _ command: MeetingSession.Command, in timer: MeetingTimer, points: [CarriedPoint] = []
    ) -> Bool {
        if role.may(.controlMeeting) { return true }
        guard role.may(.ownTurn), let attendee else { return false }
        switch command {
        case .timer(.next, _), .timer(.later, _): return timer.speaker == attendee && timer.phase == .running
        case .markPoint(let id, _):
            // An id that is cut names a point of whoever speaks.
            return (points.first { $0.id == id }?.point.attendee ?? timer.speaker) == attendee
        case .timer(.absent(let id), _), .timer(.present(let id), _): return id == attendee
        default: return false
        }
    }
}
