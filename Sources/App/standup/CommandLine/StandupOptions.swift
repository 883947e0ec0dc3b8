public import ArgumentParser
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

    /// Reads a language tag by BCP 47, as far as can be told without its registry.
    static func language(_ text: String) throws -> String {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIILetterOrDigit) }
            && (2...8).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(\.isASCIILetter)
        guard isTag else { throw ValidationError("not a language tag, write it like en or en-GB") }
        return text
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

extension UInt8 {
    fileprivate var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    fileprivate var isASCIILetterOrDigit: Bool {
        isASCIILetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
