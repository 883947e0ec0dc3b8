package import MeetingHistory
package import MeetingModel

/// How the attendees of a standup used their time over its last meetings.
package struct TimeStatistics: Hashable, Sendable {
    /// One attendee.
    package struct Use: Hashable, Sendable {
        /// The time used in a meeting, on average of those in which the attendee spoke.
        package var averageUsed: Duration
        /// The part of it that was speech, on average.
        package var averageSpeech: Duration
        /// The time used in each meeting, oldest first; nil where the attendee had no turn.
        package var trend: [Duration?]
        /// How much more than before was used in the last meeting in which the attendee spoke; nil if it was the first.
        package var change: Duration?
    }

    /// How many meetings there are.
    package let meetings: Int
    /// What each attendee used who had a turn in one of them.
    package let uses: [Attendee.ID: Use]

    /// Works out the use from the parts that attendees took of meetings, in any order.
    package init(_ contributions: [Contribution]) {
        var starts: [Meeting.ID: Timestamp] = [:]
        for part in contributions { starts[part.meeting] = part.startedAt }
        let order = starts.sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }.map(\.key)
        let position = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        var trends: [Attendee.ID: [Duration?]] = [:]
        var speech: [Attendee.ID: Duration] = [:]
        for part in contributions where part.attendee.state == .spoke {
            guard let position = position[part.meeting] else { continue }
            let attendee = part.attendee
            trends[attendee.id, default: Array(repeating: nil, count: order.count)][position] = attendee.used
            speech[attendee.id, default: .zero] += part.speech
        }
        meetings = order.count
        uses = trends.reduce(into: [:]) { uses, entry in
            let used = entry.value.compactMap(\.self)
            guard let last = used.last else { return }
            let before = used.dropLast()
            uses[entry.key] = Use(
                averageUsed: used.reduce(.zero, +) / used.count,
                averageSpeech: (speech[entry.key] ?? .zero) / used.count,
                trend: entry.value,
                change: before.isEmpty ? nil : last - before.reduce(.zero, +) / before.count)
        }
    }
}
