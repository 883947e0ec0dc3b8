package import MeetingModel

/// The points of a history's meetings, in versions.
///
/// Each run of the rules or of an assistant, and each edit by a user, makes a version with all points of a meeting;
/// `Meeting.points` is the current one. When a transcript is deleted, its words are deleted from all versions. When
/// another transcript becomes current, or one is deleted, `PointVersion.number(shownWith:…)` chooses the current
/// version. What a user has added, edited or deleted stays when a user chooses another transcript. [any thread]
package protocol PointStore: Sendable {
    /// The versions of a meeting's points, in the order of their creation; none if there is no such meeting.
    func pointVersions(of meeting: Meeting.ID) throws(HistoryError) -> [PointVersion]

    /// The points of one version, in the order in which they were said; none if there is no such version.
    func points(of meeting: Meeting.ID, version: Int) throws(HistoryError) -> [Point]

    /// Stores a version of a meeting's points, made from the transcript with a number, and makes it current.
    ///
    /// The points `settled`, of other meetings, become done in the same transaction.
    ///
    /// - Returns: The version's number.
    /// - Throws: `HistoryError.noMeeting` if there is no such meeting; `transcriptChanged` if that transcript is no longer
    ///   current, or a transcript that has the words of a point was deleted.
    @discardableResult
    func addPoints(
        _ points: [Point], to meeting: Meeting.ID, by maker: Point.Maker, from transcript: Int?,
        settling settled: [Point.ID], at instant: Timestamp
    ) throws(HistoryError) -> Int

    /// Changes the current points of a meeting in one transaction, as a version by hand from the same transcript.
    ///
    /// A state is set in all versions; a change of the state alone makes no version.
    ///
    /// - Returns: Whether the change was made; not if the point to change is gone or differs, or the transcript with the
    ///   words of the point to add was deleted.
    /// - Throws: `HistoryError.noMeeting` if there is no such meeting.
    func editPoints(of meeting: Meeting.ID, _ edit: PointEdit, at instant: Timestamp) throws(HistoryError) -> Bool

    /// Makes a version of a meeting's points current.
    ///
    /// - Throws: `HistoryError.noMeeting` or `noPoints` if there is no such meeting or version.
    func choosePoints(of meeting: Meeting.ID, version: Int) throws(HistoryError)

    /// Sets the state of points in all versions; an id without a point is ignored.
    func setState(_ state: Point.State, of points: [Point.ID]) throws(HistoryError)

    /// The latest ended meetings of one standup, or of all, newest first: as `MeetingCatalogue.meetings` returns them,
    /// and with their points.
    func meetingsWithPoints(of standup: Standup.ID?, last count: Int) throws(HistoryError) -> [Meeting]
}

extension PointStore {
    /// The current version of a meeting's points; nil if there is none.
    package func currentPoints(of meeting: Meeting.ID) throws(HistoryError) -> PointVersion? {
        try pointVersions(of: meeting).first(where: \.isCurrent)
    }

    /// The points of a standup's last 20 meetings, those of the newest meeting first.
    package func carriedPoints(of standup: Standup.ID) throws(HistoryError) -> [CarriedPoint] {
        try meetingsWithPoints(of: standup, last: 20).carriedPoints
    }

    /// The open ones among them.
    package func openPoints(of standup: Standup.ID) throws(HistoryError) -> [CarriedPoint] {
        try carriedPoints(of: standup).filter(\.isOpen)
    }

    /// The version that the current points of a meeting come from: the last one that is not by hand, if there is one.
    package func currentSource(of meeting: Meeting.ID) throws(HistoryError) -> PointVersion? {
        let versions = try pointVersions(of: meeting)
        guard let current = versions.first(where: \.isCurrent), current.maker == .hand else {
            return versions.first(where: \.isCurrent)
        }
        let made = versions.last {
            $0.maker != .hand && $0.number < current.number && $0.transcript == current.transcript
        }
        return made ?? current
    }

    /// The points of a meeting that a user has deleted, each as it was made last; not those that a user has added.
    package func pointsDeletedByHand(of meeting: Meeting.ID) throws(HistoryError) -> [Point] {
        var deleted: [Point.ID: Point] = [:]
        var made: [Point.ID: Point] = [:]
        // The points that a version by hand has changed are those of its transcript.
        var latest: [Int?: [Point]] = [:]
        for version in try pointVersions(of: meeting) {
            let points = try points(of: meeting, version: version.number)
            if version.maker == .hand {
                for point in latest[version.transcript] ?? [] where !point.isAddedByHand || made[point.id] != nil {
                    deleted[point.id] = made[point.id] ?? point
                }
            }
            for point in points {
                deleted[point.id] = nil
                if point.maker != .hand { made[point.id] = point }
            }
            latest[version.transcript] = points
        }
        return deleted.values.sorted { ($0.start, $0.id.rawValue) < ($1.start, $1.id.rawValue) }
    }

    /// The points of a meeting that were made by the rules or an assistant and then edited, each as it was made last.
    package func pointsEditedByHand(of meeting: Meeting.ID) throws(HistoryError) -> [Point.ID: Point] {
        var made: [Point.ID: Point] = [:]
        var edited: [Point.ID: Point] = [:]
        for version in try pointVersions(of: meeting) {
            for point in try points(of: meeting, version: version.number) {
                if point.maker == .hand { edited[point.id] = made[point.id] } else { made[point.id] = point }
            }
        }
        return edited
    }

