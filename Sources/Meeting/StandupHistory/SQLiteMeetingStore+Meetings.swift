internal import GRDB
public import MeetingHistory
public import MeetingModel

extension SQLiteMeetingStore {
    /// A page of the meetings of one standup or of all, newest first, without turns, pauses, gaps, marks, points,
    /// updates and transcript.
    ///
    /// It takes two queries.
    public func meetings(of standup: Standup.ID?, limit: Int?, offset: Int) throws(HistoryError) -> [Meeting] {
        try read { database in
            try database.listedMeetings(
                where: standup == nil ? isVisible : "meeting.standup = ? AND \(isVisible)",
                standup.map { [$0.rawValue] } ?? [],
                limit: limit,
                offset: offset
            )
        }
    }

    /// A page of the meetings of one standup or of all, newest first, in four queries.
    package func listedMeetings(
        of standup: Standup.ID?, after last: ListedMeeting?, limit: Int
    ) throws(HistoryError) -> [ListedMeeting] {
        try read { database in
            var condition = standup == nil ? isVisible : "meeting.standup = ? AND \(isVisible)"
            var arguments: StatementArguments = standup.map { [$0.rawValue] } ?? []
            if let last {
                condition += " AND (started_at, number) < (?, ?)"
                arguments += [last.meeting.startedAt.nanosecondsSince1970, last.place]
            }
            return try database.meetingList(where: condition, arguments, limit: limit)
        }
    }

    package func meetings(removedWith item: DeletedItem) throws(HistoryError) -> [Meeting] {
        try read { database in
            switch item {
            case .standup(let id): try database.listedMeetings(where: "meeting.standup = ?", [id.rawValue])
            case .meeting(let id): try database.listedMeetings(where: "meeting.id = ?", [id.rawValue])
            case .transcript: []
            }
        }
    }

    /// The number of meetings of one standup or of all.
    public func meetingCount(of standup: Standup.ID?) throws(HistoryError) -> Int {
        let condition = standup == nil ? isVisible : "standup = ? AND \(isVisible)"
        return try read { database in
            var count = 0
            try database.forEachRow(
                "SELECT count(*) FROM meeting WHERE \(condition)",
                standup.map { [$0.rawValue] } ?? []
            ) { count = Int($0.integer(0)) }
            return count
        }
    }

    /// A summary for each standup that has meetings; each takes two index look-ups and a count.
    package func meetingSummaries() throws(HistoryError) -> [MeetingSummary] {
        try read { database in
            var summaries: [MeetingSummary] = []
            try database.forEachRow(
                """
                SELECT held.standup, held.last, held.count,
                    (SELECT title FROM meeting
                        WHERE meeting.standup = held.standup AND deleted_by IS NULL
                        ORDER BY started_at DESC, number DESC LIMIT 1)
                FROM (SELECT standup, max(started_at) AS last, count(*) AS count FROM meeting WHERE \(isVisible)
                    GROUP BY standup) AS held
                """
            ) { row in
                summaries.append(
                    MeetingSummary(
                        standupID: row.id(0),
                        lastTitle: row.text(3),
                        lastStartedAt: Timestamp(nanosecondsSince1970: row.integer(1)),
                        count: Int(row.integer(2))
                    )
                )
            }
            return summaries
        }
    }

    package func meetingIDs(startingWith prefix: String) throws(HistoryError) -> [Meeting.ID] {
        try ids(
            where: """
                lower(substr(id, 1, length(?1))) = lower(?1) AND \(isVisible) ORDER BY started_at DESC, number DESC
                """,
            [prefix]
        )
    }

    package func liveMeetings() throws(HistoryError) -> [Meeting.ID] {
        try ids(where: "state = 'live' AND \(isVisible) ORDER BY number")
    }

    private func ids(
        where condition: String,
        _ arguments: StatementArguments = []
    ) throws(HistoryError) -> [Meeting.ID] {
        try read { database in
            var ids: [Meeting.ID] = []
            try database.forEachRow("SELECT id FROM meeting WHERE \(condition)", arguments) { ids.append($0.id(0)) }
            return ids
        }
    }

    package func recordedMeetings(before instant: Timestamp) throws(HistoryError) -> [Meeting] {
        try read { database in
            try database.listedMeetings(
                where: "started_at < ? AND recording_file IS NOT NULL AND \(isVisible)",
                [instant.nanosecondsSince1970])
        }
    }

    /// The whole meeting; nil if there is none with this id.
    public func meeting(_ id: Meeting.ID) throws(HistoryError) -> Meeting? {
        try meeting(id, withWords: true)
    }

    package func meetingWithoutWords(_ id: Meeting.ID) throws(HistoryError) -> Meeting? {
        try meeting(id, withWords: false)
    }

    private func meeting(_ id: Meeting.ID, withWords: Bool) throws(HistoryError) -> Meeting? {
        try read { database in
            var found: (number: Int64, transcript: Int64, points: Int64, meeting: Meeting)?
            try database.forEachRow(
                "SELECT \(meetingColumns) FROM meeting WHERE id = ? AND \(isVisible)",
                [id.rawValue]
            ) { row in
                found = (row.integer(0), row.integer(13), row.integer(15), try Meeting(row))
            }
            guard let (number, transcript, points, found) = found else { return nil }
            var meeting = found
            try database.addRows(to: &meeting, numbered: number)
            try database.forEachRow(
                "SELECT start_at, end_at FROM mark WHERE meeting = ? ORDER BY number",
                [number]
            ) { row in meeting.marks.append(PassageMark(start: row.duration(0), end: row.duration(1))) }
            meeting.transcript = try database.utterances(in: transcript, of: number, withWords: withWords)
                .map(\.utterance)
            meeting.points = try database.points(of: number, version: points)
            return meeting
        }
    }
}

