public import ArgumentParser
import Localization
public import MeetingModel

extension Theme: ExpressibleByArgument {}
extension MeetingSettings.SlotEnd: ExpressibleByArgument {}
extension MeetingSettings.TimeSharing: ExpressibleByArgument {}

/// The options of `create` and `edit` besides the title and the attendees.
struct StandupOptions: ParsableArguments {
    @Option(
        help: "The length of a meeting: 15m, 90s, 1h30m or 15 (minutes).",
        transform: { try LengthArgument.duration($0, allowsMinutes: true) })
    var length: Duration?

    @Option(help: ArgumentHelp("The color theme.", valueName: "theme"))
    var theme: Theme?

    @Option(help: "The spoken language, such as en or en-GB.", transform: language)
    var language: String?

    @Flag(inversion: .prefixedNo, help: "Share the standup and its meetings with the team; see standup team.")
    var team: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Learn the attendees' voices, to tell who spoke. They are personal data; see standup voices.")
    var voices: Bool?

    @OptionGroup var running: MeetingOptions

    var isEmpty: Bool {
        length == nil && theme == nil && language == nil && team == nil && voices == nil && running.isEmpty
    }

    func apply(to standup: inout Standup) {
        standup.length = length ?? standup.length
        standup.theme = theme ?? standup.theme
        standup.language = language ?? standup.language
        standup.isShared = team ?? standup.isShared
        standup.learnsVoices = voices ?? standup.learnsVoices
        running.apply(to: &standup.settings)
    }

    static func language(_ text: String) throws -> String {
        guard let tag = SpokenLanguage.tag(text) else {
            throw ValidationError("'\(DisplayText(quoting: text))' is not a language; write a tag like en, en-GB or de")
        }
        return tag
    }
}

enum LengthArgument {
    /// Parses a duration; the failure's message says what is wrong.
    static func duration(_ text: String, allowsMinutes: Bool = false) throws -> Duration {
        do {
            return try Length(parsing: text, allowsMinutes: allowsMinutes).duration
        } catch {
            throw ValidationError(error.description)
        }
    }
}

/// A warning before the end of a slot as an argument, or `none`.
enum WarningArgument: Hashable, Sendable {
    case none
    case before(Duration)

    init(_ text: String) throws {
        self = text.lowercased() == "none" ? .none : .before(try LengthArgument.duration(text))
    }

    /// The warnings in a standup's form: without duplicates, longest first.
    static func durations(_ arguments: [WarningArgument]) -> [Duration] {
        let durations = arguments.compactMap { if case .before(let duration) = $0 { duration } else { nil } }
        return Set(durations).sorted(by: >)
    }
}
