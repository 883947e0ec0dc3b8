internal import GRDB

extension Schema {
    /// From version 14 to 15: completes transcriptions that ended within 0.1 s of the recording's end.
    ///
    /// Earlier versions stored the time of the last whole frame for recognizers that learn nothing, and did not share
    /// the live transcripts of such meetings; these are sent now.
    static let completeTranscriptions: Migration = { database, _ in
        try database.execute(
            sql: """
                UPDATE meeting SET transcribed_up_to = duration
                WHERE state <> 'live' AND transcribed_up_to < duration AND transcribed_up_to + 100000000
                    > min(duration, coalesce(recording_frames * 1000000000 / recording_rate, duration));
                INSERT INTO team_outbox (kind, item)
                SELECT 'transcript', id || '/1' FROM meeting
                WHERE shared AND NOT live_shared AND keeps_live AND transcribed_up_to >= duration
                    AND standup IN (SELECT id FROM standup WHERE shared)
                ORDER BY number;
                UPDATE meeting SET live_shared = 1
                WHERE shared AND NOT live_shared AND keeps_live AND transcribed_up_to >= duration
                    AND standup IN (SELECT id FROM standup WHERE shared);
                """)
    }
}
