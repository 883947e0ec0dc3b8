internal import GRDB

extension Schema {
    /// From version 6 to 7: marked passages of meetings, by their times.
    static let addMarks: Migration = { database, _ in
        try database.execute(
            sql: """
                CREATE TABLE mark (
                    number INTEGER PRIMARY KEY,
                    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
                    start_at INTEGER NOT NULL,
                    end_at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX mark_by_meeting ON mark (meeting);
                """)
    }
}
