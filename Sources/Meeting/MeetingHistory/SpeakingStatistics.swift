public import MeetingModel

/// How the time of the latest meetings of a standup went, person by person.
public struct SpeakingStatistics: Hashable, Sendable {
    /// A meeting that is counted.
    public struct Held: Identifiable, Hashable, Sendable {
        /// The meeting.
        public let id: Meeting.ID
        /// When it started.
        public let startedAt: Timestamp
        /// The time that all turns in it took.
        public let used: Duration
    }

    /// One person, over all these meetings.
    public struct Person: Identifiable, Hashable, Sendable {
        /// The attendee, by whom those of several meetings are the same person.
        public let id: Attendee.ID
        /// The name at the newest of the meetings.
        public let name: String
        /// The person's part in each of `meetings`, in that order; nil where the person was not invited.
        public let series: [Contribution?]

        /// In how many of the meetings the person had a turn; averages are over these.
        public var spoken: Int { series.count { $0?.attendee.state == .spoke } }
        /// From how many of them the person was absent.
        public var absences: Int { series.count { $0?.attendee.state == .absent } }
        /// The time that the person's turns took, overtime included.
        public var used: Duration { sum(\.attendee.used) }
        /// The part of it that lay past the slots.
        public var overtime: Duration { sum(\.attendee.overtime) }
        /// How long the person was heard to speak.
        public var speech: Duration { sum(\.speech) }
        /// The time that the person's turns take in a meeting; nil for one who had none.
        public var averageUsed: Duration? { average(used) }
        /// The part of it past the slot; nil for one who had no turn.
        public var averageOvertime: Duration? { average(overtime) }
        /// How long the person is heard to speak in a meeting; nil for one who had no turn.
        public var averageSpeech: Duration? { average(speech) }

        private func sum(_ part: (Contribution) -> Duration) -> Duration {
            series.reduce(.zero) { $0 + ($1.map(part) ?? .zero) }
        }

        private func average(_ total: Duration) -> Duration? {
            spoken > 0 ? .nanoseconds(total.nanoseconds / Int64(spoken)) : nil
        }
    }

    /// The meetings, oldest first.
    public let meetings: [Held]
    /// The people: those of the newest meeting in its order, then those who were only in earlier ones.
    public let people: [Person]

    /// The statistics of meetings whose contributions come newest first, as the history gives them.
    public init(_ contributions: [Contribution]) {
        var order: [Contribution] = []
        var indexes: [Meeting.ID: Int] = [:]
        for contribution in contributions where indexes[contribution.meeting] == nil {
            indexes[contribution.meeting] = order.count
            order.append(contribution)
        }
        var used = [Duration](repeating: .zero, count: order.count)
        var people: [(id: Attendee.ID, name: String, series: [Contribution?])] = []
        var positions: [Attendee.ID: Int] = [:]
        for contribution in contributions {
            guard let meeting = indexes[contribution.meeting] else { continue }
            let attendee = contribution.attendee
            used[meeting] += attendee.used
            let position = positions[attendee.id] ?? people.count
            if position == people.count {
                positions[attendee.id] = position
                people.append((attendee.id, attendee.name, Array(repeating: nil, count: order.count)))
            }
            people[position].series[order.count - 1 - meeting] = contribution
        }
        self.meetings = order.indices.reversed()
            .map { Held(id: order[$0].meeting, startedAt: order[$0].startedAt, used: used[$0]) }
        self.people = people.map { Person(id: $0.id, name: $0.name, series: $0.series) }
    }

    /// A person's part of the time of all these meetings, from 0 to 1; 0 where no time was used at all.
    public func share(of person: Person) -> Double {
        let whole = meetings.reduce(Duration.zero) { $0 + $1.used }
        return whole > .zero ? person.used / whole : 0
    }
}
