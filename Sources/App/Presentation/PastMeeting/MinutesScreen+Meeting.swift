package import Localization
package import MeetingModel

extension MinutesScreen {
    /// `points` are by person.
    package init(of meeting: Meeting, _ points: [Point], _ localizer: Localizer) {
        var last: Attendee.ID?
        title = localizer(.pointsMinutes)
        rows = points.map { point in
            defer { last = point.attendee }
            return Row(
                name: point.attendee == last ? "" : meeting.name(of: point.attendee, localizer),
                time: point.start.clockText(.position), kind: localizer(point.kind.message), state: point.state,
                stateText: point.stateBesideKind.map { localizer($0.message) } ?? "",
                text: DisplayText(point.text).description,
                maker: point.maker.message.map { localizer($0) } ?? "", start: point.start.seconds)
        }
        written = meeting.written(among: points, localizer)
        isOpen = false
        empty = points.isEmpty ? localizer(.pointsNone) : nil
    }
}

extension Meeting {
    /// The points by person, in the order of the attendees.
    package var pointsByPerson: [Point] {
        let order = order
        return points.enumerated()
            .sorted { one, other in
                let (first, second) = (order[one.element.attendee], order[other.element.attendee])
                return (first ?? .max, one.offset) < (second ?? .max, other.offset)
            }
            .map(\.element)
    }

    /// What attendees have written, each above the points of its author.
    fileprivate func written(among points: [Point], _ localizer: Localizer) -> [WrittenRow] {
        let order = order
        return updates.map { update in
            let own = order[update.attendee] ?? .max
            let point = points.firstIndex { (order[$0.attendee] ?? .max) >= own }
            return WrittenRow(update, above: point ?? points.count, of: self, localizer)
        }
        .sorted { $0.row < $1.row }
    }

    private var order: [Attendee.ID: Int] {
        Dictionary(attendees.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
