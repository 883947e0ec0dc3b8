internal import GRDB

extension Schema {
    /// From version 5 to 6: recordings of two channels, the room and a call.
    ///
    /// `attendee.remote` marks who joins by call, and `standup.call` remembers the source of the call. `gap.channel` is
    /// the channel in which sound is missing. `utterance.channel` is null for a recording of one channel; an
    /// interjection came from the other side of the call.
    static let addCalls: Migration = { database, _ in
        try database.execute(
            sql: """
                ALTER TABLE standup ADD COLUMN call TEXT;
                ALTER TABLE attendee ADD COLUMN remote INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE meeting ADD COLUMN recording_channels INTEGER NOT NULL DEFAULT 1;
                ALTER TABLE meeting_attendee ADD COLUMN remote INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE gap ADD COLUMN channel TEXT NOT NULL DEFAULT 'room';
                ALTER TABLE utterance ADD COLUMN channel TEXT;
                ALTER TABLE utterance ADD COLUMN interjection INTEGER NOT NULL DEFAULT 0;
                CREATE INDEX utterance_interjection ON utterance (meeting, transcript, attendee, start_at, end_at)
                    WHERE interjection;
                """)
    }
}
