package import MeetingModel

/// The names that people have now, for lists of meetings and points; a meeting keeps those that they had.
package struct CurrentNames: Sendable {
    private let names: [Standup.ID: [Attendee.ID: String]]

    package init(_ standups: [Standup]) {
        names = Dictionary(
            standups.map { standup in
                (standup.id, Dictionary(standup.attendees.map { ($0.id, $0.name) }) { first, _ in first })
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The name of an attendee; nil if they have left the standup.
    package subscript(attendee: Attendee.ID, in standup: Standup.ID) -> String? { names[standup]?[attendee] }
}

extension StandupStore {
    package func currentNames() throws(HistoryError) -> CurrentNames { CurrentNames(try standups()) }
}

extension Meeting {
    package func named(_ names: CurrentNames) -> Meeting {
        var meeting = self
        meeting.attendees = attendees.map { attendee in
            guard let name = names[attendee.id, in: standupID], name != attendee.name else { return attendee }
            return MeetingAttendee(
                id: attendee.id, name: name, slot: attendee.slot, used: attendee.used, overtime: attendee.overtime,
                state: attendee.state, isRemote: attendee.isRemote)
        }
        return meeting
    }
}
