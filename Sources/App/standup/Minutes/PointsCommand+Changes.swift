import ArgumentParser
import MeetingHistory
import MeetingModel

// Changing points.

extension PointsCommand {
    static func kind(_ text: String) throws -> Point.Kind {
        let kinds = Point.Kind.allCases.map(\.rawValue)
        guard let kind = Point.Kind(rawValue: text) else {
            throw ValidationError("--kind must be \(kinds.joined(separator: ", ")), not '\(text)'")
        }
        return kind
    }

    func validate(_ action: Action) throws {
        switch action {
        case .edit:
            guard points.count == 1 else { throw ValidationError("points edit takes one point, not \(points.count)") }
            guard text != nil || kind != nil || person != nil else {
                throw ValidationError("nothing to edit; add --text, --kind or --person")
            }
        case .add:
            guard points.count == 2, person != nil, text == nil else {
                throw ValidationError(
                    "write it like: standup points add MEETING \"Order new badges\" --person Ben --kind plan")
            }
        case .done, .open, .drop, .delete:
            guard text == nil, kind == nil else {
                throw ValidationError("--text and --kind are for points edit and points add")
            }
        }
    }

    /// Sets the state of the named points, all or none.
    func mark(_ state: Point.State, in history: History) throws {
        let marked = try named(points, in: history)
        try history.store.setState(state, of: marked.map(\.id))
        try report(
            marked.map { carried in
                var carried = carried
                carried.point.state = state
                return carried
            }, as: state.rawValue)
    }

    /// Changes the text, the kind or the person of a point.
    func edit(in history: History) throws {
        var carried = try named(points, in: history)[0]
        let meeting = try history.meeting(id: carried.meeting)
        let edited = carried.point.edited(
            text: try text.map(Self.checked), kind: kind, attendee: try person.map { try attendee($0, of: meeting) })
        if edited != carried.point { try change(carried.meeting, by: .replace(carried.point, by: edited), in: history) }
        carried = CarriedPoint(edited, of: meeting, isContinued: carried.isContinued, meetings: carried.meetings)
        try report([carried], as: "edited")
    }

    /// Adds a point to a meeting, at the beginning of its person's first turn.
    func add(in history: History) throws {
        let meeting = try history.meeting(points[0])
        guard meeting.state != .live else {
            throw Failure(
                .failed, "\(DisplayText(quoting: meeting.title)) is still running; add points when it has ended")
        }
        let owner = try attendee(person ?? "", of: meeting)
        let start = meeting.turns.first { $0.attendee == owner }?.start ?? .zero
        var generator = SystemRandomNumberGenerator()
        let point = Point(
            id: Point.ID(using: &generator), attendee: owner, kind: kind ?? .plan, text: try Self.checked(points[1]),
            start: start, end: start, maker: .hand)
        try change(meeting.id, by: .add(point), in: history)
        try report([CarriedPoint(point, of: meeting)], as: "added")
    }

    /// Deletes the named points; a point that another program changes at the same time stays.
    func delete(in history: History) throws {
        let deleted = try named(points, in: history)
        for carried in deleted { try change(carried.meeting, by: .delete(carried.point), in: history) }
        try report(deleted, as: "deleted")
    }

    private func change(_ meeting: Meeting.ID, by edit: PointEdit, in history: History) throws {
        let now = Timestamp.now
        guard try history.store.editPoints(of: meeting, edit, at: now) else {
            throw Failure(.failed, "another program has just changed this point; read the points and try again")
        }
    }

    private func attendee(_ name: String, of meeting: Meeting) throws -> Attendee.ID {
        let attendees = meeting.attendees
        return attendees[try AttendeeLookup.index(of: name, in: attendees.map(\.name))].id
    }

    /// A text as one line.
    private static func checked(_ text: String) throws(Failure) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty else {
            throw Failure(.usage, "the text of a point is empty; to delete it use: points delete")
        }
        guard line.count <= PointEdit.longestText else {
            throw Failure(.usage, "a point has at most \(PointEdit.longestText) characters, not \(line.count)")
        }
        return line
    }

    /// The points whose ids begin with the texts.
    private func named(_ texts: [String], in history: History) throws -> [CarriedPoint] {
        let known = try history.store.meetingsWithPoints(of: nil, last: 100_000).carriedPoints
        var seen: Set<Point.ID> = []
        return try texts.map { text in
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
        .filter { seen.insert($0.id).inserted }
    }

    private func report(_ points: [CarriedPoint], as done: String) throws {
        if json.isOn { return try JSONOutput.write(points.map(PointDocument.init)) }
        for carried in points {
            try StandardOutput.writeLine("\(done): \(DisplayText(carried.name)): \(DisplayText(carried.point.text))")
        }
    }
}
