internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// What each attendee took of the latest meetings of a standup, the newest first, each in its order of attendees.
    ///
    /// One query; how long somebody spoke comes from the index alone.
    package func contributions(to standup: Standup.ID, last meetings: Int) throws(HistoryError) -> [Contribution] {
        try read { database in
            var contributions: [Contribution] = []
            try database.forEachRow(
                """
                WITH latest AS MATERIALIZED (
                    SELECT number, id, started_at, transcript FROM meeting
                    WHERE standup = ? AND state <> 'live' AND \(isVisible)
                    ORDER BY started_at DESC, number DESC LIMIT ?
                )
                SELECT latest.id, started_at, part.id, name, slot, used, overtime, state,
                    (SELECT sum(end_at - start_at) FROM utterance
                        WHERE utterance.meeting = latest.number AND utterance.transcript = latest.transcript
                            AND utterance.attendee = part.id)
                FROM latest CROSS JOIN meeting_attendee AS part ON part.meeting = latest.number
                ORDER BY started_at DESC, latest.number DESC, position
                """,
                [standup.rawValue, max(0, meetings)]
            ) { row in
                contributions.append(
                    Contribution(
                        meeting: row.id(0),
                        startedAt: Timestamp(nanosecondsSince1970: row.integer(1)),
                        attendee: MeetingAttendee(
                            id: row.id(2),
                            name: row.text(3),
                            slot: row.duration(4),
                            used: row.duration(5),
                            overtime: row.duration(6),
                            state: try row.value(7)
                        ),
                        speech: row.duration(8)
                    )
                )
            }
            return contributions
        }
    }

    /// A number that differs from the one before if another connection or process has written since then.
    package func dataVersion() throws(HistoryError) -> Int64 {
        try read { database in
            var version: Int64 = 0
            try database.forEachRow("PRAGMA data_version") { version = $0.integer(0) }
            return version
        }
    }
}
