internal import GRDB

extension Schema {
    /// From version 7 to 8: the points of meetings, in versions.
    ///
    /// `meeting.points` is the number of the current version, 0 if there is none, and `last_points` the highest number
    /// used so far. A point has the same `id` in all versions. `point.transcript` is the number of the transcript that
    /// its words are from, null if the user wrote them; when that transcript is deleted, the point is deleted too.
    static let addPoints: Migration = { database, _ in
        try database.execute(
            sql: """
                ALTER TABLE meeting ADD COLUMN points INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE meeting ADD COLUMN last_points INTEGER NOT NULL DEFAULT 0;
                CREATE TABLE point_version (
                    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    created_at INTEGER NOT NULL,
                    maker TEXT NOT NULL,
                    transcript INTEGER,
                    PRIMARY KEY (meeting, number)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE point (
                    number INTEGER PRIMARY KEY,
                    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
                    version INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    attendee TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    text TEXT NOT NULL,
                    start_at INTEGER NOT NULL,
                    end_at INTEGER NOT NULL,
                    maker TEXT NOT NULL,
                    state TEXT NOT NULL,
                    continues TEXT,
                    transcript INTEGER
                ) STRICT;
                CREATE INDEX point_by_version ON point (meeting, version);
                CREATE INDEX point_by_id ON point (id);
                """)
    }
}
