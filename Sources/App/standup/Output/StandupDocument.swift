import MeetingHistory
import MeetingModel

/// A standup in `list --json` and `show --json`; durations are in seconds.
struct StandupDocument: Codable, Hashable {
    struct Attendee: Codable, Hashable {
        var id: String
        var name: String
        /// `true` for one who joins by call; omitted if not.
        var remote: Bool?
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
    /// `true` for one that is shared with the team; omitted if not.
    var team: Bool?
    /// `true` for one whose attendees' voices are learned; omitted if not.
    var voices: Bool?
    /// The updates that wait for the next meeting.
    var updates: [MeetingPart.Update]?
    /// The standup's meetings, newest first; only in `show`.
    var meetings: [MeetingDocument]?

    init(_ standup: Standup, updates: [WrittenUpdate]? = nil, meetings: [MeetingDocument]? = nil) {
        self.id = standup.id.rawValue
        self.title = standup.title
        self.length = standup.length.seconds
        self.theme = standup.theme.rawValue
        self.language = standup.language
        self.attendees = standup.attendees.map {
            Attendee(id: $0.id.rawValue, name: $0.name, remote: $0.isRemote ? true : nil)
        }
        self.atSlotEnd = standup.settings.atSlotEnd.rawValue
        self.time = standup.settings.timeSharing.rawValue
        self.warnings = standup.settings.warnings.map(\.seconds)
        self.warningSounds = standup.settings.warningSounds
        self.vocabulary = standup.vocabulary
        self.team = standup.isShared ? true : nil
        self.voices = standup.learnsVoices ? true : nil
        self.updates = updates?.map { MeetingPart.Update($0, name: standup.name(of: $0.attendee)) }
        self.meetings = meetings
    }
}
