import ArgumentParser

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Print the version.",
        discussion: """
            The same as --version and -V.

            Example:
              standup version
            """)

    func run() throws {
        try StandardOutput.writeLine(StandupCommand.version)
    }
}

extension ParsableCommand {
    /// Whether this command has a name, or an alias, that was typed.
    static func answers(to name: String) -> Bool {
        configuration.commandName == name || configuration.aliases.contains(name)
    }
}
