import MeetingHistory
import MeetingModel

/// A point in `points --json`: as in a meeting, with its meeting and how long it has been open.
struct PointDocument: Encodable {
    private struct Context: Encodable {
        let meeting: String
        let standup: String
        let title: String
        let startedAt: String
        /// Whether a point of a later meeting continues it.
        let continued: Bool
        /// In how many meetings it has been open.
        let meetings: Int
        /// Whether it is a blocker that has been open in three meetings or more.
        let longBlock: Bool
    }

    private let point: MeetingPart.Point
    private let context: Context

    init(_ carried: CarriedPoint) {
        point = MeetingPart.Point(carried.point, name: carried.name)
        context = Context(
            meeting: carried.meeting.rawValue, standup: carried.standup.rawValue, title: carried.title,
            startedAt: LocalTime(carried.startedAt).iso8601, continued: carried.isContinued,
            meetings: carried.meetings, longBlock: carried.isLongBlock)
    }

    func encode(to encoder: any Encoder) throws {
        try point.encode(to: encoder)
        try context.encode(to: encoder)
    }
}

/// Formats points for `points`.
enum PointTable {
    /// The table of points, without the states that kinds say; `withTitle` adds the titles of the meetings.
    static func table(_ points: [CarriedPoint], withTitle: Bool) -> Table {
        let ids = ShortID.texts(of: points.map(\.id.rawValue))
        var table = Table(
            ["ID", "DATE"] + (withTitle ? ["MEETING"] : []) + ["NAME", "KIND", "STATE", "MET", "POINT"],
            alignments: [.left, .left] + (withTitle ? [.left] : []) + [.left, .left, .left, .right, .left])
        for (point, id) in zip(points, ids) {
            let isNowhereOpen = point.point.state == .open && !point.isOpen
            let state =
                isNowhereOpen
                ? point.isContinued ? "continued" : "" : point.point.stateBesideKind?.rawValue ?? ""
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
