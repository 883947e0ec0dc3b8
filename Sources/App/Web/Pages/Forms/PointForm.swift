package import MeetingModel

/// A mark of an open point, as a form posts it to `WebRoute.points`.
package struct PointForm: Hashable, Sendable {
    package var point: Point.ID
    package var state: Point.State

    /// The longest id, in bytes of UTF-8.
    static let longestID = 200

    package init(point: Point.ID, state: Point.State) {
        self.point = point
        self.state = state
    }

    package init?(_ fields: FormFields) {
        guard let point = fields["point"], !point.isEmpty, point.utf8.count <= Self.longestID,
            let state = fields["state"].flatMap(Point.State.init)
        else { return nil }
        self.init(point: Point.ID(rawValue: point), state: state)
    }
}
