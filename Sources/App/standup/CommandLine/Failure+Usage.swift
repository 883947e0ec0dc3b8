import ArgumentParser
import MeetingModel

extension Failure {
    /// What the argument parser has to say about a wrong command line, in one line that ends with where to look.
    init(usage error: any Error) {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let unknown = Self.unknownCommand(arguments) {
            self = unknown
            return
        }
        let text = Self.oneLine(StandupCommand.message(for: error))
        let words = ["standup"] + Self.subcommands(of: arguments) + ["--help"]
        self.init(.usage, "wrong usage, \(text.lowercasingFirst), see: \(words.joined(separator: " "))")
    }

    /// What is wrong with arguments that begin with the name of no command; nil if they do not.
    static func unknownCommand(_ arguments: [String]) -> Failure? {
        let names = StandupCommand.configuration.subcommands.map { $0._commandName }
        guard let first = arguments.first, !first.hasPrefix("-"), !names.contains(first), first != "help" else {
            return nil
        }
        let question = Misspelling.question(Misspelling.suggestions(for: first, among: names).map { "'\($0)'" })
        return Failure(
            .usage,
            "unknown command '\(DisplayText(quoting: first))'; " + (question.map { $0 + " See" } ?? "see")
                + ": standup --help")
    }

    /// A message in one line without a full stop; the values to choose from, one a line, become a list.
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

    /// The names of the command that was meant.
    private static func subcommands(of arguments: [String]) -> [String] {
        var names: [String] = []
        var type: any ParsableCommand.Type = StandupCommand.self
        for argument in arguments {
            guard let next = type.configuration.subcommands.first(where: { $0._commandName == argument }) else { break }
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
