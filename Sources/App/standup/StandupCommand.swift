import ArgumentParser
import Assets

/// The root command; without a subcommand it opens the full-screen application.
struct StandupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standup",
        abstract: "Hold standup meetings against the clock, recorded and transcribed.",
        discussion: """
            STANDUP is a title, the start of a title, or an id. MEETING is latest, TITLE for its latest meeting, \
            TITLE/2 for the one before, or the start of an id.

            Each setting is read from its flag, if the command has one, else from its environment variable, such as \
            STANDUP_INPUT, else from $XDG_CONFIG_HOME/standup/config.yaml: \
            \(Configuration.ValueKey.allCases.map(\.rawValue).joined(separator: ", ")). There, \
            \(Configuration.HookKey.allCases.map(\.rawValue).joined(separator: " and ")) name programs to run.

            Exit codes: 0 success, 1 failure, 64 wrong usage, 66 not found, 69 device, recognizer, assistant or web server not available, 73 \
            cannot write, 129 terminal closed, 130 interrupted, 143 terminated.

            For help on a command or a topic, run: standup help NAME. The topics are \
            \(HelpTopic.names.joined(separator: ", ")). The manual: man standup
            """,
        version: version,
        subcommands: [HoldCommand.self],
        groupedSubcommands: groups)

    private static let groups = [
        CommandGroup(name: "Application", subcommands: [OpenCommand.self, InspectCommand.self]),
        CommandGroup(
            name: "Standups",
            subcommands: [
                CreateCommand.self, ListCommand.self, ShowCommand.self, EditCommand.self, UpdateCommand.self,
                VoicesCommand.self, DeleteCommand.self,
            ]),
        CommandGroup(
            name: "Meetings",
            subcommands: [
                StartCommand.self, AttachCommand.self, StatusCommand.self, WatchCommand.self, TellCommand.self,
                MeetingsCommand.self, MeetingCommand.self, SearchCommand.self,
                MinutesCommand.self, PointsCommand.self, PostCommand.self, PlayCommand.self, StatsCommand.self,
                ExportCommand.self,
                ImportCommand.self,
                TranscribeCommand.self, TranscriptsCommand.self, DiarizeCommand.self, CorrectCommand.self,
                KeepMeetingCommand.self, DeleteMeetingCommand.self,
            ]),
        CommandGroup(
            name: "Browsers", subcommands: [ServeCommand.self, InviteCommand.self, InvitationsCommand.self]),
        CommandGroup(name: "The team", subcommands: [TeamCommand.self]),
        CommandGroup(
            name: "This machine",
            subcommands: [
                DevicesCommand.self, ModelsCommand.self, DoctorCommand.self, DemoCommand.self,
                CallNoticeCommand.self, CompletionsCommand.self, ConfigCommand.self, VersionCommand.self,
            ]),
    ]

    /// All top-level commands.
    static var commands: [any ParsableCommand.Type] { groups.flatMap(\.subcommands) + [HoldCommand.self] }

    static let version = "0.1.0"

    @Flag(help: "Print the licences of standup and of what it contains.")
    var licenses = false

    @OptionGroup var data: DataOption

    /// Opens the application where the user last left it; without a terminal, prints an overview.
    func run() async throws {
        if licenses {
            return try StandardOutput.write(SmallFile.read(AssetFolder.locate("Licenses/licenses.txt")) ?? "")
        }
        guard Terminal.canShowApplication else {
            try StandardOutput.writeLine(Overview.text(for: .standardOutput))
            return
        }
        try await FullScreen.open(nil, data: data)
    }
}
