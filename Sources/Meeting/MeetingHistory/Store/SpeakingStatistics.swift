package import MeetingModel

/// The speaking times in the latest meetings of a standup, person by person.
package struct SpeakingStatistics: Hashable, Sendable {
    package struct CountedMeeting: Identifiable, Hashable, Sendable {
        package let id: Meeting.ID
        package let startedAt: Timestamp
        /// The total time of its turns.
        package let used: Duration
    }

    /// One person, over all these meetings.
    package struct Person: Identifiable, Hashable, Sendable {
        /// The attendee's id, the same in all meetings.
        package let id: Attendee.ID
        /// The current name, or else the one in the newest of the meetings.
        package let name: String
        /// The person's part in each of `meetings`, in that order; nil if the person was not invited.
        package let series: [Contribution?]
        /// The number of meetings with words in which the person had a turn; `averageSpeech` is over these.
        let transcribed: Int

        /// The number of meetings in which the person had a turn; averages are over these.
        package var spoken: Int { turns.count { $0 != nil } }
        package var absences: Int { series.count { $0?.attendee.state == .absent } }
        /// The total time of the person's turns, including overtime.
        package var used: Duration { sum(\.attendee.used) }
        /// The part of `used` after the slots' ends.
        var overtime: Duration { sum(\.attendee.overtime) }
        /// How long the person spoke, by the transcripts.
        package var speech: Duration { sum(\.speech) }
        /// The time that the person used in each meeting; nil where the person had no turn.
        package var trend: [Duration?] { turns.map { $0?.used } }
        /// The time used in the last turn compared with the average of the earlier ones; nil without both.
        package var change: Duration? {
            let used = trend.compactMap(\.self)
            guard let last = used.last, used.count > 1 else { return nil }
            return last - used.dropLast().reduce(.zero, +) / (used.count - 1)
        }
        /// The average of the slots of those meetings; nil without a turn.
        package var averageSlot: Duration? {
            average(turns.reduce(.zero) { $0 + ($1?.slot ?? .zero) }, over: spoken)
        }
        /// The average of `used` in a meeting; nil without a turn.
        package var averageUsed: Duration? { average(used, over: spoken) }
        /// The average of `overtime` in a meeting; nil without a turn.
        package var averageOvertime: Duration? { average(overtime, over: spoken) }
        /// The average of `speech` in a meeting with words; nil without a turn in one.
        package var averageSpeech: Duration? { average(speech, over: transcribed) }

        /// The person's part in each meeting; nil where the person had no turn.
        package var turns: [MeetingAttendee?] { series.map { $0?.attendee.state == .spoke ? $0?.attendee : nil } }

        private func sum(_ part: (Contribution) -> Duration) -> Duration {
            series.reduce(.zero) { $0 + ($1.map(part) ?? .zero) }
        }

        private func average(_ total: Duration, over meetings: Int) -> Duration? {
            meetings > 0 ? .nanoseconds(total.nanoseconds / Int64(meetings)) : nil
        }
    }

    /// The meetings, oldest first.
    package let meetings: [CountedMeeting]
    /// The people of the newest meeting in its order, followed by those who were only in earlier meetings.
    package let people: [Person]

    /// The statistics of contributions to a standup, newest meeting first, as the history returns them.
    package init(_ contributions: [Contribution], of standup: Standup? = nil) {
        let names = CurrentNames([standup].compactMap(\.self))
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
                let name = standup.flatMap { names[attendee.id, in: $0.id] } ?? attendee.name
                people.append((attendee.id, name, Array(repeating: nil, count: order.count)))
            }
            people[position].series[order.count - 1 - meeting] = contribution
        }
        self.meetings = order.indices.reversed()
            .map { CountedMeeting(id: order[$0].meeting, startedAt: order[$0].startedAt, used: used[$0]) }
        let withWords = contributions.meetingsWithWords
        self.people = people.map { person in
            let transcribed = person.series.count { part in
                part.map { $0.attendee.state == .spoke && withWords.contains($0.meeting) } ?? false
            }
            return Person(id: person.id, name: person.name, series: person.series, transcribed: transcribed)
        }
    }

    /// A person's share of the total time, from 0 to 1; 0 if no time was used.
    package func share(of person: Person) -> Double {
        let whole = meetings.reduce(Duration.zero) { $0 + $1.used }
        return whole > .zero ? person.used / whole : 0
    }
}
