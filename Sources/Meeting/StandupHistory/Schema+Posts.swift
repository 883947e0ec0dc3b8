internal import GRDB

extension Schema {
    /// From version 9 to 10: the postings of minutes, one for each meeting and destination.
    ///
    /// A destination is a name in the configuration; addresses and keys are never stored. `points` is the number of the
    /// version of points that was sent, 0 if there is none.
    static let addPosts: Migration = { database, _ in
        try database.execute(
            sql: """
                CREATE TABLE post (
                    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
                    destination TEXT NOT NULL,
                    state TEXT NOT NULL,
                    attempts INTEGER NOT NULL,
                    queued_at INTEGER NOT NULL,
                    changed_at INTEGER NOT NULL,
                    due_at INTEGER NOT NULL,
                    points INTEGER NOT NULL,
                    txn TEXT NOT NULL,
                    reason TEXT NOT NULL,
                    PRIMARY KEY (meeting, destination)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
