import ArgumentParser
import Glibc
import MeetingHistory
import MeetingModel
import StandupFeatures

struct CreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a standup and print its id.",
        discussion: """
            The attendees speak in the given order and share the length evenly. On a terminal, without a title and \
            options, it opens the form.

            Defaults: --length 5m --theme bubblegum --at-slot-end advance --time fixed --warning 10s \
            --no-warning-sound. The language is that of the configuration, else en.

            Examples:
              standup create Daily Ann Ben Cleo --length 15m
              standup create "Design review" Ann Ben --length 1h --theme navy
              standup create Daily Ann Ben --at-slot-end overtime --language en-GB
              standup create Daily Ann Ben --time shared --warning 30s --warning 10s
              standup create Daily Ann Ben --term Kubernetes --term "pull request"
              standup create Daily Ann Ben Cleo --remote Cleo
            """)

    @Argument(help: "The title of the standup.")
    var title: String?

    @Argument(help: "The attendees, in speaking order.")
    var name: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A term to be spelt exactly like this; repeatable.",
            valueName: "term"))
    var term: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An attendee who joins by call; repeatable.", valueName: "name"))
    var remote: [String] = []

    @OptionGroup var options: StandupOptions
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        guard let title else {
            let composition = try Composition(data: data)
            let isBare = term.isEmpty && remote.isEmpty && options.isEmpty && !json.isOn
            guard isBare, composition.terminalObstacle == nil else {
                throw Failure(.usage, "missing expected argument '<title>'; see: standup create --help")
            }
            return try await FullScreen.open(Place(.add(focus: nil, dialog: nil)).address, data: data, leaves: true)
        }
        var generator = SystemRandomNumberGenerator()
        var standup = Standup(id: Standup.ID(using: &generator), title: title)
        if let language = try Configuration.load().language { standup.language = language }
        options.apply(to: &standup)
        standup.attendees = AttendeeArgument.attendees(name, using: &generator)
        try RemoteOptions.mark(remote, in: &standup.attendees, isRemote: true)
        try TermChange(added: term).apply(to: &standup.vocabulary)
        standup = try standup.validated()
        let history = try Composition(data: data).openHistory()
        try history.store.save(standup)
        if json.isOn {
            try JSONOutput.write(StandupDocument(standup))
        } else {
            try StandardOutput.writeLine(standup.id.rawValue)
        }
        try history.adviseOnNamesakes(of: standup)
        history.adviseOnSharedNames(in: standup)
        history.adviseOnVoices(of: standup)
        if standup.attendees.isEmpty {
            let title = DisplayText(quoting: standup.title)
            StandardOutput.note(
                "standup: note: \(title) has no attendees; add some with: "
                    + "\(SuggestedCommand("edit", standup.commandName, "--add", "NAME"))")
        } else if !json.isOn, isatty(STDOUT_FILENO) == 1 {
            StandardOutput.note("Next: \(SuggestedCommand("start", standup.commandName))")
        }
    }
}
