package import MeetingHistory
package import MeetingModel

/// How a standup's attendees used their time in its last meetings.
package struct TimeStatistics: Hashable, Sendable {
    /// One attendee's use of time.
    package struct Usage: Hashable, Sendable {
        /// The average time used in the meetings in which the attendee spoke.
        package var averageUsed: Duration
        /// The average time of speech in those of these meetings that have words; nil if none has.
        package var averageSpeech: Duration?
        /// The time used in each meeting, oldest first; nil where the attendee had no turn.
        package var trend: [Duration?]
        /// The time used in the attendee's last meeting compared with the average of the earlier ones; nil after only
        /// one.
        package var change: Duration?
    }

    /// The number of meetings that they cover without another choice.
    package static let usualMeetings = 12
    /// The largest number of meetings that they cover.
    package static let mostMeetings = 100_000

    /// The number of meetings.
    package let meetings: Int
    /// The use of each attendee who had a turn in at least one meeting.
    package let usages: [Attendee.ID: Usage]

    /// Computes the statistics from contributions in any order.
    package init(_ contributions: [Contribution]) {
        var starts: [Meeting.ID: Timestamp] = [:]
        for part in contributions { starts[part.meeting] = part.startedAt }
        let order = starts.sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }.map(\.key)
        let position = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        var trends: [Attendee.ID: [Duration?]] = [:]
        let withWords = contributions.meetingsWithWords
        var speech: [Attendee.ID: [Duration]] = [:]
        for part in contributions where part.attendee.state == .spoke {
            guard let position = position[part.meeting] else { continue }
            let attendee = part.attendee
            trends[attendee.id, default: Array(repeating: nil, count: order.count)][position] = attendee.used
            if withWords.contains(part.meeting) { speech[attendee.id, default: []].append(part.speech) }
        }
        meetings = order.count
        usages = trends.reduce(into: [:]) { usages, entry in
            let used = entry.value.compactMap(\.self)
            guard let last = used.last else { return }
            let before = used.dropLast()
            usages[entry.key] = Usage(
                averageUsed: used.reduce(.zero, +) / used.count,
                averageSpeech: speech[entry.key].map { $0.reduce(.zero, +) / $0.count },
                trend: entry.value,
                change: before.isEmpty ? nil : last - before.reduce(.zero, +) / before.count)
        }
    }
}
