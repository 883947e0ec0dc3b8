import ArgumentParser
import MeetingHistory
import MeetingModel
import StandupFeatures
import StandupTerminal

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a standup. Past meetings stay as they are.",
        discussion: """
            Without options, the form opens on a terminal.

            Attendees are removed and renamed first, then added, moved and marked as remote or local. NAME#2 is the \
            second attendee of that name.

            Examples:
              standup edit Daily
              standup edit Daily --length 10m --theme teal
              standup edit Daily --add Dora --remove Ben
              standup edit Daily --rename Ann=Anna --move Cleo=1
              standup edit Daily --remote Ben --local Cleo
              standup edit Daily --add-term Kubernetes --add-term "pull request"
            """)

    @Argument(help: "A title, the start of a title, or an id. Default: asks on a terminal.", completion: .standup)
    var standup: String?

    @Option(parsing: .unconditional, help: "The new title.")
    var title: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Add an attendee at the end; repeatable.", valueName: "name"))
    var add: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Remove an attendee; repeatable.", valueName: "name"),
        completion: .attendeeOfStandup)
    var remove: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Rename an attendee; repeatable.", valueName: "name=new"))
    var rename: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Move an attendee to a position, from 1; repeatable.", valueName: "name=place"))
    var move: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Add a term to be spelt exactly like this; repeatable.", valueName: "term"))
    var addTerm: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Remove a term; repeatable.", valueName: "term"))
    var removeTerm: [String] = []

    @OptionGroup var attendance: RemoteOptions
    @OptionGroup var options: StandupOptions
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private var changesNothing: Bool {
        options.isEmpty && title == nil && add.isEmpty && remove.isEmpty && rename.isEmpty && move.isEmpty
            && addTerm.isEmpty && removeTerm.isEmpty && attendance.isEmpty
    }

    func run() async throws {
        let composition = try Composition(data: data)
        let opensForm = changesNothing && !json.isOn && composition.terminalObstacle == nil
        guard opensForm || !changesNothing else {
            // Without a standup too, the error lists what can be named.
            if standup == nil { _ = try composition.openHistory().standup(nil, asking: "") }
            throw Failure(.usage, "nothing to change; use at least one option; see: standup edit --help")
        }
        let history = try composition.openHistory()
        let standup = try history.standup(standup, asking: "Edit which standup?")
        guard !opensForm else {
            return try await FullScreen.open(Place(.edit(standup.id.rawValue)).address, data: data, leaves: true)
        }
        let edited = try edit(standup.id, history)
        if title != nil { try history.adviseOnNamesakes(of: edited) }
        if !add.isEmpty || !rename.isEmpty { history.adviseOnSharedNames(in: edited) }
        history.adviseOnSending(of: edited)
        if options.voices != nil { history.adviseOnVoices(of: edited) }
        if json.isOn { try JSONOutput.write(StandupDocument(edited)) }
    }

    /// Applies the changes to the current standup.
    ///
    /// Retries if another process changes it in the meantime, so that no change is lost.
    private func edit(_ id: Standup.ID, _ history: History) throws -> Standup {
        var generator = SystemRandomNumberGenerator()
        let change = RosterChange(
            removed: remove,
            renamed: try rename.map { try AttendeeArgument.pair($0, of: "--rename Ann=Anna") },
            added: AttendeeArgument.attendees(add, using: &generator),
            moved: try move.map { try AttendeeArgument.pair($0, of: "--move Ann=1") })
        while true {
            let original = try history.standup(id.rawValue)
            var edited = original
            edited.title = title ?? edited.title
            options.apply(to: &edited)
            try change.apply(to: &edited.attendees)
            try attendance.apply(to: &edited.attendees)
            try TermChange(removed: removeTerm, added: addTerm).apply(to: &edited.vocabulary)
            edited = try edited.validated()
            if try history.store.save(edited, replacing: original) == .saved { return edited }
        }
    }
}
