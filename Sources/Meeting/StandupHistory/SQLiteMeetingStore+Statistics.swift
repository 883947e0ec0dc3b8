internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// One query; speaking time is summed from an index, without reading the table.
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
                    \(speech(of: "part", in: "latest.transcript")), remote
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
                            state: try row.value(7),
                            isRemote: row.integer(9) != 0
                        ),
                        speech: row.duration(8)
                    )
                )
            }
            return contributions.known(in: standup)
        }
    }
}

/// The SQL expression for an attendee's speaking time, without interjections of the other side of a call.
///
/// `part` is the row in `meeting_attendee`, `transcript` the number of the transcript. Both sums are over indexes.
func speech(of part: String, in transcript: String) -> String {
    let own = """
        utterance.meeting = \(part).meeting AND utterance.transcript = \(transcript) AND utterance.attendee = \(part).id
        """
    return """
        ((SELECT sum(end_at - start_at) FROM utterance WHERE \(own))
            - coalesce((SELECT sum(end_at - start_at) FROM utterance WHERE \(own) AND interjection), 0))
        """
}