    /// The open points of the meetings before a meeting, those that have been open longest first.
    ///
    /// `start` is when that meeting started, nil if it is the newest.
    package func openPoints(
        of standup: Standup.ID, before meeting: Meeting.ID, startedAt start: Timestamp?
    ) throws(HistoryError) -> [CarriedPoint] {
        let count = start == nil ? 20 : 200
        let earlier = try meetingsWithPoints(of: standup, last: count).filter { other in
            other.id != meeting && start.map { other.startedAt < $0 } ?? true
        }
        let open = earlier.carriedPoints.filter(\.isOpen)
        return open.enumerated().sorted { ($1.element.meetings, $0.offset) < ($0.element.meetings, $1.offset) }
            .map(\.element)
    }
}

package struct PointVersion: Identifiable, Hashable, Sendable {
    /// The number in its meeting, from 1; never reused.
    package let number: Int
    package let createdAt: Timestamp
    package let maker: Point.Maker
    /// The number of the transcript that it was made from; nil if it was imported.
    package let transcript: Int?
    /// Whether it is current, that is, `Meeting.points`.
    package let isCurrent: Bool

    package var id: Int { number }

    package init(number: Int, createdAt: Timestamp, maker: Point.Maker, transcript: Int?, isCurrent: Bool) {
        self.number = number
        self.createdAt = createdAt
        self.maker = maker
        self.transcript = transcript
        self.isCurrent = isCurrent
    }
}

extension Point {
    /// Whether it has no words of a transcript, and a user's text: it was added, or is an edited line of an update.
    fileprivate var isAddedByHand: Bool { maker == .hand && transcript == nil }
}

extension PointVersion {
    /// The number of the version to show once a transcript has become current, or another one was deleted; 0 if there is
    /// no version.
    ///
    /// The first of these: the version shown so far, if made from the current transcript; the newest made from it; the
    /// version shown so far, if its transcript is left; the newest whose transcript is left.
    ///
    /// - Parameters:
    ///   - current: The number of the current transcript.
    ///   - left: The numbers of all transcripts that are left.
    ///   - versions: The versions, in the order of their creation.
    /// - Returns: The number.
    package static func number(shownWith current: Int, left: Set<Int>, among versions: [PointVersion]) -> Int {
        let shown = versions.filter(\.isCurrent) + versions.reversed()
        let found =
            shown.first { $0.transcript == current }
            ?? shown.first { $0.transcript.map(left.contains) ?? true } ?? shown.first
        return found?.number ?? 0
    }
}

extension PointVersion {
    /// The points of the current version, as a user has left those by hand, in whichever version.
    ///
    /// So a user's words stay when another transcript becomes current. Points that the user has added or edited since are
    /// added or take the place of those with their ids, and those that the user has deleted are left out.
    ///
    /// - Parameter versions: The versions with their points, in the order of their creation.
    /// - Returns: The points; nil if nothing differs.
    package static func currentPointsWithThoseByHand(_ versions: [(version: PointVersion, points: [Point])]) -> [Point]?
    {
        guard let current = versions.first(where: \.version.isCurrent) else { return nil }
        var byHand: [Point.ID: Point] = [:]
        var deleted: Set<Point.ID> = []
        // The points before their edits, which may have been undone.
        var made: [Point.ID: Point] = [:]
        // The points that a version by hand has changed are those of its transcript.
        var latest: [Int?: [Point]] = [:]
        for (version, points) in versions {
            let ids = Set(points.map(\.id))
            if version.maker == .hand {
                deleted.formUnion((latest[version.transcript] ?? []).map(\.id).filter { !ids.contains($0) })
            }
            deleted.subtract(ids)
            for point in points {
                if point.maker != .hand, version.maker == .hand || version.transcript == current.version.transcript {
                    made[point.id] = point
                }
                if point.maker == .hand || version.maker == .hand {
                    byHand[point.id] = point.maker == .hand ? point : nil
                }
            }
            latest[version.transcript] = points
        }
        byHand = byHand.filter { !deleted.contains($0.key) }
        var points = current.points.filter { !deleted.contains($0.id) }.map { point in
            byHand[point.id] ?? (point.maker == .hand ? made[point.id] : nil) ?? point
        }
        let present = Set(points.map(\.id))
        for point in byHand.values.filter({ !present.contains($0.id) }).sorted(by: { $0.id.rawValue < $1.id.rawValue })
        {
            points.insert(point, at: points.firstIndex { $0.start > point.start } ?? points.endIndex)
        }
        return points == current.points ? nil : points
    }
}

extension [Point] {
    /// The points of a meeting that is added with its words: these are in its live transcript, number 1.
    package var withLiveTranscript: [Point] {
        map { point in
            guard let transcript = point.transcript, transcript != 1 else { return point }
            return Point(
                id: point.id, attendee: point.attendee, kind: point.kind, text: point.text, start: point.start,
                end: point.end, maker: point.maker, transcript: 1, state: point.state, continues: point.continues)
        }
    }
}
