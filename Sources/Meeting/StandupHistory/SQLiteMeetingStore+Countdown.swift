internal import GRDB
public import MeetingHistory
public import MeetingModel

extension SQLiteMeetingStore {
    /// The steps of a meeting's countdown in order; none once it is settled.
    public func countdownSteps(of meeting: Meeting.ID) throws(HistoryError) -> [String] {
        try read { database in
            var steps: [String] = []
            try database.forEachRow(
                """
                SELECT step FROM countdown_step
                WHERE meeting = (SELECT number FROM meeting WHERE id = ? AND \(isVisible)) ORDER BY number
                """,
                [meeting.rawValue]
            ) { steps.append($0.text(0)) }
            return steps
        }
    }

    /// The query is fast, because it starts at a nearly empty table.
    package func resumableMeetings() throws(HistoryError) -> [Meeting] {
        try read { database in
            try database.listedMeetings(
                where: """
                    meeting.number IN (SELECT meeting FROM countdown_step) AND meeting.state = 'interrupted'
                    AND meeting.standup IN (SELECT id FROM standup) AND \(isVisible)
                    AND NOT EXISTS (SELECT * FROM meeting AS other
                        WHERE other.standup = meeting.standup AND other.deleted_by IS NULL
                        AND (other.started_at, other.number) > (meeting.started_at, meeting.number))
                    """
            )
        }
    }
}
