import MeetingHistory
import MeetingModel

/// The report of `stats`: speaking times, word counts and points in a standup's last meetings.
struct StandupReport {
    let standup: Standup
    let statistics: SpeakingStatistics
    /// The word counts of the current transcripts by meeting and attendee.
    let words: [Meeting.ID: [Attendee.ID: Int]]
    /// Each attendee's points in all these meetings.
    let points: [Attendee.ID: [CarriedPoint]]
}

extension StandupReport {
    /// Creates the report on the last meetings that have ended; `chosen` are those of them that count, nil for all.
    init(
        of standup: Standup, last meetings: Int, chosen: Set<Meeting.ID>? = nil,
        in store: any MeetingCatalogue & PointStore
    ) throws(HistoryError) {
        let contributions = try store.contributions(to: standup.id, last: meetings)
        let statistics = SpeakingStatistics(
            contributions.filter { chosen?.contains($0.meeting) ?? true }, of: standup)
        var words: [Meeting.ID: [Attendee.ID: Int]] = [:]
        for held in statistics.meetings {
            // A meeting that another process deletes in the meantime has no words.
            for utterance in try store.meetingWithoutWords(held.id)?.transcript ?? [] where !utterance.isInterjection {
                words[held.id, default: [:]][utterance.attendee, default: 0] += SearchText.count(of: utterance.text)
            }
        }
        let points = try store.meetingsWithPoints(of: standup.id, last: meetings).carriedPoints
        self.init(
            standup: standup, statistics: statistics, words: words,
            points: Dictionary(grouping: points, by: \.point.attendee))
    }

    /// A person's word count in all these meetings.
    func words(of person: SpeakingStatistics.Person) -> Int {
        words.values.reduce(0) { $0 + ($1[person.id] ?? 0) }
    }

    /// A person's words per minute of speaking time; nil without speaking time.
    func wordsPerMinute(of person: SpeakingStatistics.Person) -> Double? {
        Self.rate(words(of: person), in: person.speech)
    }

    /// Words per minute, rounded to a tenth; nil if the duration is zero.
    static func rate(_ words: Int, in time: Duration) -> Double? {
        time > .zero ? (Double(words) / time.seconds * 600).rounded() / 10 : nil
    }

    /// The report as comma-separated values: a row for each person in each meeting, oldest first.
    var csv: String {
        var text = CSV.header([
            "meeting", "startedAt", "attendee", "name", "state", "slot", "used", "overtime", "speech", "words",
            "wordsPerMinute",
        ])
        for (index, meeting) in statistics.meetings.enumerated() {
            for person in statistics.people {
                guard let part = person.series[index] else { continue }
                let words = words[meeting.id]?[person.id] ?? 0
                text += CSV.line([
                    .text(meeting.id.rawValue), .text(LocalTime(meeting.startedAt).iso8601),
                    .text(person.id.rawValue), .text(part.attendee.name), .text(part.attendee.state.rawValue),
                    .number(part.attendee.slot.seconds), .number(part.attendee.used.seconds),
                    .number(part.attendee.overtime.seconds), .number(part.speech.seconds), .count(words),
                    Self.rate(words, in: part.speech).map { .number($0) } ?? .empty,
                ])
            }
        }
        return text
    }
}
