import ArgumentParser

/// The root of the commands; by itself it is the full-screen application.
struct StandupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standup",
        abstract: "Hold standup meetings against the clock, recorded and transcribed.",
        discussion: """
            STANDUP is a title, a unique start of one, or an id. MEETING is latest, TITLE/1 (1 is the newest), or the \
            start of an id. Everything is kept in $XDG_DATA_HOME/standup unless --data or STANDUP_DATA says otherwise; \
            what is set in $XDG_CONFIG_HOME/standup/config.yaml \
            (\(Configuration.Key.allCases.map(\.rawValue).joined(separator: ", "))) counts where neither a flag nor \
            the environment (STANDUP_INPUT and so on) does; \
            \(Configuration.HookKey.allCases.map(\.rawValue).joined(separator: " and ")) there name programs to be \
            run, see: man standup

            Exit codes: 0 done, 1 failed, 64 wrong usage, 66 no such standup, meeting or file, 69 device or \
            recogniser not available, 73 cannot write, 130 interrupted.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(name: "The application", subcommands: [OpenCommand.self, InspectCommand.self]),
            CommandGroup(
                name: "Standups",
                subcommands: [
                    CreateCommand.self, ListCommand.self, ShowCommand.self, EditCommand.self, DeleteCommand.self,
                ]),
            CommandGroup(
                name: "Meetings",
                subcommands: [
                    StartCommand.self, MeetingsCommand.self, MeetingCommand.self, SearchCommand.self,
                    PlayCommand.self, StatsCommand.self, ExportCommand.self, ImportCommand.self,
                    TranscribeCommand.self, TranscriptsCommand.self, CorrectCommand.self, KeepMeetingCommand.self,
                    DeleteMeetingCommand.self,
                ]),
            CommandGroup(
                name: "This machine",
                subcommands: [
                    DevicesCommand.self, ModelsCommand.self, DoctorCommand.self, DemoCommand.self,
                    CompletionsCommand.self,
                ]),
        ])

    /// The version of the program.
    static let version = "0.1.0"

    @OptionGroup var data: DataOption

    /// Opens the application where it was left; without a terminal it says what there is and what to type.
    func run() async throws {
        guard Terminal.canShowApplication else {
            try StandardOutput.writeLine(Overview.text(for: .standardOutput))
            return
        }
        try await FullScreen.open(nil, data: data)
    }
}
