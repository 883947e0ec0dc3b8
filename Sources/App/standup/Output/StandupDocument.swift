import MeetingModel

/// A standup as `list --json` and `show --json` give it; durations in seconds.
struct StandupDocument: Codable, Hashable {
    /// A person of it.
    struct Attendee: Codable, Hashable {
        var id: String
        var name: String
    }

    var id: String
    var title: String
    var length: Double
    var theme: String
    var language: String
    var attendees: [Attendee]
    var atSlotEnd: String
    var time: String
    var warnings: [Double]
    var warningSounds: Bool
    var vocabulary: [String]
    /// Its meetings, newest first; only in `show`.
    var meetings: [MeetingDocument]?

    /// A standup, with its meetings where they are asked for.
    init(_ standup: Standup, meetings: [MeetingDocument]? = nil) {
        self.id = standup.id.rawValue
        self.title = standup.title
        self.length = standup.length.seconds
        self.theme = standup.theme.rawValue
        self.language = standup.language
        self.attendees = standup.attendees.map { Attendee(id: $0.id.rawValue, name: $0.name) }
        self.atSlotEnd = standup.settings.atSlotEnd.rawValue
        self.time = standup.settings.timeSharing.rawValue
        self.warnings = standup.settings.warnings.map(\.seconds)
        self.warningSounds = standup.settings.warningSounds
        self.vocabulary = standup.vocabulary
        self.meetings = meetings
    }
}
