internal import GRDB
internal import MeetingHistory

extension Schema {
    /// The search index (FTS5) and the triggers that update it.
    ///
    /// `search` holds words as `SearchText.indexed` returns them. A row's number identifies its source: the utterance with
    /// that number; from `SearchRow.notes`, the note of a meeting; from `SearchRow.updates`, an update; from
    /// `SearchRow.labels`, a row of `search_label`. A label is a title, owned by a standup, or a name, owned by an attendee,
    /// with its number of `meetings`. Without labels, a title would give one hit per meeting.
    ///
    /// The index also stores an utterance's meeting and transcript, because a join with `utterance`, a table ten times
    /// the size, would take most of a search's time. Prefixes of two and three letters, which match many words, are
    /// indexed too.
    ///
    /// The index also covers transcripts that are not current, and rows marked deleted; a search filters both out.
    static let search = """
        \(searchTable)

        CREATE TABLE search_label (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            owner TEXT NOT NULL,
            text TEXT NOT NULL,
            meetings INTEGER NOT NULL,
            UNIQUE (kind, owner, text)
        ) STRICT;

        CREATE TRIGGER search_utterance_inserted AFTER INSERT ON utterance BEGIN
            \(insertUtterance)
        END;
        CREATE TRIGGER search_utterance_deleted AFTER DELETE ON utterance BEGIN
            DELETE FROM search WHERE rowid = old.number;
        END;
        CREATE TRIGGER search_utterance_updated AFTER UPDATE OF number, meeting, transcript, text ON utterance BEGIN
            DELETE FROM search WHERE rowid = old.number;
            \(insertUtterance)
        END;

        CREATE TRIGGER search_note_inserted AFTER INSERT ON meeting WHEN new.note IS NOT NULL BEGIN
            INSERT INTO search (rowid, text) VALUES (new.number + \(SearchRow.notes), \(text("new.note")));
        END;
        CREATE TRIGGER search_note_deleted AFTER DELETE ON meeting WHEN old.note IS NOT NULL BEGIN
            DELETE FROM search WHERE rowid = old.number + \(SearchRow.notes);
        END;
        CREATE TRIGGER search_note_updated AFTER UPDATE OF number, note ON meeting BEGIN
            DELETE FROM search WHERE rowid = old.number + \(SearchRow.notes) AND old.note IS NOT NULL;
            INSERT INTO search (rowid, text) SELECT new.number + \(SearchRow.notes), \(text("new.note"))
                WHERE new.note IS NOT NULL;
        END;

        CREATE TRIGGER search_title_inserted AFTER INSERT ON meeting BEGIN
            \(count("title", "new.standup", "new.title"))
        END;
        CREATE TRIGGER search_title_deleted AFTER DELETE ON meeting BEGIN
            \(removeLabel("title", "old.standup", "old.title"))
        END;
        CREATE TRIGGER search_title_updated AFTER UPDATE OF standup, title ON meeting BEGIN
            \(removeLabel("title", "old.standup", "old.title"))
            \(count("title", "new.standup", "new.title"))
        END;

        CREATE TRIGGER search_name_inserted AFTER INSERT ON meeting_attendee BEGIN
            \(count("name", "new.id", "new.name"))
        END;
        CREATE TRIGGER search_name_deleted AFTER DELETE ON meeting_attendee BEGIN
            \(removeLabel("name", "old.id", "old.name"))
        END;
        CREATE TRIGGER search_name_updated AFTER UPDATE OF id, name ON meeting_attendee
        WHEN old.id IS NOT new.id OR old.name IS NOT new.name BEGIN
            \(removeLabel("name", "old.id", "old.name"))
            \(count("name", "new.id", "new.name"))
        END;

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

        CREATE TRIGGER search_label_inserted AFTER INSERT ON search_label BEGIN
            INSERT INTO search (rowid, text) VALUES (new.number + \(SearchRow.labels), \(text("new.text")));
        END;
        CREATE TRIGGER search_label_deleted AFTER DELETE ON search_label BEGIN
            DELETE FROM search WHERE rowid = old.number + \(SearchRow.labels);
        END;
        """

