internal import GRDB
public import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// The utterances, updates, titles, notes and names that match a request, the best match first.
    ///
    /// It takes up to four index queries, then one or two for each hit on the page.
    public func search(_ request: SearchRequest) throws(HistoryError) -> [SearchHit] {
        guard request.limit > 0 else { return [] }
        let offset = max(0, request.offset)
        return try read { database in
            let search = Search(database: database, request: request)
            let utterances = try search.utterances(
                limit: max(SearchRequest.rankedUtterances, offset + request.limit)
            )
            var found = Array(utterances.prefix(SearchRequest.rankedUtterances))
            if request.attendees == nil {
                if request.includesNotes { found += try search.notes() }
                found += try search.labels()
            }
            found += try search.updates()
            found.sort { $0.isBefore($1) }
            found += utterances.dropFirst(SearchRequest.rankedUtterances)
            return try found.dropFirst(offset).prefix(request.limit).compactMap(search.hit)
        }
    }

    package func people() throws(HistoryError) -> [Attendee] {
        try read { database in
            var people: [Attendee] = []
            try database.forEachRow("SELECT owner, text FROM search_label WHERE kind = 'name'") { row in
                people.append(Attendee(id: row.id(0), name: row.text(1)))
            }
            return people
        }
    }
}

private struct Search {
    struct IndexMatch {
        let row: Int64
        let meeting: Int64
        /// The BM25 score; lower is better.
        let score: Double
        let startedAt: Int64

        init(_ row: Columns) {
            self.row = row.integer(0)
            meeting = row.integer(1)
            score = row.double(2)
            startedAt = row.integer(3)
        }

        func isBefore(_ other: IndexMatch) -> Bool {
            (score, other.startedAt, row) < (other.score, startedAt, other.row)
        }
    }

    let database: Database
    let request: SearchRequest
    private let expression: String

    init(database: Database, request: SearchRequest) {
        self.database = database
        self.request = request
        self.expression = request.query.expression
    }

    /// Utterances, the newest first.
    func utterances(limit: Int) throws -> [IndexMatch] {
        var tables = "search CROSS JOIN meeting ON meeting.number = search.meeting"
        var conditions = [
            "search MATCH ?", "search.rowid < \(SearchRow.notes)", "search.transcript = meeting.transcript",
        ]
        var arguments: StatementArguments = [expression]
        if let attendees = request.attendees {
            tables += " CROSS JOIN utterance ON utterance.number = search.rowid"
            conditions.append("utterance.attendee IN (SELECT value FROM json_each(?)) AND NOT utterance.interjection")
            arguments += [try json(attendees.map(\.rawValue))]
        }
        return try found(
            "SELECT search.rowid, meeting.number, bm25(search), started_at FROM \(tables)",
            where: conditions,
            arguments,
            limit: limit
        )
    }

    func notes() throws -> [IndexMatch] {
        try found(
            """
            SELECT search.rowid, meeting.number, bm25(search), started_at
            FROM search CROSS JOIN meeting ON meeting.number = search.rowid - \(SearchRow.notes)
            """,
            where: ["search MATCH ?", "search.rowid > \(SearchRow.notes)", "search.rowid < \(SearchRow.labels)"],
            [expression],
            limit: SearchRequest.rankedUtterances
        )
    }

    func updates() throws -> [IndexMatch] {
        var conditions = ["search MATCH ?", "search.rowid > \(SearchRow.updates)"]
        var arguments: StatementArguments = [expression]
        if let attendees = request.attendees {
            conditions.append("attendee IN (SELECT value FROM json_each(?))")
            arguments += [try json(attendees.map(\.rawValue))]
        }
        return try found(
            """
            SELECT search.rowid, meeting.number, bm25(search), started_at
            FROM search CROSS JOIN written_update ON written_update.number = search.rowid - \(SearchRow.updates)
            CROSS JOIN meeting ON meeting.number = written_update.meeting
            """,
            where: conditions, arguments, limit: SearchRequest.rankedUtterances)
    }

    /// Titles and names, each with the newest meeting that has it, in one query.
    func labels() throws -> [IndexMatch] {
        let (conditions, scope) = scope
        let order = "AND \(conditions.joined(separator: " AND ")) ORDER BY started_at DESC, meeting.number DESC LIMIT 1"
        var found: [IndexMatch] = []
        try database.forEachRow(
            """
            WITH label AS MATERIALIZED (
                SELECT search.rowid AS row, bm25(search) AS score, kind, owner, search_label.text AS text
                FROM search CROSS JOIN search_label ON search_label.number = search.rowid - \(SearchRow.labels)
                WHERE search MATCH ? AND search.rowid > \(SearchRow.labels)
                    AND search.rowid < \(SearchRow.updates)
                ORDER BY search.rowid DESC LIMIT \(SearchRequest.rankedUtterances)
            )
            SELECT label.row, newest.number, label.score, newest.started_at
            FROM label CROSS JOIN meeting AS newest ON newest.number = CASE kind
                WHEN 'title' THEN (
                    SELECT number FROM meeting WHERE standup = label.owner AND title = label.text \(order))
                ELSE (
                    SELECT meeting.number FROM meeting_attendee CROSS JOIN meeting
                    ON meeting.number = meeting_attendee.meeting
                    WHERE meeting_attendee.id = label.owner AND name = label.text \(order))
                END
            """,
            [expression] + scope + scope
        ) { found.append(IndexMatch($0)) }
        return found
    }

