import MeetingModel

extension SampleHistory {
    /// What the absent wrote for a meeting, in two lines.
    static func updates(of meeting: Meeting) -> [WrittenUpdate] {
        meeting.attendees.filter { $0.state == .absent }
            .map { attendee in
                WrittenUpdate(
                    attendee: attendee.id,
                    text: """
                        Yesterday I looked at why the tests are slow, and wrote down what I found.
                        Today I'll be with the customers; I'm back tomorrow.
                        """, writtenAt: meeting.startedAt)
            }
    }

    /// The updates that wait for the next meeting, of the first two attendees.
    static func waitingUpdates(of standup: Standup) -> [WrittenUpdate] {
        zip(
            standup.attendees.prefix(2),
            [
                "Yesterday I finished the login page and found out why the tests were slow, and today I look at the form.",
                "I'm with the customers.\nBack on Monday.",
            ]
        )
        .map { WrittenUpdate(attendee: $0.id, text: $1, writtenAt: start) }
    }
}