    private static let searchTable = """
        CREATE VIRTUAL TABLE search USING fts5 (
            text, meeting UNINDEXED, transcript UNINDEXED, tokenize = 'ascii', prefix = '2 3'
        );
        """

    private static let insertUtterance = """
        INSERT INTO search (rowid, text, meeting, transcript)
            VALUES (new.number, \(text("new.text")), new.meeting, new.transcript);
        """

    /// The indexed form of a text.
    static func text(_ column: String) -> String {
        "\(SearchFunction.name)(CAST(\(column) AS BLOB))"
    }

    /// Adds a meeting to a label.
    private static func count(_ kind: String, _ owner: String, _ text: String) -> String {
        """
        INSERT INTO search_label (kind, owner, text, meetings) VALUES ('\(kind)', \(owner), \(text), 1)
            ON CONFLICT (kind, owner, text) DO UPDATE SET meetings = meetings + 1;
        """
    }

    /// Removes a meeting from a label, and the label with its last meeting.
    private static func removeLabel(_ kind: String, _ owner: String, _ text: String) -> String {
        let label = "kind = '\(kind)' AND owner = \(owner) AND text = \(text)"
        return """
            UPDATE search_label SET meetings = meetings - 1 WHERE \(label);
            DELETE FROM search_label WHERE \(label) AND meetings <= 0;
            """
    }

    /// The labels that the meetings have, with the number of meetings of each.
    private static let labels = """
        SELECT 'title', standup, title, count(*) FROM meeting GROUP BY standup, title
        UNION ALL SELECT 'name', id, name, count(*) FROM meeting_attendee GROUP BY id, name
        """

    /// Counts three things: the texts and labels that are missing from the index, left over in it or different; all
    /// texts; and all rows of the index.
    static let searchDifferences = """
        WITH wanted (number, text) AS (
            SELECT number, \(text("text")) FROM utterance
            UNION ALL SELECT number + \(SearchRow.notes), \(text("note")) FROM meeting WHERE note IS NOT NULL
            UNION ALL SELECT number + \(SearchRow.labels), \(text("text")) FROM search_label
            UNION ALL SELECT number + \(SearchRow.updates), \(text("text")) FROM written_update
                WHERE meeting IS NOT NULL
        )
        SELECT
            (SELECT count(*) FROM wanted LEFT JOIN search_content ON id = wanted.number WHERE c0 IS NOT wanted.text)
            + (SELECT count(*) FROM (SELECT * FROM (\(labels))
                EXCEPT SELECT kind, owner, text, meetings FROM search_label))
            + (SELECT count(*) FROM (SELECT kind, owner, text, meetings FROM search_label
                EXCEPT SELECT * FROM (\(labels)))),
            (SELECT count(*) FROM wanted),
            (SELECT count(*) FROM search_content)
        """

    static func rebuildSearch(_ database: Database) throws {
        try database.execute(
            sql: """
                DROP TABLE search;
                \(searchTable)
                DELETE FROM search_label;
                INSERT INTO search (rowid, text, meeting, transcript)
                SELECT number, \(text("text")), meeting, transcript FROM utterance;
                INSERT INTO search (rowid, text) SELECT number + \(SearchRow.notes), \(text("note"))
                FROM meeting WHERE note IS NOT NULL;
                INSERT INTO search (rowid, text) SELECT number + \(SearchRow.updates), \(text("text"))
                FROM written_update WHERE meeting IS NOT NULL;
                INSERT INTO search_label (kind, owner, text, meetings) \(labels);
                """
        )
        try database.optimizeSearch()
    }
}

/// The first row numbers of `search` for rows other than utterances.
enum SearchRow {
    /// Notes: added to the meeting's number.
    static let notes: Int64 = 1 << 60
    /// Titles and names: added to the label's number.
    static let labels: Int64 = 1 << 61
    /// Updates of meetings: added to the update's number.
    static let updates: Int64 = 1 << 62
}

extension Database {
    /// Merges the segments of the index into one, without the words of deleted rows.
    ///
    /// FTS5 keeps the words of a deleted row until it merges their segment.
    func optimizeSearch() throws {
        try execute(sql: "INSERT INTO search (search) VALUES ('optimize')")
    }
}
