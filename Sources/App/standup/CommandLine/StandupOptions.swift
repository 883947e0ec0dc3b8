public import ArgumentParser
import Localization
public import MeetingModel

extension Theme: ExpressibleByArgument {}
extension MeetingSettings.SlotEnd: ExpressibleByArgument {}
extension MeetingSettings.TimeSharing: ExpressibleByArgument {}

/// What `create` and `edit` can set of a standup besides its title and attendees.
struct StandupOptions: ParsableArguments {
    @Option(
        help: "The length of a meeting, such as 15m, 90s, 1h30m or 900 (seconds).",
        transform: LengthArgument.duration)
    var length: Duration?

    @Option(help: ArgumentHelp("The colour theme.", valueName: "theme"))
    var theme: Theme?

    @Option(help: "The language spoken, such as en or en-GB; it chooses the recogniser's model.", transform: language)
    var language: String?

    @OptionGroup var running: RunningOptions

    /// Whether nothing is set.
    var isEmpty: Bool {
        length == nil && theme == nil && language == nil && running.isEmpty
    }

    /// Sets in a standup what was given.
    func apply(to standup: inout Standup) {
        standup.length = length ?? standup.length
        standup.theme = theme ?? standup.theme
        standup.language = language ?? standup.language
        running.apply(to: &standup.settings)
    }

    /// Reads a language tag.
    static func language(_ text: String) throws -> String {
        guard let tag = SpokenLanguage.tag(text) else {
            throw ValidationError("not a language, \(DisplayText(quoting: text)), write a tag like en, en-GB or de")
        }
        return tag
    }
}

/// Lengths as arguments.
enum LengthArgument {
    /// Reads a length; the message of a failure says what is wrong with it.
    static func duration(_ text: String) throws -> Duration {
        do {
            return try Length(parsing: text).duration
        } catch {
            throw ValidationError(error.description)
        }
    }
}

/// A warning before a slot's end as an argument, or that there shall be none.
enum WarningArgument: Hashable, Sendable {
    /// No warning.
    case none
    /// A warning so long before the end.
    case before(Duration)

    /// Reads a length or `none`.
    init(_ text: String) throws {
        self = text.lowercased() == "none" ? .none : .before(try LengthArgument.duration(text))
    }

    /// The warnings as a standup keeps them: each once, longest first.
    static func durations(_ arguments: [WarningArgument]) -> [Duration] {
        let durations = arguments.compactMap { if case .before(let duration) = $0 { duration } else { nil } }
        return Set(durations).sorted(by: >)
    }
}
