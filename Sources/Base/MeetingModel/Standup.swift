/// A recurring meeting: its attendees, its length and its settings.
public struct Standup: Identifiable, Hashable, Sendable, Codable {
    /// A standup's id.
    public typealias ID = Identifier<Standup>

    /// The standup's id; it never changes.
    public let id: ID
    /// The title as typed; control characters are removed only for display.
    public var title: String
    /// The length of a meeting, divided among the attendees.
    public var length: Duration
    /// The color theme.
    public var theme: Theme
    /// The attendees, in speaking order.
    public var attendees: [Attendee]
    /// The settings of its meetings.
    public var settings: MeetingSettings
    /// The BCP 47 tag of the spoken language, such as `en` or `en-GB`; it selects the recognizer's model.
    public var language: String
    /// Names and terms for the recognizer, besides the attendees' names.
    public var vocabulary: [String]
    /// The source of its call as the user chose it last, such as `auto` or `none`; nil before the first choice.
    public var call: String?
    /// Whether the standup and its meetings are shared with the team.
    public var isShared: Bool
    /// Whether the attendees' voices are learned in its meetings, so that words get the name of whoever said them.
    public var learnsVoices: Bool

    /// Creates a standup; by default a new, empty one of five minutes.
    public init(
        id: ID = ID(),
        title: String = "",
        length: Duration = .seconds(300),
        theme: Theme = .bubblegum,
        attendees: [Attendee] = [],
        settings: MeetingSettings = MeetingSettings(),
        language: String = "en",
        vocabulary: [String] = [],
        call: String? = nil,
        isShared: Bool = false,
        learnsVoices: Bool = false
    ) {
        self.id = id
        self.title = title
        self.length = length
        self.theme = theme
        self.attendees = attendees
        self.settings = settings
        self.language = language
        self.vocabulary = vocabulary
        self.call = call
        self.isShared = isShared
        self.learnsVoices = learnsVoices
    }

    /// The name of an attendee; `Someone` if there is no such attendee.
    public func name(of attendee: Attendee.ID) -> String {
        attendees.first { $0.id == attendee }?.name ?? Attendee.someone
    }

    /// The lengths that forms, commands and imports accept: 10 seconds to 8 hours.
    public static let lengthRange: ClosedRange<Duration> = .seconds(10) ... .seconds(8 * 3600)
}

/// One person of a standup.
public struct Attendee: Identifiable, Hashable, Sendable, Codable {
    /// An attendee's id.
    public typealias ID = Identifier<Attendee>

    /// The name of whoever is not known.
    package static let someone = "Someone"

    /// Whether an id and a name stand for the speakers that an import to a standup does not name.
    package static func isSomeone(_ id: ID, named name: String, in standup: Standup.ID) -> Bool {
        id.rawValue == standup.rawValue && name == someone
    }

    /// The attendee's id; it never changes.
    public let id: ID
    /// The name as typed.
    public var name: String
    /// Whether the attendee joins by call.
    public var isRemote: Bool

    /// Creates an attendee; by default a new one who is in the room.
    public init(id: ID = ID(), name: String, isRemote: Bool = false) {
        self.id = id
        self.name = name
        self.isRemote = isRemote
    }

    /// The channel on which the attendee is heard in a meeting with a call.
    public var channel: AudioChannel { isRemote ? .call : .room }
}

extension Standup {
    /// Decodes a standup; one without a mark is not shared, and learns no voices.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(ID.self, forKey: .id), title: try values.decode(String.self, forKey: .title),
            length: try values.decode(Duration.self, forKey: .length),
            theme: try values.decode(Theme.self, forKey: .theme),
            attendees: try values.decode([Attendee].self, forKey: .attendees),
            settings: try values.decode(MeetingSettings.self, forKey: .settings),
            language: try values.decode(String.self, forKey: .language),
            vocabulary: try values.decode([String].self, forKey: .vocabulary),
            call: try values.decodeIfPresent(String.self, forKey: .call),
            isShared: try values.decodeIfPresent(Bool.self, forKey: .isShared) ?? false,
            learnsVoices: try values.decodeIfPresent(Bool.self, forKey: .learnsVoices) ?? false)
    }
}

extension Attendee {
    /// Decodes an attendee; one without a mark is in the room.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(ID.self, forKey: .id), name: try values.decode(String.self, forKey: .name),
            isRemote: try values.decodeIfPresent(Bool.self, forKey: .isRemote) ?? false)
    }
}

extension [Attendee] {
    /// Whether sound on a channel is an interjection during an attendee's turn: it comes from the other side.
    ///
    /// Without anybody marked as remote, both sides belong to the turn.
    public func isInterjection(on channel: AudioChannel, during speaker: Attendee.ID) -> Bool {
        guard contains(where: \.isRemote), let speaker = first(where: { $0.id == speaker }) else { return false }
        return speaker.channel != channel
    }
}

extension [MeetingAttendee] {
    /// Whether sound on a channel is an interjection during an attendee's turn, by the marks of this meeting.
    public func isInterjection(on channel: AudioChannel, during speaker: Attendee.ID) -> Bool {
        map { Attendee(id: $0.id, name: $0.name, isRemote: $0.isRemote) }.isInterjection(on: channel, during: speaker)
    }
}

/// How a meeting runs: what happens at a slot's end, where unused time goes, when to warn.
public struct MeetingSettings: Hashable, Sendable, Codable {
    /// What happens when a slot has run out.
    public enum SlotEnd: String, CaseIterable, Hashable, Sendable, Codable {
        /// The next attendee's turn starts.
        case advance
        /// The attendee continues in overtime until the user says next.
        case overtime
    }

    /// Who gets unused time and who pays for overtime.
    public enum TimeSharing: String, CaseIterable, Hashable, Sendable, Codable {
        /// Nobody: the meeting gets shorter or longer.
        case fixed
        /// The attendees still to speak: the remaining time is divided again among them.
        case shared
    }

    /// What happens when a slot has run out.
    public var atSlotEnd: SlotEnd
    /// Who gets unused time and who pays for overtime.
    public var timeSharing: TimeSharing
    /// The warnings, as times before a slot's end; each positive, longest first.
    public var warnings: [Duration]
    /// Whether a warning also plays the soft cue.
    public var warningSounds: Bool

    /// Creates settings; the defaults are advance, fixed and one silent warning at 10 s.
    public init(
        atSlotEnd: SlotEnd = .advance,
        timeSharing: TimeSharing = .fixed,
        warnings: [Duration] = [.seconds(10)],
        warningSounds: Bool = false
    ) {
        self.atSlotEnd = atSlotEnd
        self.timeSharing = timeSharing
        self.warnings = warnings
        self.warningSounds = warningSounds
    }
}