    /// The conditions that the request sets for meetings.
    private var scope: (conditions: [String], arguments: StatementArguments) {
        var conditions = [isVisible]
        var arguments = StatementArguments()
        if let standup = request.standup {
            conditions.append("meeting.standup = ?")
            arguments += [standup.rawValue]
        }
        if let since = request.since {
            conditions.append("started_at >= ?")
            arguments += [since.nanosecondsSince1970]
        }
        if let until = request.until {
            conditions.append("started_at < ?")
            arguments += [until.nanosecondsSince1970]
        }
        return (conditions, arguments)
    }

    /// The matches in a part of the index, the highest number first.
    private func found(
        _ select: String,
        where conditions: [String],
        _ arguments: StatementArguments,
        limit: Int
    ) throws -> [IndexMatch] {
        let (scopeConditions, scopeArguments) = scope
        var found: [IndexMatch] = []
        try database.forEachRow(
            """
            \(select) WHERE \((conditions + scopeConditions).joined(separator: " AND "))
            ORDER BY search.rowid DESC LIMIT ?
            """,
            arguments + scopeArguments + [limit]
        ) { found.append(IndexMatch($0)) }
        return found
    }
}

extension Search {
    /// The hit of a match; nil if its row is missing in a damaged file.
    func hit(_ found: IndexMatch) throws -> SearchHit? {
        var hit: SearchHit?
        try database.forEachRow(
            "SELECT id, standup, title, started_at, note FROM meeting WHERE number = ?",
            [found.meeting]
        ) { row in
            guard let (source, text, side) = try source(of: found, title: row.text(2), note: row.text(4)) else {
                return
            }
            hit = SearchHit(
                meeting: row.id(0),
                standup: row.id(1),
                title: row.text(2),
                startedAt: Timestamp(nanosecondsSince1970: row.integer(3)),
                source: source,
                text: text,
                interjection: side,
                matches: request.query.matches(in: text)
            )
        }
        return hit
    }

    private func source(
        of found: IndexMatch,
        title: String,
        note: String
    ) throws -> (source: SearchHit.Source, text: String, interjection: AudioChannel?)? {
        var result: (SearchHit.Source, String, AudioChannel?)?
        switch found.row {
        case SearchRow.updates...:
            try database.forEachRow(
                """
                SELECT attendee, text,
                    (SELECT name FROM meeting_attendee AS part
                        WHERE part.meeting = written_update.meeting AND part.id = attendee)
                FROM written_update WHERE number = ?
                """,
                [found.row - SearchRow.updates]
            ) { row in
                let source = SearchHit.Source.update(
                    attendee: row.id(0), name: row.isNull(2) ? Attendee.someone : row.text(2))
                result = (source, SearchHit.Source.line(of: row.text(1), matching: request.query), nil)
            }
        case SearchRow.labels...:
            try database.forEachRow(
                "SELECT kind = 'title', owner, text FROM search_label WHERE number = ?",
                [found.row - SearchRow.labels]
            ) { row in
                result = (row.integer(0) != 0 ? .title : .name(row.id(1)), row.text(2), nil)
            }
        case SearchRow.notes...:
            result = (.note, SearchHit.Source.line(of: note, matching: request.query), nil)
        default:
            try database.forEachRow(
                """
                SELECT coalesce(original, number), attendee, start_at, end_at, text,
                    (SELECT name FROM meeting_attendee AS part
                        WHERE part.meeting = utterance.meeting AND part.id = utterance.attendee),
                    CASE WHEN interjection THEN channel END
                FROM utterance WHERE number = ?
                """,
                [found.row]
            ) { row in
                let side: AudioChannel? = row.isNull(6) ? nil : try row.value(6)
                let source = SearchHit.Source.utterance(
                    row.integer(0),
                    attendee: row.id(1),
                    name: side?.origin ?? (row.isNull(5) ? Attendee.someone : row.text(5)),
                    start: row.duration(2),
                    end: row.duration(3)
                )
                result = (source, row.text(4), side)
            }
        }
        return result
    }
}
