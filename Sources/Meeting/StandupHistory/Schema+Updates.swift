internal import GRDB

extension Schema {
    /// From version 8 to 9: the updates of attendees.
    ///
    /// An update without a `meeting` waits for the next one. `standup` and `attendee` are ids. Those of meetings are in
    /// the search index.
    static let addUpdates: Migration = { database, _ in
        try database.execute(
            sql: """
                CREATE TABLE written_update (
                    number INTEGER PRIMARY KEY,
                    meeting INTEGER REFERENCES meeting ON DELETE CASCADE,
                    standup TEXT NOT NULL,
                    attendee TEXT NOT NULL,
                    text TEXT NOT NULL,
                    written_at INTEGER NOT NULL
                ) STRICT;
                CREATE UNIQUE INDEX written_update_by_meeting ON written_update (meeting, attendee);
                CREATE UNIQUE INDEX written_update_waiting ON written_update (standup, attendee) WHERE meeting IS NULL;

                CREATE TRIGGER search_update_inserted AFTER INSERT ON written_update WHEN new.meeting IS NOT NULL BEGIN
                    INSERT INTO search (rowid, text) VALUES (new.number + \(SearchRow.updates), \(text("new.text")));
                END;
                CREATE TRIGGER search_update_deleted AFTER DELETE ON written_update WHEN old.meeting IS NOT NULL BEGIN
                    DELETE FROM search WHERE rowid = old.number + \(SearchRow.updates);
                END;
                CREATE TRIGGER search_update_updated AFTER UPDATE OF number, meeting, text ON written_update BEGIN
                    DELETE FROM search WHERE rowid = old.number + \(SearchRow.updates) AND old.meeting IS NOT NULL;
                    INSERT INTO search (rowid, text) SELECT new.number + \(SearchRow.updates), \(text("new.text"))
                        WHERE new.meeting IS NOT NULL;
                END;
                """)
    }
}
