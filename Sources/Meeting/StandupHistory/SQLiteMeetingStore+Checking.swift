internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// Runs SQLite's integrity check, and returns the first problem; nil if there is none.
    ///
    /// It takes about a second per 100 MB. Since version 3.44, SQLite also checks the search index there; that can be made again
    /// from the rows, and is one of the `findings`.
    package func damage() throws(HistoryError) -> String? {
        let problems = try read { try String.fetchAll($0, sql: "PRAGMA integrity_check(10)") }
        return problems.first { $0 != "ok" && !$0.contains("inverted index for FTS5 table") }
    }

    /// All faults in the rows, in no particular order.
    package func findings() throws(HistoryError) -> [HistoryFinding] {
        var findings = try read { database in
            try database.references().compactMap { try $0.finding(in: database) }
                + RowRule.all.compactMap { try $0.finding(in: database) }
        }
        // FTS5's check needs a write transaction.
        if let problem = try write({ try $0.searchProblem() }) {
            findings.append(HistoryFinding(problem, repair: "makes it again from the rows", rebuildsSearch: true))
        }
        return findings
    }

    /// The meetings that cannot be read although their rows break no rule, with the reasons.
    package func unreadableMeetings() throws(HistoryError) -> [(id: Meeting.ID, reason: HistoryError)] {
        var unreadable: [(Meeting.ID, HistoryError)] = []
        for id in try meetingIDsOfUnreadablePages() {
            do throws(HistoryError) { _ = try meeting(id) } catch { unreadable.append((id, error)) }
        }
        return unreadable
    }

    /// The meetings of each page that fails when read as a whole, which takes only a few queries.
    private func meetingIDsOfUnreadablePages() throws(HistoryError) -> [Meeting.ID] {
        try read { database in
            var doubtful: [Meeting.ID] = []
            var last: Int64 = -1
            while true {
                var page: [(number: Int64, id: Meeting.ID)] = []
                try database.forEachRow(
                    "SELECT number, id FROM meeting WHERE number > ? AND \(isVisible) ORDER BY number LIMIT 500", [last]
                ) { page.append(($0.integer(0), $0.id(1))) }
                guard let first = page.first, let end = page.last else { return doubtful }
                do {
                    let list = try database.meetingList(
                        where: "number BETWEEN ? AND ? AND \(isVisible)", [first.number, end.number], limit: page.count)
                    try database.checkWords(of: list)
                } catch is DamagedRow {
                    doubtful += page.map(\.id)
                }
                last = end.number
            }
        }
    }

    /// Repairs a fault in one transaction.
    package func repair(_ finding: HistoryFinding) throws(HistoryError) {
        try write { database in
            for statement in finding.statements { try database.execute(sql: statement) }
            if finding.rebuildsSearch { try Schema.rebuildSearch(database) }
        }
    }

    /// The recordings of all meetings as stored, including meetings marked deleted.
    package func recordingRows() throws(HistoryError) -> [RecordingRow] {
        try read { database in
            var rows: [RecordingRow] = []
            try database.forEachRow(
                """
                SELECT id, title, started_at, state, recording_file, recording_rate, recording_frames,
                    recording_channels
                FROM meeting ORDER BY started_at, number
                """
            ) { row in
                rows.append(
                    RecordingRow(
                        meeting: row.id(0), title: row.text(1),
                        startedAt: Timestamp(nanosecondsSince1970: row.integer(2)),
                        isLive: row.text(3) == Meeting.State.live.rawValue,
                        fileName: row.isNull(4) ? nil : row.text(4), sampleRate: row.integer(5), frames: row.integer(6),
                        channels: row.integer(7)
                    ))
            }
            return rows
        }
    }

    package func setRecording(_ recording: Recording?, of meeting: Meeting.ID) throws(HistoryError) {
        try write { database in
            try database.run(
                """
                UPDATE meeting SET recording_file = ?, recording_rate = ?, recording_frames = ?, recording_channels = ?
                WHERE id = ?
                """,
                [
                    recording?.fileName, recording?.sampleRate, recording?.frames, recording?.channels ?? 1,
                    meeting.rawValue,
                ])
        }
    }
}

/// A meeting's recording as stored, which may be implausible.
package struct RecordingRow: Hashable, Sendable {
    package let meeting: Meeting.ID
    package let title: String
    package let startedAt: Timestamp
    package let isLive: Bool
    /// The name of the file; nil if there is none.
    package let fileName: String?
    /// In Hz.
    package let sampleRate: Int64
    package let frames: Int64
    package let channels: Int64
}

extension RowRule {
    func count(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(rows)") ?? 0
    }

    fileprivate func finding(in database: Database) throws -> HistoryFinding? {
        let count = try count(in: database)
        return count > 0 ? HistoryFinding("\(count) \(what)", repair: repair, statements: statements) : nil
    }
}

extension Database {
    /// A rule for each foreign key: the referenced row exists.
    fileprivate func references() throws -> [RowRule] {
        var rules: [RowRule] = []
        try forEachRow(
            """
            SELECT t.name, f."table", f."from" FROM sqlite_master t, pragma_foreign_key_list(t.name) f
            WHERE t.type = 'table'
            """
        ) { row in
            let (table, parent, column) = (row.text(0), row.text(1), row.text(2))
            let orphans = "\(table) WHERE \(column) NOT IN (SELECT number FROM \(parent))"
            rules.append(
                RowRule(
                    what: "rows of \(table) that belong to no \(parent)", rows: orphans, repair: "removes them",
                    statements: ["DELETE FROM \(orphans)"]))
        }
        return rules
    }

    /// A problem of the search index; nil if there is none.
    fileprivate func searchProblem() throws -> String? {
        do {
            try execute(sql: "INSERT INTO search (search) VALUES ('integrity-check')")
            // Counts texts that the index lacks or has differently, and index rows without a text.
            let (wrong, texts, indexed) =
                try Row.fetchOne(self, sql: Schema.searchDifferences)
                .map { ($0[0] as Int, $0[1] as Int, $0[2] as Int) } ?? (0, 0, 0)
            guard wrong > 0 || texts != indexed else { return nil }
            return "the index of words is not that of the texts, \(max(wrong, abs(texts - indexed))) of \(texts) differ"
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return "the index of words is damaged"
        }
    }
}
