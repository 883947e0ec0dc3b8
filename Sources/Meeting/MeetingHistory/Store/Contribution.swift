package import MeetingModel

/// How one attendee took part in one meeting.
package struct Contribution: Hashable, Sendable {
    package let meeting: Meeting.ID
    package let startedAt: Timestamp
    package let attendee: MeetingAttendee
    /// How long the attendee spoke, according to the current transcript.
    package let speech: Duration

    package init(meeting: Meeting.ID, startedAt: Timestamp, attendee: MeetingAttendee, speech: Duration) {
        self.meeting = meeting
        self.startedAt = startedAt
        self.attendee = attendee
        self.speech = speech
    }
}

extension [Contribution] {
    /// Those to a standup's meetings by people of whom something is known; not of who has no name in an import.
    package func known(in standup: Standup.ID) -> [Contribution] {
        filter { part in
            !part.attendee.isUnknown
                && !Attendee.isSomeone(part.attendee.id, named: part.attendee.name, in: standup)
        }
    }

    /// The meetings in which somebody's words were transcribed; only these tell how long people spoke.
    var meetingsWithWords: Set<Meeting.ID> { Set(lazy.filter { $0.speech > .zero }.map(\.meeting)) }
}
