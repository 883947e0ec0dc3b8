/// A recurring meeting: who takes part, how long it lasts and how it is run.
public struct Standup: Identifiable, Hashable, Sendable, Codable {
    /// An id of a standup.
    public typealias ID = Identifier<Standup>

    /// The standup's identity; it never changes.
    public let id: ID
    /// The title, as typed; shown only after control characters are taken out.
    public var title: String
    /// The whole length of a meeting, divided among the attendees.
    public var length: Duration
    /// The colour theme.
    public var theme: Theme
    /// Who takes part, in speaking order.
    public var attendees: [Attendee]
    /// How a meeting of this standup runs.
    public var settings: MeetingSettings
    /// The BCP 47 tag of the language spoken in it, such as `en` or `en-GB`; it chooses the recogniser's model.
    public var language: String
    /// Names and terms that the recogniser should know besides the attendees' names.
    public var vocabulary: [String]

    /// A standup; without further arguments a new, empty one of five minutes.
    public init(
        id: ID,
        title: String = "",
        length: Duration = .seconds(300),
        theme: Theme = .bubblegum,
        attendees: [Attendee] = [],
        settings: MeetingSettings = MeetingSettings(),
        language: String = "en",
        vocabulary: [String] = []
    ) {
        self.id = id
        self.title = title
        self.length = length
        self.theme = theme
        self.attendees = attendees
        self.settings = settings
        self.language = language
        self.vocabulary = vocabulary
    }

    /// The name of an attendee, `Someone` if there is no such attendee.
    public func name(of attendee: Attendee.ID) -> String {
        attendees.first { $0.id == attendee }?.name ?? "Someone"
    }

    /// The lengths that forms, commands and imports accept: 10 seconds to 8 hours.
    public static let lengthRange: ClosedRange<Duration> = .seconds(10) ... .seconds(8 * 3600)
}

/// One person of a standup.
public struct Attendee: Identifiable, Hashable, Sendable, Codable {
    /// An id of an attendee.
    public typealias ID = Identifier<Attendee>

    /// The attendee's identity; it never changes.
    public let id: ID
    /// The name, as typed.
    public var name: String

    /// An attendee with a name.
    public init(id: ID, name: String) {
        self.id = id
        self.name = name
    }
}

/// How a meeting runs: what happens when a slot ends, where spare time goes, when to warn.
public struct MeetingSettings: Hashable, Sendable, Codable {
    /// What happens when a slot's time is used up.
    public enum SlotEnd: String, CaseIterable, Hashable, Sendable, Codable {
        /// The next attendee's turn starts.
        case advance
        /// The attendee goes on in overtime until someone says next.
        case overtime
    }

    /// Where time goes that an attendee leaves over, and where overtime comes from.
    public enum TimeSharing: String, CaseIterable, Hashable, Sendable, Codable {
        /// The meeting gets shorter or longer.
        case fixed
        /// What is left is divided again among those still to speak.
        case shared
    }

    /// What happens when a slot's time is used up.
    public var atSlotEnd: SlotEnd
    /// Where spare time goes.
    public var timeSharing: TimeSharing
    /// How long before a slot's end to warn; each positive, longest first.
    public var warnings: [Duration]
    /// Whether a warning also sounds the soft cue.
    public var warningSounds: Bool

    /// Settings; without arguments the defaults: advance, fixed, one silent warning at 10 s.
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
