package import MeetingModel

package enum MinutesFormat: String, CaseIterable, Hashable, Sendable {
    /// Plain text by person.
    case text
    /// Markdown: a section for each person.
    case md
    case json
    /// A table as in RFC 4180, one row per point or update.
    case csv
}

package struct MinutesDocument: Codable, Hashable {
    package var meeting: String
    package var standup: MeetingPart.Standup
    package var startedAt: String
    /// The points, in the order in which they were said.
    package var points: [MeetingPart.Point]
    package var updates: [MeetingPart.Update]
}

extension MeetingTranscript {
    /// The points in one format, with the line endings of the format.
    package func minutes(as format: MinutesFormat, columns: Int? = nil) throws -> String {
        switch format {
        case .text: return minutesLines(columns: columns).map { $0 + "\n" }.joined()
        case .md:
            let head = ["# " + escaped(title), "", "\(startedAt.minute), \(meeting.duration.clockText())"]
            return (head + pointSections(heading: "##")).map { $0 + "\n" }.joined()
        case .json:
            let document = MinutesDocument(
                meeting: meeting.id.rawValue,
                standup: MeetingPart.Standup(id: meeting.standupID.rawValue, title: meeting.title),
                startedAt: startedAt.iso8601,
                points: points.map { MeetingPart.Point($0, name: meeting.name(of: $0.attendee)) },
                updates: updates.map { MeetingPart.Update($0, name: meeting.name(of: $0.attendee)) })
            return try JSONText.text(of: document) + "\n"
        case .csv:
            return CSV.header(["date", "title", "name", "kind", "state", "start", "end", "text", "id"])
                + updates.map { update in
                    let place = meeting.place(of: update.attendee).seconds
                    return CSV.line([
                        .text(startedAt.iso8601), .text(meeting.title), .text(meeting.name(of: update.attendee)),
                        .text("update"), .text(""), .number(place), .number(place), .text(update.text), .text(""),
                    ])
                }.joined()
                + points.map { point in
                    CSV.line([
                        .text(startedAt.iso8601), .text(meeting.title), .text(meeting.name(of: point.attendee)),
                        .text(point.kind.rawValue), .text(point.state.rawValue), .number(point.start.seconds),
                        .number(point.end.seconds), .text(point.text), .text(point.id.rawValue),
                    ])
                }.joined()
        }
    }

    /// The people with points or an update, in the order of the attendees, with the lines of the update and the points.
    package var people: [(name: String, written: [String], points: [Point])] {
        let byPerson = Dictionary(grouping: points, by: \.attendee)
        let known = meeting.attendees.map(\.id)
        let written = Dictionary(updates.map { ($0.attendee, $0.lines) }) { first, _ in first }
        let others = (points.map(\.attendee) + updates.map(\.attendee)).filter { !known.contains($0) }
        var seen: Set<Attendee.ID> = []
        return (known + others).filter { seen.insert($0).inserted }.compactMap { id in
            let (written, points) = (written[id] ?? [], byPerson[id] ?? [])
            guard !written.isEmpty || !points.isEmpty else { return nil }
            return (DisplayText(meeting.name(of: id)).description, written, points)
        }
    }

    /// A section of Markdown for each person.
    func pointSections(heading: String) -> [String] {
        people.flatMap { name, written, points in
            ["", "\(heading) " + escaped(name), ""]
                + written.map { "- *written:* " + escaped($0) }
                + points.map { point in
                    "- `\(point.start.clockText(.position))` \(point.label): "
                        + escaped(DisplayText(point.text).description)
                }
        }
    }

    private func minutesLines(columns: Int?) -> [String] {
        let labels = points.map(\.label.count).max() ?? 0
        return people.flatMap { name, written, points in
            [name] + writtenLines(written, columns: columns)
                + points.flatMap { point in
                    let time = point.start.clockText(.position)
                    let indent =
                        String(repeating: " ", count: max(7 - time.count, 0)) + time + "  "
                        + point.label.padded(to: labels) + "  "
                    return DisplayText(point.text).lines(after: indent, columns: columns)
                }
        }
    }

    func writtenLines(_ written: [String], columns: Int?) -> [String] {
        written.flatMap { DisplayText($0).lines(after: "  wrote  ", columns: columns) }
    }
}

extension Point {
    /// The kind, with the state if that is not the first one of the kind.
    package var label: String {
        state == kind.firstState ? kind.rawValue : "\(kind.rawValue), \(state.rawValue)"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
}
