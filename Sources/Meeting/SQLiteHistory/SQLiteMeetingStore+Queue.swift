internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// Notes that a meeting is to get a transcript; one of the same key that it is to get already stays as it is.
    package func queueTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { database in
            try database.run(
                """
                INSERT INTO queued_transcript (meeting, recognizer, key, up_to, transcript)
                VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), ?, ?)
                ON CONFLICT (meeting) DO UPDATE SET recognizer = excluded.recognizer, key = excluded.key,
                    up_to = excluded.up_to, transcript = excluded.transcript WHERE key <> excluded.key
                """,
                [
                    try database.number(of: transcript.meeting), FreeText(transcript.recognizer),
                    FreeText(transcript.key), transcript.transcribedUpTo.nanoseconds, transcript.version,
                ]
            )
        }
    }

    /// The transcripts that meetings are still to get, in the order of the meetings' start.
    package func queuedTranscripts() throws(HistoryError) -> [QueuedTranscript] {
        try read { database in
            var queued: [QueuedTranscript] = []
            try database.forEachRow(
                """
                SELECT meeting.id, recognizer, key, up_to, queued_transcript.transcript
                FROM queued_transcript JOIN meeting ON meeting.number = queued_transcript.meeting
                WHERE \(isVisible) ORDER BY started_at, meeting.number
                """
            ) { row in
                queued.append(
                    QueuedTranscript(
                        meeting: row.id(0), recognizer: row.text(1), key: row.text(2),
                        transcribedUpTo: row.duration(3), version: row.isNull(4) ? nil : Int(row.integer(4))
                    )
                )
            }
            return queued
        }
    }

    /// Keeps what has come of a transcript, which is not shown yet.
    @discardableResult
    package func extendQueuedTranscript(
        _ transcript: QueuedTranscript,
        with utterances: [Utterance],
        upTo offset: Duration,
        at instant: Timestamp
    ) throws(HistoryError) -> Bool {
        try write { database in
            guard let queue = try QueueRow(of: transcript, in: database) else { return false }
            let kept = utterances.map { ($0, original: nil as Int64?) }
            var version = queue.version
            if let version {
                try queue.rows.insert(kept, into: version)
            } else if !kept.isEmpty {
                version = try queue.rows.add(
                    kept,
                    origin: .recognizer(transcript.recognizer),
                    followsLive: false,
                    isShown: false,
                    at: instant
                )
            }
            try database.run(
                "UPDATE queued_transcript SET up_to = ?, transcript = ? WHERE meeting = ?",
                [offset.nanoseconds, version, queue.rows.meeting]
            )
            return true
        }
    }

    /// Notes that a transcript is whole: it is shown from now on if the live one was.
    package func finishQueuedTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { database in
            guard let queue = try QueueRow(of: transcript, in: database) else { return }
            try database.run("DELETE FROM queued_transcript WHERE meeting = ?", [queue.rows.meeting])
            if let version = queue.version, queue.rows.current == 1 { try queue.rows.choose(version) }
        }
    }
}

/// The row of a transcript that a meeting is still to get.
private struct QueueRow {
    let rows: TranscriptRows
    let version: Int?

    /// Nil if the meeting is not to get it any more, or is deleted.
    init?(of transcript: QueuedTranscript, in database: Database) throws {
        do {
            rows = try TranscriptRows(database: database, meeting: transcript.meeting)
        } catch HistoryError.noMeeting {
            return nil
        }
        var found: (version: Int?, Void)?
        try database.forEachRow(
            "SELECT transcript FROM queued_transcript WHERE meeting = ? AND key = CAST(? AS TEXT)",
            [rows.meeting, FreeText(transcript.key)]
        ) { found = ($0.isNull(0) ? nil : Int($0.integer(0)), ()) }
        guard let found else { return nil }
        version = found.version
    }
}
