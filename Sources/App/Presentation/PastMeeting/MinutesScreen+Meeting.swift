package import Localization
package import MeetingModel

extension MinutesScreen {
    /// `points` are in the order of `pointsByKind`.
    package init(of meeting: Meeting, _ points: [Point], _ localizer: Localizer) {
        var last: Point.Kind?
        title = localizer(.pointsMinutes)
        rows = points.map { point in
            defer { last = point.kind }
            return Row(
                heading: point.kind == last ? "" : localizer(point.kind.heading),
                name: meeting.name(of: point.attendee, localizer), time: point.start.clockText(.position),
                kind: point.kind, kindText: localizer(point.kind.message), state: point.state,
                stateText: point.stateBesideKind.map { localizer($0.message) } ?? "",
                text: DisplayText(point.text).description,
                maker: point.maker.message.map { localizer($0) } ?? "", start: point.start.seconds)
        }
        written = meeting.updates.sorted { meeting.place(inOrder: $0.attendee) < meeting.place(inOrder: $1.attendee) }
            .map { WrittenRow($0, above: points.count, of: meeting, localizer) }
        isOpen = false
        empty = points.isEmpty ? localizer(.pointsNone) : nil
    }

    /// The minutes as plain text, to be pasted into a chat.
    package var plainText: String {
        rows.map { row in
            (row.heading.isEmpty ? "" : "\n\(row.heading)\n") + "- \(row.name): \(row.text)"
                + (row.stateText.isEmpty || row.state == .open ? "" : " (\(row.stateText))")
        }
        .joined(separator: "\n").trimmingPrefix("\n")
            + written.map { "\n\n\($0.name)\n" + $0.lines.map { "- " + $0 }.joined(separator: "\n") }.joined() + "\n"
    }
}

extension Meeting {
    /// The points by kind, those that somebody waits for first, and then in the order of the attendees.
    package var pointsByKind: [Point] {
        let kinds: [Point.Kind] = [.blocker, .decision, .question, .plan, .done, .other]
        func key(_ point: (offset: Int, element: Point)) -> (Int, Int, Int) {
            let kind = kinds.firstIndex(of: point.element.kind) ?? .max
            return (kind, place(inOrder: point.element.attendee), point.offset)
        }
        return points.enumerated().sorted { key($0) < key($1) }.map(\.element)
    }

    fileprivate func place(inOrder attendee: Attendee.ID) -> Int {
        attendees.firstIndex { $0.id == attendee } ?? .max
    }
}
