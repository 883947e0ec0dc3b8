package import MeetingHistory
package import MeetingModel

/// The minutes of a meeting, as values for templates; nothing else is sent.
package struct PostMessage: Hashable, Sendable {
    /// A person with points or an update.
    package struct Person: Hashable, Sendable {
        package var name: String
        /// The lines of what the person wrote for the meeting.
        package var update: [String]
        /// The points, in the order in which they were said.
        package var points: [Item]
    }

    /// A point.
    package struct Item: Hashable, Sendable {
        package var kind: Point.Kind
        /// Whether it is still to be dealt with.
        package var state: Point.State
        /// The kind, with the state if that is not the first one of the kind.
        package var label: String
        /// The time in the recording, such as `0:12`.
        package var at: String
        package var text: String
    }

    package var meeting: String
    /// The title of the standup.
    package var title: String
    /// The day, such as `2026-02-03`.
    package var date: String
    /// The day and minute of the start.
    package var start: String
    /// The length, such as `12:30`.
    package var duration: String
    /// The people with points or an update, in the order of the attendees.
    package var people: [Person]
    /// How many points and lines of updates were left out because the message would be too long.
    var omitted = 0

    /// The minutes of a meeting, without the points that were dropped.
    package init(of transcript: MeetingTranscript) {
        meeting = transcript.meeting.id.rawValue
        title = transcript.meeting.title
        date = transcript.startedAt.date
        start = transcript.startedAt.minute
        duration = transcript.meeting.duration.clockText()
        people = transcript.people.map { name, written, points in
            Person(
                name: name, update: written,
                points: points.filter { $0.state != .dropped }.map {
                    Item(
                        kind: $0.kind, state: $0.state, label: $0.label, at: $0.start.clockText(.position),
                        text: $0.text
                    )
                })
        }.filter { !$0.points.isEmpty || !$0.update.isEmpty }
    }

    /// The number of its points and lines of updates.
    var count: Int { people.reduce(0) { $0 + $1.update.count + $1.points.count } }

    /// The same with only the first points and lines of updates.
    func limited(to count: Int) -> PostMessage {
        var limited = self
        var rest = count
        limited.people = people.compactMap { person in
            let update = Array(person.update.prefix(rest))
            rest -= update.count
            let points = Array(person.points.prefix(rest))
            rest -= points.count
            return update.isEmpty && points.isEmpty ? nil : Person(name: person.name, update: update, points: points)
        }
        limited.omitted = omitted + self.count - limited.count
        return limited
    }
}
