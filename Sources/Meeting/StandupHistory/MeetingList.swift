internal import GRDB
internal import MeetingHistory
internal import MeetingModel

extension Database {
    /// The newest meetings that meet a condition.
    func meetingList(
        where condition: String, _ arguments: StatementArguments, limit: Int
    ) throws -> [ListedMeeting] {
        var list: [ListedMeeting] = []
        var indexes: [Int64: Int] = [:]
        try forEachRow(
            """
            SELECT \(meetingColumns) FROM meeting WHERE \(condition)
            ORDER BY started_at DESC, number DESC LIMIT \(max(0, limit))
            """,
            arguments
        ) { row in
            indexes[row.integer(0)] = list.count
            list.append(ListedMeeting(try Meeting(row), speech: [:], place: row.integer(0)))
        }
        let numbers = "[" + list.map { String($0.place) }.joined(separator: ",") + "]"
        let current = "(SELECT transcript FROM meeting WHERE number = meeting_attendee.meeting)"
        try forEachRow(
            """
            SELECT \(attendeeColumns),
                \(speech(of: "meeting_attendee", in: current))
            FROM meeting_attendee WHERE meeting IN (SELECT value FROM json_each(?)) ORDER BY meeting, position
            """,
            [numbers]
        ) { row in
            guard let index = indexes[row.integer(0)] else { return }
            let attendee = try MeetingAttendee(row)
            list[index].meeting.attendees.append(attendee)
            list[index].speech[attendee.id] = row.duration(8)
        }
        for listed in list { try listed.meeting.attendees.requireDifferentIDs() }
        try forEachRow(
            """
            SELECT meeting, at, duration, reason FROM pause
            WHERE meeting IN (SELECT value FROM json_each(?)) ORDER BY number
            """,
            [numbers]
        ) { row in
            guard let index = indexes[row.integer(0)] else { return }
            list[index].meeting.pauses.append(
                Pause(at: row.duration(1), duration: row.optionalDuration(2), reason: try row.value(3)))
        }
        try forEachRow(
            """
            SELECT meeting, start_at, end_at, reason, channel FROM gap
            WHERE meeting IN (SELECT value FROM json_each(?)) ORDER BY number
            """,
            [numbers]
        ) { row in
            guard let index = indexes[row.integer(0)] else { return }
            list[index].meeting.gaps.append(
                Gap(
                    start: row.duration(1), end: row.duration(2), reason: try row.value(3), channel: try row.value(4)))
        }
        return list
    }

    /// Reads the words of all utterances of meetings, and throws if they cannot be read.
    func checkWords(of meetings: [ListedMeeting]) throws {
        let numbers = "[" + meetings.map { String($0.place) }.joined(separator: ",") + "]"
        try forEachRow(
            "SELECT words FROM utterance WHERE words <> '[]' AND meeting IN (SELECT value FROM json_each(?))", [numbers]
        ) { row in let _: [StoredWord] = try row.json(0) }
    }
}
