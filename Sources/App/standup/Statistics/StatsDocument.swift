import MeetingHistory
import MeetingModel

/// The statistics in `stats --json`; times are in seconds.
struct StatsDocument: Codable, Hashable {
    struct CountedMeeting: Codable, Hashable {
        var id: String
        var startedAt: String
        /// The total time of all turns.
        var used: Double
        var words: Int
    }

    struct Part: Codable, Hashable {
        var meeting: String
        var state: String
        var slot: Double
        var used: Double
        var overtime: Double
        var speech: Double
        var words: Int
    }

    /// Averages cover the meetings in which the person had a turn; they are `null` if there was none.
    struct Person: Codable, Hashable {
        var id: String
        var name: String
        /// The number of meetings in which the person had a turn.
        var attended: Int
        /// The number of meetings from which the person was absent.
        var absent: Int
        /// The person's share of the total time, 0 to 1.
        var share: Double
        @Nullable var slot: Double?
        @Nullable var used: Double?
        @Nullable var overtime: Double?
        @Nullable var speech: Double?
        /// The used time of the person's last turn, compared with the average of the earlier ones.
        @Nullable var change: Double?
        /// The word count in all these meetings.
        var words: Int
        @Nullable var wordsPerMinute: Double?
        /// The number of points by kind in all these meetings.
        var points: [String: Int]
        /// The number of these points that are open.
        var openPoints: Int
        /// The person's part in each meeting to which the person was invited, oldest first.
        var meetings: [Part]
    }

    var standup: MeetingPart.Standup
    /// The meetings, oldest first.
    var meetings: [CountedMeeting]
    var people: [Person]

    init(_ report: StandupReport) {
        standup = MeetingPart.Standup(id: report.standup.id.rawValue, title: report.standup.title)
        meetings = report.statistics.meetings.map { held in
            CountedMeeting(
                id: held.id.rawValue, startedAt: LocalTime(held.startedAt).iso8601, used: held.used.seconds,
                words: report.words[held.id]?.values.reduce(0, +) ?? 0)
        }
        people = report.statistics.people.map { Person($0, in: report) }
    }
}

extension StatsDocument.Person {
    fileprivate init(_ person: SpeakingStatistics.Person, in report: StandupReport) {
        self.init(
            id: person.id.rawValue, name: person.name, attended: person.spoken, absent: person.absences,
            share: report.statistics.share(of: person), slot: person.averageSlot?.seconds,
            used: person.averageUsed?.seconds, overtime: person.averageOvertime?.seconds,
            speech: person.averageSpeech?.seconds, change: person.change?.seconds, words: report.words(of: person),
            wordsPerMinute: report.wordsPerMinute(of: person),
            points: Dictionary(
                (report.points[person.id] ?? []).map { ($0.point.kind.rawValue, 1) }, uniquingKeysWith: +),
            openPoints: report.points[person.id]?.count(where: \.isOpen) ?? 0,
            meetings: person.series.compactMap { part in
                part.map {
                    StatsDocument.Part(
                        meeting: $0.meeting.rawValue, state: $0.attendee.state.rawValue, slot: $0.attendee.slot.seconds,
                        used: $0.attendee.used.seconds, overtime: $0.attendee.overtime.seconds,
                        speech: $0.speech.seconds, words: report.words[$0.meeting]?[person.id] ?? 0)
                }
            })
    }
}
