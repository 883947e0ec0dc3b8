import ArgumentParser

extension Failure {
    /// What the argument parser has to say about a wrong command line, in one line that ends with where to look.
    init(usage error: any Error) {
        let message = StandupCommand.message(for: error)
        let text = message.hasSuffix(".") ? String(message.dropLast()) : message
        let words = ["standup"] + Self.subcommands(of: Array(CommandLine.arguments.dropFirst())) + ["--help"]
        self.init(.usage, "wrong usage, \(text.lowercasingFirst), see: \(words.joined(separator: " "))")
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
