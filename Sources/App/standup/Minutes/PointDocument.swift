import MeetingHistory
import MeetingModel

/// A point in `points --json`.
struct PointDocument: Codable, Hashable {
    var id: String
    var meeting: String
    var standup: String
    var title: String
    var startedAt: String
    var attendee: String
    var name: String
    var kind: String
    var text: String
    /// In seconds of meeting time.
    var start: Double
    /// In seconds of meeting time.
    var end: Double
    var maker: String
    /// `open`, `done` or `dropped`.
    var state: String
    /// The id of the point that it takes up; omitted if there is none.
    var continues: String?
    /// Whether a point of a later meeting takes it up.
    var continued: Bool
    /// In how many meetings it has been open.
    var meetings: Int
    /// Whether it is a blocker that has been open in three meetings or more.
    var longBlock: Bool

    /// Creates the document of a point.
    init(_ carried: CarriedPoint) {
        let point = carried.point
        id = point.id.rawValue
        meeting = carried.meeting.rawValue
        standup = carried.standup.rawValue
        title = carried.title
        startedAt = LocalTime(carried.startedAt).iso8601
        attendee = point.attendee.rawValue
        name = carried.name
        kind = point.kind.rawValue
        text = point.text
        start = point.start.seconds
        end = point.end.seconds
        maker = point.maker.rawValue
        state = point.state.rawValue
        continues = point.continues?.rawValue
        continued = carried.isContinued
        meetings = carried.meetings
        longBlock = carried.isLongBlock
    }
}

/// Formats points for `points`.
enum PointTable {
    /// The table of points; `withTitle` adds the titles of the meetings.
    static func table(_ points: [CarriedPoint], withTitle: Bool) -> Table {
        let ids = ShortID.texts(of: points.map(\.id.rawValue))
        var table = Table(
            ["ID", "DATE"] + (withTitle ? ["MEETING"] : []) + ["NAME", "KIND", "STATE", "MET", "POINT"],
            alignments: [.left, .left] + (withTitle ? [.left] : []) + [.left, .left, .left, .right, .left])
        for (point, id) in zip(points, ids) {
            let state = point.isContinued && point.point.state == .open ? "continued" : point.point.state.rawValue
            table.append(
                [id, LocalTime(point.startedAt).date] + (withTitle ? [point.title] : [])
                    + [
                        point.name, point.point.kind.rawValue, state,
                        point.isOpen ? "\(point.meetings)\(point.isLongBlock ? "!" : "")" : "", point.point.text,
                    ])
        }
        return table
    }
}
