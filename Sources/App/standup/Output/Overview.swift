import ArgumentParser

/// What `standup` without a command shows: the commands there are, and where to begin.
enum Overview {
    /// The names of all commands.
    static var commandNames: [String] {
        StandupCommand.configuration.subcommands.map { $0._commandName }
    }

    /// The overview, made from the commands themselves.
    static func text(for terminal: Terminal) -> String {
        let groups = StandupCommand.configuration.groupedSubcommands
        let width = groups.flatMap(\.subcommands).map { $0._commandName.count }.max() ?? 0
        var lines = [
            terminal.styled("standup \(StandupCommand.version)", .bold) + " - " + StandupCommand.configuration.abstract,
            "Without a command, on a terminal, it opens the full-screen application. The commands:",
        ]
        for group in groups {
            lines += ["", terminal.styled(group.name + ":", .bold)]
            for command in group.subcommands {
                let name = command._commandName
                let padding = String(repeating: " ", count: width - name.count)
                lines.append("  standup \(name)\(padding)  \(command.configuration.abstract)")
            }
        }
        lines += ["", "Begin with:", "  standup create Daily Ann Ben Cleo --length 15m"]
        lines += ["Examples of each command:", "  standup create --help"]
        return lines.joined(separator: "\n")
    }
}
