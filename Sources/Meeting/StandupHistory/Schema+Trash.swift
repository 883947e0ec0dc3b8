internal import GRDB

extension Schema {
    /// From version 10 to 11: the deletion marks of transcripts.
    ///
    /// `number` is that of the transcript, `deleted_by` the owner of the tombstone.
    static let addDeletedTranscripts: Migration = { database, _ in
        try database.execute(
            sql: """
                CREATE TABLE deleted_transcript (
                    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    deleted_by TEXT NOT NULL,
                    PRIMARY KEY (meeting, number)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
