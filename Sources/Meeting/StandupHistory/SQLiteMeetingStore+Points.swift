internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    package func pointVersions(of meeting: Meeting.ID) throws(HistoryError) -> [PointVersion] {
        try read { database in
            try database.pointsRow(of: meeting).map { try database.pointVersions(of: $0.number) } ?? []
        }
    }

    package func points(of meeting: Meeting.ID, version: Int) throws(HistoryError) -> [Point] {
        try read { database in
            try database.pointsRow(of: meeting).map { try database.points(of: $0.number, version: Int64(version)) }
                ?? []
        }
    }

    @discardableResult
    package func addPoints(
        _ points: [Point], to meeting: Meeting.ID, by maker: Point.Maker, from transcript: Int?,
        settling settled: [Point.ID], at instant: Timestamp
    ) throws(HistoryError) -> Int {
        try write { database in
            guard let row = try database.pointsRow(of: meeting) else { throw HistoryError.noMeeting(meeting) }
            let left = try database.transcripts(of: row.number)
            guard transcript.map({ Int64($0) == row.transcript && left.contains($0) }) ?? true,
                points.allSatisfy({ $0.transcript.map(left.contains) ?? true })
            else { throw HistoryError.transcriptChanged(meeting) }
            let version = Int(row.last) + 1
            try database.insert(points, of: row.number, version: version, by: maker, from: transcript, at: instant)
            for id in settled { try database.setState(.done, of: id) }
            try database.noteMeeting(row.number)
            return version
        }
    }

    package func editPoints(
        of meeting: Meeting.ID, _ edit: PointEdit, at instant: Timestamp
    ) throws(HistoryError) -> Bool {
        try write { database in
            var row: (number: Int64, current: Int64, last: Int64)?
            try database.forEachRow(
                "SELECT number, points, last_points FROM meeting WHERE id = ? AND \(isVisible)", [meeting.rawValue]
            ) { row = ($0.integer(0), $0.integer(1), $0.integer(2)) }
            guard let row else { throw HistoryError.noMeeting(meeting) }
            let current = try database.points(of: row.number, version: row.current)
            guard let points = edit.applied(to: current),
                try edit.addedTranscript.map(database.transcripts(of: row.number).contains) ?? true
            else { return false }
            if !edit.isOnlyState {
                var transcript: Int?
                try database.forEachRow(
                    "SELECT transcript FROM point_version WHERE meeting = ? AND number = ?", [row.number, row.current]
                ) { transcript = $0.isNull(0) ? nil : Int($0.integer(0)) }
                try database.insert(
                    points, of: row.number, version: Int(row.last) + 1, by: .hand, from: transcript, at: instant)
            }
            if let (point, state) = edit.newState { try database.setState(state, of: point) }
            try database.noteMeeting(row.number)
            return true
        }
    }

    package func choosePoints(of meeting: Meeting.ID, version: Int) throws(HistoryError) {
        try write { database in
            guard let row = try database.pointsRow(of: meeting) else { throw HistoryError.noMeeting(meeting) }
            guard try database.pointVersions(of: row.number).contains(where: { $0.number == version }) else {
                throw HistoryError.noPoints(meeting, version: version)
            }
            try database.showPoints(version, of: row.number)
            try database.noteMeeting(row.number)
        }
    }

    package func setState(_ state: Point.State, of points: [Point.ID]) throws(HistoryError) {
        try write { database in for id in points { try database.setState(state, of: id) } }
    }

    package func meetingsWithPoints(of standup: Standup.ID?, last count: Int) throws(HistoryError) -> [Meeting] {
        try read { database in
            let condition = "state <> 'live' AND \(isVisible)"
            var meetings = try database.listedMeetings(
                where: standup == nil ? condition : "meeting.standup = ? AND \(condition)",
                standup.map { [$0.rawValue] } ?? [], limit: max(0, count))
            for index in meetings.indices {
                try database.forEachRow(
                    "SELECT number, points FROM meeting WHERE id = ?", [meetings[index].id.rawValue]
                ) { meetings[index].points = try database.points(of: $0.integer(0), version: $0.integer(1)) }
            }
            return meetings
        }
    }
}

extension Database {
    /// What the points of a meeting need of its row; nil if there is no such meeting.
    fileprivate func pointsRow(of meeting: Meeting.ID) throws -> (number: Int64, last: Int64, transcript: Int64)? {
        var row: (Int64, Int64, Int64)?
        try forEachRow(
            "SELECT number, last_points, transcript FROM meeting WHERE id = ? AND \(isVisible)", [meeting.rawValue]
        ) { row = ($0.integer(0), $0.integer(1), $0.integer(2)) }
        return row
    }

