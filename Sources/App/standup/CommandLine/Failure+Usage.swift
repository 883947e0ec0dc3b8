import ArgumentParser

extension Failure {
    /// What the argument parser has to say about a wrong command line, in one line that ends with where to look.
    init(usage error: any Error) {
        let text = Self.oneLine(StandupCommand.message(for: error))
        let words = ["standup"] + Self.subcommands(of: Array(CommandLine.arguments.dropFirst())) + ["--help"]
        self.init(.usage, "wrong usage, \(text.lowercasingFirst), see: \(words.joined(separator: " "))")
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
