import ArgumentParser
import MeetingHistory
import MeetingModel

struct PointsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "points",
        abstract: "List the points of the last meetings; mark, edit, add or delete points.",
        discussion: """
            The newest meeting comes first. MET counts the meetings in which the point has been open, including the \
            first. A blocker at 3 or more is marked with !. A point that a later point continues is no longer open.

            If nothing is found, the exit code is 66.

            Examples:
              standup points
              standup points Daily --person Ann --open
              standup points done 3f2a 77c0
              standup points drop 3f2a
              standup points Daily --json
              standup points edit 3f2a --text "Test the search on staging" --kind plan --person Ann
              standup points add latest "Order new badges" --person Ben --kind plan
              standup points delete 3f2a
            """)

    enum Action: String, CaseIterable {
        case done
        case open
        case drop
        case edit
        case add
        case delete

        /// The state that it gives points; nil if it changes something else.
        var state: Point.State? {
            switch self {
            case .done: .done
            case .open: .open
            case .drop: .dropped
            case .edit, .add, .delete: nil
            }
        }

        /// Whether `--person` is the person of a point, instead of limiting the list.
        var takesPerson: Bool { self == .edit || self == .add }
    }

    @Argument(
        help: ArgumentHelp(
            "A title, the start of a title, or an id; or done, open, drop, edit, add or delete. Default: all "
                + "standups.",
            valueName: "standup"),
        completion: .standup)
    var subject: String?

    @Argument(help: "The points: the start of an id, four characters or more; after add, a meeting and the text.")
    var points: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only the points of this person; part of a name is enough. With edit or add, the point's person.",
            valueName: "name"),
        completion: .person)
    var person: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With edit, the new text; at most 1000 characters.", valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "With edit or add: done, plan, blocker, decision, question or other. Default of add: plan.",
            valueName: "kind"),
        completion: .list(Point.Kind.allCases.map(\.rawValue)), transform: PointsCommand.kind)
    var kind: Point.Kind?

    @Flag(help: "Only open points.")
    var open = false

    @Option(help: ArgumentHelp("The number of meetings to read.", valueName: "number"))
    var last = 20

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard (1...100_000).contains(last) else { throw ValidationError("--last must be 1 to 100000, not \(last)") }
        guard !points.isEmpty, let subject else {
            guard text == nil, kind == nil else {
                throw ValidationError("--text and --kind are for points edit and points add; name a point or a meeting")
            }
            return
        }
        guard let action = Action(rawValue: subject) else {
            throw ValidationError(
                "to change points, write done, open, drop, edit, add or delete before them, not '\(subject)'")
        }
        guard !open, person == nil || action.takesPerson else {
            throw ValidationError("--open and --person are for the list; leave them out to change points")
        }
        try validate(action)
    }

    func run() throws {
        let history = try Composition(data: data).openHistory()
        if !points.isEmpty, let action = subject.flatMap(Action.init) {
            switch action {
            case .done, .open, .drop: return try mark(action.state ?? .open, in: history)
            case .edit: return try edit(in: history)
            case .add: return try add(in: history)
            case .delete: return try delete(in: history)
            }
        }
        let standup = try subject.map { try history.standup($0).id }
        let people = try person.map { try SpeakerLookup.find($0, in: history.store.people()) }
        let found = try history.store.meetingsWithPoints(of: standup, last: last).carriedPoints.filter { carried in
            (!open || carried.isOpen) && people?.contains(carried.point.attendee) ?? true
        }
        if json.isOn {
            try JSONOutput.write(found.map(PointDocument.init))
        } else {
            let names = try history.store.currentNames()
            let table = PointTable.table(found.map { $0.named(names) }, withTitle: standup == nil)
            for line in table.lines(for: .standardOutput) where !found.isEmpty {
                try StandardOutput.writeLine(line)
            }
        }
        guard found.isEmpty else { return }
        StandardOutput.note(open ? "No open points." : "No points.")
        throw ExitCode(Failure.Code.notFound.rawValue)
    }
}
