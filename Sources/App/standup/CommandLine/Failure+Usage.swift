import ArgumentParser
import MeetingModel

extension Failure {
    /// Converts the argument parser's error into one line that ends with where to find help.
    init(usage error: any Error) {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let unknown = Self.unknownCommand(arguments) {
            self = unknown
            return
        }
        let text = Self.oneLine(StandupCommand.message(for: error))
        if let setting = Self.setting(in: text) ?? Self.configuration(arguments) {
            self = setting
            return
        }
        let words = ["standup"] + Self.subcommands(of: arguments) + ["--help"]
        // The parser appends a suggestion as a separate sentence. It may be far-fetched: it allows three wrong letters.
        let parts = text.split(separator: ". Did you mean ", maxSplits: 1).map(String.init)
        if let question = Self.nearValue(in: text) {
            self.init(.usage, "\(text.lowercasingFirst); \(question) See: \(words.joined(separator: " "))")
            return
        }
        let isNear = parts.count > 1 && Self.isNear(parts[1], in: parts[0])
        let see = isNear ? "; did you mean \(parts[1]) See" : "; see"
        self.init(
            .usage, "\((parts.first ?? "").lowercasingFirst)\(see): \(words.joined(separator: " "))")
    }

    /// The failure for an option that is only a setting, such as `--plain`; nil for other messages.
    private static func setting(in message: String) -> Failure? {
        guard message.hasPrefix("Unknown option '--"), let name = message.split(separator: "'").dropFirst().first else {
            return nil
        }
        let keys = Configuration.ValueKey.allCases.map(\.rawValue) + Configuration.HookKey.allCases.map(\.rawValue)
        guard let key = keys.first(where: { "--" + $0 == name }) else { return nil }
        return Failure(
            .usage,
            "'\(name)' is no option of this command but a setting; set it with: standup config set \(key) VALUE")
    }

    /// The failure for `config KEY VALUE`, which lacks the action; nil for other arguments.
    private static func configuration(_ arguments: [String]) -> Failure? {
        guard arguments.first == "config", arguments.count > 1, Setting.names.contains(arguments[1]) else { return nil }
        let words = [arguments.count > 2 ? "set" : "get"] + arguments.dropFirst().map(SuggestedCommand.quoted)
        return Failure(
            .usage,
            "'\(arguments[1])' is a setting; did you mean: standup config \(words.joined(separator: " "))")
    }

    /// A question with the allowed values that are like the one that a message quotes first; nil if there are none.
    private static func nearValue(in message: String) -> String? {
        guard let list = message.firstRange(of: "Please provide one of "), message.contains(" is invalid for "),
            let typed = message.split(separator: "'").dropFirst().first
        else { return nil }
        let allowed = message[list.upperBound...].replacing("the following: ", with: "").replacing(" and ", with: ", ")
            .replacing(" or ", with: ", ").split(separator: ", ").map { $0.filter { $0 != "'" } }
        return Misspelling.question(Misspelling.suggestions(for: String(typed), among: allowed).map { "'\($0)'" })
    }

    /// Whether a suggestion, `'--title'?`, is a likely spelling of the option that a message quotes.
    private static func isNear(_ suggestion: String, in message: String) -> Bool {
        let names = [suggestion, message].map { $0.split(separator: "'").first { $0.hasPrefix("--") } }
        guard let name = names[0], let typed = names[1] else { return false }
        return !Misspelling.suggestions(for: String(typed.dropFirst(2)), among: [String(name.dropFirst(2))]).isEmpty
    }

    /// Command names of other programs, and this program's equivalents.
    private static let otherNames = [
        "new": "create", "add": "create", "rm": "delete", "remove": "delete", "run": "start", "-v": "--version",
        "join": "attach", "record": "start", "configure": "config", "settings": "config", "man": "help",
        "find": "search", "grep": "search",
    ]

    /// The failure for arguments that begin with an unknown command; nil if the command exists.
    static func unknownCommand(_ arguments: [String]) -> Failure? {
        let names = StandupCommand.configuration.subcommands.flatMap { [$0._commandName] + $0.configuration.aliases }
        guard let first = arguments.first, !names.contains(first), first != "help" else { return nil }
        if ["undo", "restore"].contains(first) {
            return Failure(
                .usage,
                "unknown command '\(first)'; to take back what you delete in the application, press u there before you quit"
            )
        }
        let other = otherNames[first]
        guard other != nil || !first.hasPrefix("-") else { return nil }
        let suggestions = other.map { [$0] } ?? Misspelling.suggestions(for: first, among: names)
        let question = Misspelling.question(suggestions.map { "'\($0)'" })
        return Failure(
            .usage,
            "unknown \(first.hasPrefix("-") ? "option" : "command") '\(DisplayText(quoting: first))'; "
                + (question.map { $0 + " See" } ?? "see") + ": standup --help")
    }

    /// Joins a message into one line without a full stop; a list of allowed values becomes comma-separated.
    private static func oneLine(_ message: String) -> String {
        var text = ""
        for line in message.split(separator: "\n") {
            if line.hasPrefix("  - ") {
                text += (text.hasSuffix(":") ? " " : ", ") + line.dropFirst(4)
            } else {
                text += (text.isEmpty ? "" : " ") + line
            }
        }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// The path of subcommands that the arguments name.
    private static func subcommands(of arguments: [String]) -> [String] {
        var names: [String] = []
        var type: any ParsableCommand.Type = StandupCommand.self
        for argument in arguments {
            guard let next = type.configuration.subcommands.first(where: { $0.answers(to: argument) }) else { break }
            names.append(argument)
            type = next
        }
        return names
    }
}

extension String {
    fileprivate var lowercasingFirst: String {
        prefix(1).lowercased() + dropFirst()
    }
}
