internal import GRDB

extension Schema {
    /// From version 11 to 12: a flag for rehearsals.
    ///
    /// Earlier versions recognized them by their start, on the nanosecond at 9:00 UTC of a day since 2026-01-01.
    static let addRehearsals: Migration = { database, _ in
        try database.execute(
            sql: """
                ALTER TABLE meeting ADD COLUMN rehearsal INTEGER NOT NULL DEFAULT 0;
                UPDATE meeting SET rehearsal = 1
                WHERE started_at >= 1767258000000000000 AND (started_at - 1767258000000000000) % 86400000000000 = 0;
                """)
    }
}
