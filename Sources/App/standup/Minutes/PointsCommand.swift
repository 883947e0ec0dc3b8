import ArgumentParser
import MeetingHistory
import MeetingModel

/// The `standup points` command.
struct PointsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "points",
        abstract: "List the points of the last meetings, or mark them done, open or dropped.",
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
            """)

    /// How to mark points.
    private enum Action: String, CaseIterable {
        case done
        case open
        case drop

        var state: Point.State {
            switch self {
            case .done: .done
            case .open: .open
            case .drop: .dropped
            }
        }
    }

    @Argument(
        help: ArgumentHelp(
            "A title, the start of a title, or an id; or done, open or drop with points. Default: all standups.",
            valueName: "standup"),
        completion: .standup)
    var subject: String?

    @Argument(help: "The points to mark: the start of an id, four characters or more.")
    var points: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only the points of this person; part of a name is enough.", valueName: "name"),
        completion: .person)
    var person: String?

    @Flag(help: "Only open points.")
    var open = false

    @Option(help: ArgumentHelp("The number of meetings to read.", valueName: "number"))
    var last = 20

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard (1...100_000).contains(last) else { throw ValidationError("--last must be 1 to 100000, not \(last)") }
        guard points.isEmpty || subject.flatMap(Action.init) != nil else {
            throw ValidationError("to mark points, write done, open or drop before their ids, not '\(subject ?? "")'")
        }
        guard points.isEmpty || !(open || person != nil) else {
            throw ValidationError("--open and --person are for the list; leave them out to mark points")
        }
    }

    func run() throws {
        let history = try Composition(data: data).openHistory()
        if !points.isEmpty, let action = subject.flatMap(Action.init) { return try mark(action, in: history) }
        let standup = try subject.map { try history.standup($0).id }
        let people = try person.map { try SpeakerLookup.find($0, in: history.store.people()) }
        let found = try history.store.meetingsWithPoints(of: standup, last: last).carriedPoints.filter { carried in
            (!open || carried.isOpen) && people?.contains(carried.point.attendee) ?? true
        }
        if json.isOn {
            try JSONOutput.write(found.map(PointDocument.init))
        } else {
            for line in PointTable.table(found, withTitle: standup == nil).lines(for: .standardOutput)
            where !found.isEmpty {
                try StandardOutput.writeLine(line)
            }
        }
        guard found.isEmpty else { return }
        StandardOutput.note(open ? "No open points." : "No points.")
        throw ExitCode(Failure.Code.notFound.rawValue)
    }

    /// Sets the state of the named points, all or none.
    private func mark(_ action: Action, in history: History) throws {
        let known = try history.store.meetingsWithPoints(of: nil, last: 100_000).carriedPoints
        let marked = try points.map { text in
            let wanted = text.lowercased()
            let found = wanted.count < 4 ? [] : known.filter { $0.id.rawValue.hasPrefix(wanted) }
            guard let point = found.first else {
                throw Failure(
                    .notFound,
                    "no point matches '\(DisplayText(quoting: text))'; list them with: standup points --open")
            }
            guard found.count == 1 else {
                throw Failure(
                    .notFound,
                    "'\(DisplayText(quoting: text))' begins the ids of \(found.count) points; type more of it")
            }
            return point
        }
        try history.store.setState(action.state, of: marked.map(\.id))
        if json.isOn {
            let ids = Set(marked.map(\.id))
            let changed = known.filter { ids.contains($0.id) }.map { carried in
                var carried = carried
                carried.point.state = action.state
                return PointDocument(carried)
            }
            return try JSONOutput.write(changed)
        }
        for point in marked {
            try StandardOutput.writeLine(
                "\(action.state.rawValue): \(DisplayText(point.name)): \(DisplayText(point.point.text))")
        }
    }
}
