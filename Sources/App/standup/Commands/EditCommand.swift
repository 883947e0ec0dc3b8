import ArgumentParser
import MeetingHistory
import MeetingModel

/// `standup edit`.
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a standup; meetings that were held stay as they were.",
        discussion: """
            People are removed and renamed first, then added, then moved. Of two with the same name, NAME#2 is the \
            second.

            Examples:
              standup edit Daily --length 10m --theme teal
              standup edit Daily --add Dora --remove Ben
              standup edit Daily --rename Ann=Anna --move Cleo=1
              standup edit Daily --add-term Kubernetes --add-term "pull request"
            """)

    @Argument(help: "A title, a unique start of one, or an id.", completion: .standup)
    var standup: String

    @Option(parsing: .unconditional, help: "A new title.")
    var title: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Add an attendee at the end; can be repeated.", valueName: "name"))
    var add: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Remove an attendee; can be repeated.", valueName: "name"),
        completion: .attendeeOfStandup)
    var remove: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Give an attendee another name; can be repeated.", valueName: "name=new"))
    var rename: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Move an attendee to a place, 1 is the first; can be repeated.", valueName: "name=place"))
    var move: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Add a term that is to be written so where it is heard; can be repeated.", valueName: "term"))
    var addTerm: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Remove a term; can be repeated.", valueName: "term"))
    var removeTerm: [String] = []

    @OptionGroup var options: StandupOptions
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard options.isEmpty, title == nil, add.isEmpty, remove.isEmpty, rename.isEmpty, move.isEmpty,
            addTerm.isEmpty, removeTerm.isEmpty
        else { return }
        throw ValidationError("Nothing to change, name at least one option.")
    }

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let edited = try edit(history)
        if title != nil { try history.adviseOnNamesakes(of: edited) }
        if json.isOn { try JSONOutput.write(StandupDocument(edited)) }
    }

    /// Makes the changes to the standup as it is, once more if somebody else changes it meanwhile: both count.
    private func edit(_ history: History) throws -> Standup {
        var generator = SystemRandomNumberGenerator()
        let change = RosterChange(
            removed: remove,
            renamed: try rename.map { try AttendeeArgument.pair($0, of: "--rename Ann=Anna") },
            added: AttendeeArgument.attendees(add, using: &generator),
            moved: try move.map { try AttendeeArgument.pair($0, of: "--move Ann=1") })
        while true {
            let original = try history.standup(standup)
            var edited = original
            edited.title = title ?? edited.title
            options.apply(to: &edited)
            try change.apply(to: &edited.attendees)
            try TermChange(removed: removeTerm, added: addTerm).apply(to: &edited.vocabulary)
            edited = try edited.validated()
            if try history.store.save(edited, replacing: original) == .saved { return edited }
        }
    }
}
