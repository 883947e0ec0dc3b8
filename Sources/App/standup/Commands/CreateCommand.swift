import ArgumentParser
import MeetingHistory
import MeetingModel

/// `standup create`.
struct CreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a standup and print its id.",
        discussion: """
            The attendees speak in the order in which they are named, and share the length evenly. Two may have the \
            same name.

            Examples:
              standup create Daily Ann Ben Cleo --length 15m
              standup create "Design review" Ann Ben --length 1h --theme navy
              standup create Daily Ann Ben --at-slot-end overtime --language en-GB
              standup create Daily Ann Ben --time shared --warning 30s --warning 10s
              standup create Daily Ann Ben --term Kubernetes --term "pull request"
            """)

    @Argument(help: "The title.")
    var title: String

    @Argument(help: "The attendees, in speaking order.")
    var name: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A term that is to be written so where it is heard, as the attendees' names are; can be repeated.",
            valueName: "term"))
    var term: [String] = []

    @OptionGroup var options: StandupOptions
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        var generator = SystemRandomNumberGenerator()
        var standup = Standup(id: Standup.ID(using: &generator), title: title)
        if let language = try Configuration.load().language { standup.language = language }
        options.apply(to: &standup)
        standup.attendees = AttendeeArgument.attendees(name, using: &generator)
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
        if standup.attendees.isEmpty {
            let title = DisplayText(quoting: standup.title)
            StandardOutput.note(
                "standup: note: \(title) has no attendees yet, add them with: standup edit TITLE --add NAME")
        }
    }
}