    fileprivate func pointVersions(of meeting: Int64) throws -> [PointVersion] {
        var versions: [PointVersion] = []
        try forEachRow(
            """
            SELECT point_version.number, created_at, maker, point_version.number = meeting.points,
                point_version.transcript
            FROM meeting JOIN point_version ON point_version.meeting = meeting.number
            WHERE meeting.number = ? ORDER BY point_version.number
            """,
            [meeting]
        ) { row in
            versions.append(
                PointVersion(
                    number: Int(row.integer(0)), createdAt: Timestamp(nanosecondsSince1970: row.integer(1)),
                    maker: try row.value(2), transcript: row.isNull(4) ? nil : Int(row.integer(4)),
                    isCurrent: row.integer(3) != 0))
        }
        return versions
    }

    /// The numbers of a meeting's transcripts.
    fileprivate func transcripts(of meeting: Int64) throws -> Set<Int> {
        var numbers: Set<Int> = []
        try forEachRow(
            """
            SELECT 1 FROM meeting WHERE number = ?1 AND keeps_live UNION ALL
            SELECT number FROM transcript WHERE meeting = ?1
            """, [meeting]
        ) { numbers.insert(Int($0.integer(0))) }
        return numbers
    }

    fileprivate func showPoints(_ version: Int, of meeting: Int64) throws {
        try run("UPDATE meeting SET points = ? WHERE number = ?", [version, meeting])
    }

    /// Shows the version of a meeting's points that belongs to a transcript, which has become current.
    func showPoints(of meeting: Int64, with transcript: Int) throws {
        let number = PointVersion.number(
            shownWith: transcript, left: try transcripts(of: meeting), among: try pointVersions(of: meeting))
        try showPoints(number, of: meeting)
    }

    /// Adds a version with the points by hand to a meeting's points, if the current one lacks some.
    func takeAlongPointsByHand(of id: Meeting.ID, at instant: Timestamp) throws {
        guard let row = try pointsRow(of: id) else { return }
        let versions = try pointVersions(of: row.number)
        guard versions.contains(where: { $0.maker == .hand }) else { return }
        let contents = try versions.map { ($0, try points(of: row.number, version: Int64($0.number))) }
        guard let current = versions.first(where: \.isCurrent),
            let points = PointVersion.currentPointsWithThoseByHand(contents)
        else { return }
        try insert(
            points, of: row.number, version: Int(row.last) + 1, by: .hand, from: current.transcript, at: instant)
    }

    /// The points of a version, in the order in which they were said.
    func points(of meeting: Int64, version: Int64) throws -> [Point] {
        var points: [Point] = []
        guard version > 0 else { return points }
        try forEachRow(
            """
            SELECT id, attendee, kind, text, start_at, end_at, maker, state, continues, transcript FROM point
            WHERE meeting = ? AND version = ? ORDER BY start_at, number
            """,
            [meeting, version]
        ) { row in
            points.append(
                Point(
                    id: row.id(0), attendee: row.id(1), kind: try row.value(2), text: row.text(3),
                    start: row.duration(4), end: row.duration(5), maker: try row.value(6),
                    transcript: row.isNull(9) ? nil : Int(row.integer(9)), state: try row.value(7),
                    continues: row.isNull(8) ? nil : row.id(8)))
        }
        return points
    }

    /// Adds a version of a meeting's points and makes it current.
    func insert(
        _ points: [Point], of meeting: Int64, version: Int, by maker: Point.Maker, from transcript: Int?,
        at instant: Timestamp
    ) throws {
        try run(
            "INSERT INTO point_version (meeting, number, created_at, maker, transcript) VALUES (?, ?, ?, ?, ?)",
            [meeting, version, instant.nanosecondsSince1970, maker.rawValue, transcript])
        for point in points {
            try run(
                """
                INSERT INTO point (meeting, version, id, attendee, kind, text, start_at, end_at, maker, state,
                    continues, transcript)
                VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?)
                """,
                [
                    meeting, version, point.id.rawValue, point.attendee.rawValue, point.kind.rawValue,
                    FreeText(point.text), point.start.nanoseconds, point.end.nanoseconds, point.maker.rawValue,
                    point.state.rawValue, point.continues?.rawValue, point.transcript,
                ])
        }
        try run("UPDATE meeting SET points = ?1, last_points = ?1 WHERE number = ?2", [version, meeting])
    }

    /// Sets the state of a point of a meeting that is not marked deleted, in all versions.
    func setState(_ state: Point.State, of point: Point.ID) throws {
        try run(
            """
            UPDATE point SET state = ? WHERE id = ?
                AND EXISTS (SELECT 1 FROM meeting WHERE meeting.number = point.meeting AND \(isVisible))
            """,
            [state.rawValue, point.rawValue])
        var meetings: [Int64] = []
        try forEachRow("SELECT DISTINCT meeting FROM point WHERE id = ?", [point.rawValue]) {
            meetings.append($0.integer(0))
        }
        for meeting in meetings { try noteMeeting(meeting) }
    }
}
