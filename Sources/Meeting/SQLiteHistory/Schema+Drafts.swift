extension Schema {
    /// Transcripts that are being made, part by part, and where to find the meetings that want the rest of theirs.
    ///
    /// `frames_start` and `frames_end` are frames of the recording, `utterances` a JSON array of objects.
    static let drafts = """
        CREATE TABLE draft (
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            name TEXT NOT NULL,
            frames_start INTEGER NOT NULL,
            frames_end INTEGER NOT NULL,
            utterances TEXT NOT NULL,
            PRIMARY KEY (meeting, name, frames_start, frames_end)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX meeting_untranscribed ON meeting (started_at, number)
            WHERE transcribed_up_to < duration AND state <> 'live';
        """
}
