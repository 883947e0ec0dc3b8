package import MeetingModel

/// A change of a meeting's points by a user.
package enum PointEdit: Hashable, Sendable {
    /// The longest text of a point, in characters.
    package static let longestText = 1000

    case add(Point)
    case delete(Point)
    /// Replaces a point by another one with its id.
    case replace(Point, by: Point)

    package var inverse: PointEdit {
        switch self {
        case .add(let point): .delete(point)
        case .delete(let point): .add(point)
        case .replace(let old, let new): .replace(new, by: old)
        }
    }

    package var point: Point.ID {
        switch self {
        case .add(let point), .delete(let point), .replace(_, let point): point.id
        }
    }

    /// The state that it gives a point, if it changes that.
    package var newState: (point: Point.ID, state: Point.State)? {
        guard case .replace(let old, let new) = self, old.state != new.state else { return nil }
        return (new.id, new.state)
    }

    /// The transcript whose words it adds; nil if it adds none.
    package var addedTranscript: Int? {
        guard case .add(let point) = self else { return nil }
        return point.transcript
    }

    /// Whether it changes nothing but a state, which a point has in all versions.
    package var isOnlyState: Bool {
        guard case .replace(var old, let new) = self else { return false }
        old.state = new.state
        return old == new
    }

    /// The points with this change, in the order in which they were said.
    ///
    /// Nil if the point to change is gone or differs, so that this change would overwrite another one.
    package func applied(to points: [Point]) -> [Point]? {
        var points = points
        switch self {
        case .add(let point):
            guard !points.contains(where: { $0.id == point.id }) else { return nil }
            points.insert(point, at: points.firstIndex { $0.start > point.start } ?? points.endIndex)
        case .delete(let point):
            guard let index = points.firstIndex(of: point) else { return nil }
            points.remove(at: index)
        case .replace(let old, let new):
            guard let index = points.firstIndex(of: old) else { return nil }
            points[index] = new
        }
        return points
    }
}

extension Point {
    /// This point with what a user has changed; it keeps its id, its time and its transcript.
    ///
    /// A state that is the first one of the kind becomes the first one of the new kind.
    package func edited(text: String? = nil, kind: Kind? = nil, attendee: Attendee.ID? = nil) -> Point {
        let kind = kind ?? self.kind
        let point = Point(
            id: id, attendee: attendee ?? self.attendee, kind: kind, text: text ?? self.text, start: start, end: end,
            maker: .hand, transcript: transcript,
            state: state == self.kind.firstState ? kind.firstState : state, continues: continues)
        let isSame = point.attendee == self.attendee && point.kind == self.kind && point.text == self.text
        return isSame ? self : point
    }

    package func marked(_ state: State) -> Point {
        var point = self
        point.state = state
        return point
    }
}
