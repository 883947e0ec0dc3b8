internal import GRDB
internal import MeetingHistory

extension Schema {
    /// The index of all that can be searched, which the third version adds.
    ///
    /// `search` holds words as `SearchText.indexed` gives them. The number of a row says what it is the text of: an
    /// utterance, which has that number, or from `SearchRow.notes` on a meeting's note, or from `SearchRow.labels` on a
    /// row of `search_label`. That is a title, whose owner is a standup, or a name, whose owner is an attendee, as so
    /// many meetings have it: the same title a thousand times would be a thousand hits.
    ///
    /// What is needed of each utterance that fits is kept beside its words, because to look it up in its own table, which
    /// is ten times as big, takes longer than all the rest. Beginnings of two and three letters, which many words have,
    /// are in the index as words are.
    ///
    /// Triggers keep it, so that it holds what is in the tables whoever writes them. It holds all transcripts and what
    /// is marked deleted too; what is not shown is left out when somebody searches.
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
        CREATE INDEX meeting_attendee_by_id ON meeting_attendee (id, meeting);

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
            \(discount("title", "old.standup", "old.title"))
        END;
        CREATE TRIGGER search_title_updated AFTER UPDATE OF standup, title ON meeting BEGIN
            \(discount("title", "old.standup", "old.title"))
            \(count("title", "new.standup", "new.title"))
        END;

        CREATE TRIGGER search_name_inserted AFTER INSERT ON meeting_attendee BEGIN
            \(count("name", "new.id", "new.name"))
        END;
        CREATE TRIGGER search_name_deleted AFTER DELETE ON meeting_attendee BEGIN
            \(discount("name", "old.id", "old.name"))
        END;
        CREATE TRIGGER search_name_updated AFTER UPDATE OF id, name ON meeting_attendee
        WHEN old.id IS NOT new.id OR old.name IS NOT new.name BEGIN
            \(discount("name", "old.id", "old.name"))
            \(count("name", "new.id", "new.name"))
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

    /// What is written into the index for a text.
    private static func text(_ column: String) -> String {
        "\(SearchFunction.name)(CAST(\(column) AS BLOB))"
    }

    /// One meeting more has a label.
    private static func count(_ kind: String, _ owner: String, _ text: String) -> String {
        """
        INSERT INTO search_label (kind, owner, text, meetings) VALUES ('\(kind)', \(owner), \(text), 1)
            ON CONFLICT (kind, owner, text) DO UPDATE SET meetings = meetings + 1;
        """
    }

    /// One meeting less has a label, which goes with the last.
    private static func discount(_ kind: String, _ owner: String, _ text: String) -> String {
        let label = "kind = '\(kind)' AND owner = \(owner) AND text = \(text)"
        return """
            UPDATE search_label SET meetings = meetings - 1 WHERE \(label);
            DELETE FROM search_label WHERE \(label) AND meetings <= 0;
            """
    }

    /// Counts the texts that are not in the index as they are, all texts, and all that is in the index.
    static let searchDifferences = """
        WITH wanted (number, text) AS (
            SELECT number, \(text("text")) FROM utterance
            UNION ALL SELECT number + \(SearchRow.notes), \(text("note")) FROM meeting WHERE note IS NOT NULL
            UNION ALL SELECT number + \(SearchRow.labels), \(text("text")) FROM search_label
        )
        SELECT
            (SELECT count(*) FROM wanted LEFT JOIN search_content ON id = wanted.number WHERE c0 IS NOT wanted.text)
            + (SELECT count(*) FROM (SELECT 'title', standup, title FROM meeting
                UNION SELECT 'name', id, name FROM meeting_attendee
                EXCEPT SELECT kind, owner, text FROM search_label)),
            (SELECT count(*) FROM wanted),
            (SELECT count(*) FROM search_content)
        """

    /// Makes the index again, whatever has become of it.
    static func rebuildSearch(_ database: Database) throws {
        try database.execute(sql: "DROP TABLE search; \(searchTable); DELETE FROM search_label")
        try fillSearch(database) { _ in }
    }

    /// Puts all that is there into the index of a history that had none.
    ///
    /// `progress` is called with the part that is done, from 0 to 1, a hundred times at most.
    static func fillSearch(_ database: Database, progress: (Double) -> Void) throws {
        let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM utterance") ?? 0
        // Few rows, such as those of a new history, are one step.
        let step = max(last / 100, 10_000)
        var done: Int64 = 0
        while done < last {
            let next = min(done + step, last)
            try database.run(
                """
                INSERT INTO search (rowid, text, meeting, transcript)
                SELECT number, \(text("text")), meeting, transcript FROM utterance
                WHERE number > ? AND number <= ?
                """,
                [done, next]
            )
            done = next
            progress(Double(done) / Double(last))
        }
        try database.execute(
            sql: """
                INSERT INTO search (rowid, text) SELECT number + \(SearchRow.notes), \(text("note"))
                FROM meeting WHERE note IS NOT NULL;
                INSERT INTO search_label (kind, owner, text, meetings)
                SELECT 'title', standup, title, count(*) FROM meeting GROUP BY standup, title;
                INSERT INTO search_label (kind, owner, text, meetings)
                SELECT 'name', id, name, count(*) FROM meeting_attendee GROUP BY id, name;
                """
        )
        try database.optimizeSearch()
    }
}

/// Where in the numbers of the rows of `search` those of other tables than `utterance` begin.
enum SearchRow {
    /// Notes: added to the number of the meeting.
    static let notes: Int64 = 1 << 60
    /// Titles and names: added to the number of the label.
    static let labels: Int64 = 1 << 61
}

extension Database {
    /// Writes the index anew in one piece, without what was deleted from it.
    ///
    /// The index keeps the words of deleted rows until it merges the piece they are in.
    func optimizeSearch() throws {
        try execute(sql: "INSERT INTO search (search) VALUES ('optimize')")
    }
}