extension Database {
    /// Reads the attendees, turns, pauses, gaps and updates of a meeting.
    func addRows(to meeting: inout Meeting, numbered number: Int64) throws {
        try forEachRow(
            "SELECT \(attendeeColumns) FROM meeting_attendee WHERE meeting = ? ORDER BY position",
            [number]
        ) { row in meeting.attendees.append(try MeetingAttendee(row)) }
        try meeting.attendees.requireDifferentIDs()
        try forEachRow(
            "SELECT attendee, start_at, end_at FROM turn WHERE meeting = ? ORDER BY number",
            [number]
        ) { row in
            meeting.turns.append(Turn(attendee: row.id(0), start: row.duration(1), end: row.optionalDuration(2)))
        }
        try forEachRow(
            "SELECT at, duration, reason FROM pause WHERE meeting = ? ORDER BY number",
            [number]
        ) { row in
            meeting.pauses.append(
                Pause(at: row.duration(0), duration: row.optionalDuration(1), reason: try row.value(2))
            )
        }
        try forEachRow(
            "SELECT start_at, end_at, reason, channel FROM gap WHERE meeting = ? ORDER BY number",
            [number]
        ) { row in
            meeting.gaps.append(
                Gap(
                    start: row.duration(0), end: row.duration(1), reason: try row.value(2),
                    channel: try row.value(3)))
        }
        meeting.updates = try updates(ofMeeting: number)
    }

    /// The meetings that meet a condition, or a page of them, newest first.
    func listedMeetings(
        where condition: String,
        _ arguments: StatementArguments = [],
        limit: Int? = nil,
        offset: Int = 0
    ) throws -> [Meeting] {
        let page = "\(condition) ORDER BY started_at DESC, number DESC LIMIT \(limit ?? -1) OFFSET \(offset)"
        var meetings: [Meeting] = []
        var indexes: [Int64: Int] = [:]
        try forEachRow("SELECT \(meetingColumns) FROM meeting WHERE \(page)", arguments) { row in
            indexes[row.integer(0)] = meetings.count
            meetings.append(try Meeting(row))
        }
        try forEachRow(
            """
            SELECT \(attendeeColumns) FROM meeting_attendee
            WHERE meeting IN (SELECT number FROM meeting WHERE \(page)) ORDER BY meeting, position
            """,
            arguments
        ) { row in
            guard let index = indexes[row.integer(0)] else { return }
            meetings[index].attendees.append(try MeetingAttendee(row))
        }
        for meeting in meetings { try meeting.attendees.requireDifferentIDs() }
        return meetings
    }
}

/// The SQL condition that neither a meeting nor its standup is marked deleted.
let isVisible = """
    meeting.deleted_by IS NULL AND meeting.standup NOT IN (SELECT id FROM standup WHERE deleted_by IS NOT NULL)
    """

let meetingColumns = """
    number, id, standup, title, started_at, state, duration, language, recording_file, recording_rate,
    recording_frames, transcribed_up_to, note, transcript, recording_channels, points, rehearsal
    """

let attendeeColumns = """
    meeting, meeting_attendee.id, name, slot, used, overtime, meeting_attendee.state, remote
    """

extension Meeting {
    /// A meeting from `meetingColumns`, without the rows of other tables.
    init(_ row: Columns) throws {
        self.init(
            id: row.id(1),
            standupID: row.id(2),
            title: row.text(3),
            startedAt: Timestamp(nanosecondsSince1970: row.integer(4)),
            state: try row.value(5),
            duration: row.duration(6),
            language: row.text(7),
            attendees: [],
            recording: row.isNull(8) ? nil : try Recording(row),
            // A removed recording keeps its frame count, but not its name.
            recordingRemoved: row.isNull(8) && !row.isNull(10),
            transcribedUpTo: row.optionalDuration(11),
            note: row.isNull(12) ? nil : row.text(12),
            isRehearsal: row.integer(16) != 0
        )
    }
}

extension Recording {
    /// A recording from `meetingColumns`, checked so that arithmetic on a damaged file's numbers does not trap.
    fileprivate init(_ row: Columns) throws {
        let (rate, frames) = (row.integer(9), row.integer(10))
        guard (1...10_000_000).contains(rate), (0...(1 << 32) * rate).contains(frames) else {
            throw DamagedRow(description: "a recording cannot have \(frames) frames at \(rate) Hz")
        }
        let channels = row.integer(14)
        guard (1...2).contains(channels) else {
            throw DamagedRow(description: "a recording cannot have \(channels) channels")
        }
        self.init(fileName: row.text(8), sampleRate: Int(rate), frames: frames, channels: Int(channels))
    }
}

extension MeetingAttendee {
    /// An attendee of a meeting from `attendeeColumns`.
    init(_ row: Columns) throws {
        self.init(
            id: row.id(1),
            name: row.text(2),
            slot: row.duration(3),
            used: row.duration(4),
            overtime: row.duration(5),
            state: try row.value(6),
            isRemote: row.integer(7) != 0
        )
    }
}
