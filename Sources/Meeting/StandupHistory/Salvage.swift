internal import Glibc
internal import GRDB
package import MeetingHistory

/// The readable rows of a damaged history, in a new history beside it.
package struct Salvage: Hashable, Sendable {
    /// The copied part of a table.
    package struct Table: Hashable, Sendable {
        package let name: String
        package var rows = 0
        /// Whether some rows could not be read.
        package var isIncomplete = false
    }

    /// The path of the new, closed history.
    package let path: String
    package let tables: [Table]

    /// Copies the readable rows of a history into a new one; the old one is not touched.
    ///
    /// The rows are read from a copy of the file. The search index is rebuilt. If the meeting of an utterance or the
    /// standup of an attendee cannot be read, one titled "Recovered" is created.
    ///
    /// - Parameter path: The path of the damaged history.
    /// - Throws: If there is no room for the new history.
    package init(ofDatabaseAt path: String) throws(HistoryError) {
        let copy = DamagedCopy(ofDatabaseAt: path)
        defer { copy.remove() }
        let new = path + ".salvaged"
        Self.remove(new)
        do {
            let store = try SQLiteMeetingStore(path: new)
            try copy.make()
            tables = try store.writer().use { queue in
                try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
                // Uses a separate connection, because SQLite refuses writes through one that has found damage.
                let damaged = try copy.open(freshAt: new)
                return try damaged?.inDatabase { damaged in
                    try queue.writeWithoutTransaction { try Self.copyRows(from: damaged, to: $0) }
                } ?? []
            }
            store.close()
            self.path = new
        } catch {
            Self.remove(new)
            throw HistoryError(error, path: path)
        }
    }

    /// Removes the new history.
    package func discard() { Self.remove(path) }

    private static func remove(_ path: String) {
        for ending in DataFolder.databaseEndings + ["-new"] { unlink(path + ending) }
    }

    private static func copyRows(from damaged: Database, to database: Database) throws -> [Table] {
        // Allows rows to be copied before the rows that they refer to, or without them.
        try database.execute(sql: "PRAGMA foreign_keys = OFF")
        var tables: [Table] = []
        try database.inTransaction(.immediate) {
            let names = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT LIKE 'search%' AND name NOT IN (\(ofDevice)) ORDER BY rowid
                    """)
            for name in names {
                var table = try TableSalvage(name, from: damaged, to: database)
                tables.append(try table.copyRows())
            }
            for statement in substitutes { try database.execute(sql: statement) }
            return .commit
        }
        return tables
    }

    /// The tables that say how far a device has come with its team: what is salvaged has to join again.
    private static let ofDevice = "'team', 'team_outbox', 'team_pending', 'team_received', 'team_waiting'"

    /// Creates unreadable standups and meetings that other rows belong to.
    private static let substitutes = [
        """
        INSERT INTO standup (number, id, title, length, theme, at_slot_end, time_sharing, warnings, warning_sounds,
            language)
        SELECT standup, \(newID), 'Recovered', 900000000000, 'bubblegum', 'advance', 'fixed', '10000000000', 0,
            'en'
        FROM attendee WHERE standup NOT IN (SELECT number FROM standup) GROUP BY standup
        """,
        """
        INSERT INTO standup (id, title, length, theme, at_slot_end, time_sharing, warnings, warning_sounds, language)
        SELECT standup, 'Recovered', 900000000000, 'bubblegum', 'advance', 'fixed', '10000000000', 0, 'en'
        FROM written_update WHERE meeting IS NULL AND standup NOT IN (SELECT id FROM standup) GROUP BY standup
        """,
        """
        INSERT INTO attendee (standup, position, id, name)
        SELECT standup.number, 10000 + written_update.number, attendee, 'Someone'
        FROM written_update JOIN standup ON standup.id = written_update.standup
        WHERE meeting IS NULL
            AND attendee NOT IN (SELECT id FROM attendee WHERE attendee.standup = standup.number)
        """,
        """
        INSERT INTO meeting (number, id, standup, title, started_at, state, duration, language)
        SELECT meeting, \(newID), \(newID), 'Recovered', 0, 'interrupted', max(0, max(end_at)), 'en'
        FROM (SELECT meeting, end_at FROM utterance UNION ALL SELECT meeting, coalesce(end_at, start_at) FROM turn
            UNION ALL SELECT meeting, end_at FROM point
            UNION ALL SELECT meeting, 0 FROM written_update WHERE meeting IS NOT NULL)
        WHERE meeting NOT IN (SELECT number FROM meeting) GROUP BY meeting
        """,
        """
        UPDATE transcript SET id = (SELECT id FROM meeting WHERE number = meeting) || '/' || number WHERE id IS NULL
        """,
    ]

    private static let newID = """
        lower(printf('%s-%s-4%s-8%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2),
            substr(hex(randomblob(2)), 2), hex(randomblob(6))))
        """
}

/// Copies one table from the damaged history into the new one.
private struct TableSalvage {
    private let damaged: Database
    private let database: Database
    private let key: String
    private let hasNumbers: Bool
    private let reading: String
    private let writing: String
    private var table: Salvage.Table
    /// The number of queries left; each damaged page costs some.
    private var remainingQueries = 20_000

    init(_ name: String, from damaged: Database, to database: Database) throws {
        self.damaged = damaged
        self.database = database
        table = Salvage.Table(name: name)
        let there = try? String.fetchAll(damaged, sql: "SELECT name FROM pragma_table_info('\(name)')")
        let columns = try Row.fetchAll(database, sql: "SELECT name, type, pk FROM pragma_table_info('\(name)')")
            .map { (name: $0[0] as String, type: $0[1] as String, isKey: $0[2] as Int == 1) }
        let first = columns.first(where: \.isKey)
        key = first?.name ?? "rowid"
        hasNumbers = first?.type == "INTEGER"
        let shared = columns.filter { there?.contains($0.name) ?? false }
        // Text is copied as bytes, because GRDB cuts text at its first NUL.
        reading = shared.map { $0.type == "TEXT" ? "CAST(\($0.name) AS BLOB)" : $0.name }.joined(separator: ", ")
        writing =
            "INSERT OR IGNORE INTO \(name) (\(shared.map(\.name).joined(separator: ", "))) VALUES ("
            + shared.map { $0.type == "TEXT" ? "CAST(? AS TEXT)" : "?" }.joined(separator: ", ") + ")"
    }

    mutating func copyRows() throws -> Salvage.Table {
        guard !reading.isEmpty else {
            table.isIncomplete = true
            return table
        }
        if hasNumbers {
            try copyRows(Int64.min...Int64.max)
        } else if !(try copyRun("1", ascending: true).isWhole), !(try copyRun("1", ascending: false).isWhole) {
            table.isIncomplete = true
        }
        return table
    }

    /// Copies the rows with keys in a range: forwards until damage, backwards until damage, then each half of the rest.
    private mutating func copyRows(_ keys: ClosedRange<Int64>) throws {
        let up = try copyRun("\(key) BETWEEN \(keys.lowerBound) AND \(keys.upperBound)", ascending: true)
        if up.isWhole { return }
        let low = up.last.map { $0 == .max ? $0 : $0 + 1 } ?? max(keys.lowerBound, 0)
        guard low <= keys.upperBound else {
            table.isIncomplete = true
            return
        }
        let down = try copyRun("\(key) BETWEEN \(low) AND \(keys.upperBound)", ascending: false)
        if down.isWhole { return }
        let high = down.last.map { $0 - 1 } ?? min(keys.upperBound, low + (1 << 24))
        let isNowhere = up.last == nil && down.last == nil && keys.upperBound == .max
        guard low < high, remainingQueries > 0, !isNowhere else {
            table.isIncomplete = true
            return
        }
        let middle = low + (high - low) / 2
        try copyRows(low...middle)
        try copyRows((middle + 1)...high)
    }

    /// Copies the rows that meet a condition, in one direction, up to the first unreadable row.
    private mutating func copyRun(_ condition: String, ascending: Bool) throws -> (last: Int64?, isWhole: Bool) {
        remainingQueries -= 1
        var last: Int64?
        do {
            let rows = try Row.fetchCursor(
                damaged,
                sql: """
                    SELECT \(key), \(reading) FROM \(table.name) WHERE \(condition)
                    ORDER BY \(key) \(ascending ? "ASC" : "DESC")
                    """)
            while let row = try rows.next() {
                try insert(row.databaseValues.dropFirst())
                last = Int64.fromDatabaseValue(row[0] as DatabaseValue)
            }
            return (last, true)
        } catch let error as DatabaseError where error.isOfDamage {
            return (last, false)
        }
    }

    /// Copies one row, unless it breaks a constraint.
    private mutating func insert(_ values: some Sequence<DatabaseValue>) throws {
        do {
            try database.cachedStatement(sql: writing).execute(arguments: StatementArguments(values))
            table.rows += database.changesCount
        } catch let error as DatabaseError {
            // A full disk is not damage.
            guard error.resultCode == .SQLITE_CONSTRAINT else { throw HistoryError(error, path: "the new history") }
            table.isIncomplete = true
        }
    }
}

extension DatabaseError {
    fileprivate var isOfDamage: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_IOERR, .SQLITE_ERROR: true
        default: false
        }
    }
}
