internal import GRDB
package import MeetingHistory
internal import MeetingModel

extension SQLiteMeetingStore {
    package func queueTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { database in
            try database.run(
                "INSERT OR REPLACE INTO queued_transcript (meeting, draft) VALUES (?, CAST(? AS TEXT))",
                [try database.number(of: transcript.meeting), FreeText(transcript.draft)]
            )
        }
    }

    package func queuedTranscripts() throws(HistoryError) -> [QueuedTranscript] {
        try read { database in
            var queued: [QueuedTranscript] = []
            try database.forEachRow(
                """
                SELECT id, draft FROM queued_transcript JOIN meeting ON meeting.number = queued_transcript.meeting
                WHERE \(isVisible) ORDER BY started_at, number
                """
            ) { queued.append(QueuedTranscript(meeting: $0.id(0), draft: $0.text(1))) }
            return queued
        }
    }

    package func dequeueTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { database in try database.removeDraft(transcript.draft, of: transcript.meeting) }
    }
}
