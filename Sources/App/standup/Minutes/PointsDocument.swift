import MeetingHistory
import MeetingModel

/// A version of a meeting's points with their number.
struct ListedPoints {
    let version: PointVersion
    let points: Int
}

extension History {
    /// The versions of a meeting's points, in the order of their creation.
    func points(of meeting: Meeting.ID) throws -> [ListedPoints] {
        try store.pointVersions(of: meeting).map { version in
            ListedPoints(version: version, points: try store.points(of: meeting, version: version.number).count)
        }
    }
}

/// The versions of a meeting's points in `minutes --versions --format json`.
struct PointsDocument: Codable, Hashable {
    struct Version: Codable, Hashable {
        var number: Int
        /// `rules`, `assistant` or `hand`.
        var maker: String
        /// The number of the transcript that it was made from; `null` if it was imported.
        @Nullable var transcript: Int?
        var createdAt: String
        var current: Bool
        var points: Int

        init(_ listed: ListedPoints) {
            number = listed.version.number
            maker = listed.version.maker.rawValue
            transcript = listed.version.transcript
            createdAt = LocalTime(listed.version.createdAt).iso8601
            current = listed.version.isCurrent
            points = listed.points
        }
    }

    var meeting: String
    var versions: [Version]
}
