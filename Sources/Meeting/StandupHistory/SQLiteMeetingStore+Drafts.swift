internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    package func draft(_ name: String, of meeting: Meeting.ID) throws(HistoryError) -> [DraftPart] {
        try read { database in
            var parts: [DraftPart] = []
            try database.forEachRow(
                """
                SELECT frames_start, frames_end, utterances FROM draft
                WHERE meeting = (SELECT number FROM meeting WHERE id = ?) AND name = CAST(? AS TEXT)
                ORDER BY frames_start, frames_end
                """,
                [meeting.rawValue, FreeText(name)]
            ) { row in
                let stored: [StoredUtterance] = try row.json(2)
                let start = row.integer(0)
                parts.append(
                    DraftPart(
                        frames: start..<max(start, row.integer(1)),
                        utterances: stored.map { $0.utterance($0.words ?? []) }
                    )
                )
            }
            return parts
        }
    }

    package func keep(_ part: DraftPart, in draft: String, of meeting: Meeting.ID) throws(HistoryError) {
        try write { database in
            let utterances = part.utterances.map { utterance in
                var stored = StoredUtterance(utterance)
                stored.words = utterance.words.map(StoredWord.init)
                return stored
            }
            try database.run(
                """
                INSERT OR REPLACE INTO draft (meeting, name, frames_start, frames_end, utterances)
                VALUES (?, CAST(? AS TEXT), ?, ?, ?)
                """,
                [
                    try database.number(ofVisible: meeting), FreeText(draft), part.frames.lowerBound,
                    part.frames.upperBound, try json(utterances),
                ]
            )
        }
    }

    package func untranscribedMeetings() throws(HistoryError) -> [Meeting.ID] {
        try read { database in
            var meetings: [Meeting] = []
            // The condition is that of the index, which has some more. A damaged meeting keeps no other one waiting.
            try database.forEachRow(
                """
                SELECT \(meetingColumns) FROM meeting
                WHERE transcribed_up_to < duration AND state <> 'live' AND \(isVisible)
                ORDER BY started_at DESC, number DESC
                """
            ) { row in if let meeting = try? Meeting(row) { meetings.append(meeting) } }
            return meetings.filter(\.awaitsTranscription).map(\.id)
        }
    }
}

extension Database {
    /// Removes a draft and dequeues its transcript.
    func removeDraft(_ name: String, of meeting: Meeting.ID) throws {
        for (table, column) in [("draft", "name"), ("queued_transcript", "draft")] {
            try run(
                """
                DELETE FROM \(table)
                WHERE meeting = (SELECT number FROM meeting WHERE id = ?)
                    AND \(column) IN (CAST(? AS TEXT), CAST(? AS TEXT))
                """,
                [meeting.rawValue, FreeText(name), FreeText(DraftPart.name(of: name, .call))]
            )
        }
    }

    /// The number of a meeting that is not marked deleted.
    fileprivate func number(ofVisible id: Meeting.ID) throws -> Int64 {
        var number: Int64?
        try forEachRow("SELECT number FROM meeting WHERE id = ? AND \(isVisible)", [id.rawValue]) {
            number = $0.integer(0)
        }
        guard let number else { throw HistoryError.noMeeting(id) }
        return number
    }
}
