import ArgumentParser

/// The output of `standup` without a command: the available commands and the first steps.
enum Overview {
    static var commandNames: [String] {
        StandupCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    }

    static func text(for terminal: Terminal) -> String {
        let groups = StandupCommand.configuration.groupedSubcommands
        let width = groups.flatMap(\.subcommands).map { $0._commandName.count }.max() ?? 0
        var lines = [
            terminal.styled("standup \(StandupCommand.version)", .bold) + " - " + StandupCommand.configuration.abstract,
            "Without a command, standup opens the full-screen application. Commands:",
        ]
        for group in groups {
            lines += ["", terminal.styled(group.name + ":", .bold)]
            for command in group.subcommands {
                let name = command._commandName
                let padding = String(repeating: " ", count: width - name.count)
                lines.append("  standup \(name)\(padding)  \(command.configuration.abstract)")
            }
        }
        lines += ["", "Get started:", "  standup create Daily Ann Ben Cleo --length 15m"]
        lines += ["Help for a command:", "  standup create --help"]
        return lines.joined(separator: "\n")
    }
}
