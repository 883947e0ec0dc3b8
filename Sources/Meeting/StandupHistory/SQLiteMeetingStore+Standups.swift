internal import GRDB
public import MeetingHistory
public import MeetingModel

extension SQLiteMeetingStore {
    /// All standups, in the order of their creation.
    public func standups() throws(HistoryError) -> [Standup] {
        try read { try $0.standups(where: "standup.deleted_by IS NULL") }
    }

    /// Stores a standup, replacing one with the same id; a deletion mark is removed.
    public func save(_ standup: Standup) throws(HistoryError) {
        try write { try $0.save(standup) }
    }

    package func save(_ standup: Standup, replacing original: Standup?) throws(HistoryError) -> SaveOutcome {
        try write { database in
            let kept = try database.standups(
                where: "standup.deleted_by IS NULL AND standup.id = ?",
                [standup.id.rawValue]
            ).first
            let outcome = SaveOutcome(of: standup, replacing: original, where: kept)
            if outcome == .saved, kept != standup { try database.save(standup) }
            return outcome
        }
    }

    /// Deletes a standup and its meetings permanently.
    public func deleteStandup(_ id: Standup.ID) throws(HistoryError) {
        try delete { try $0.deleteStandupRows(id, noting: true) }
    }
}

extension Database {
    /// The standups that meet a condition, in the order of their creation.
    func standups(where condition: String, _ arguments: StatementArguments = []) throws -> [Standup] {
        var standups: [Standup] = []
        var indexes: [Int64: Int] = [:]
        try forEachRow(
            """
            SELECT number, id, title, length, theme, at_slot_end, time_sharing, warnings, warning_sounds, language,
                call, shared, learns_voices
            FROM standup WHERE \(condition) ORDER BY number
            """,
            arguments
        ) { row in
            indexes[row.integer(0)] = standups.count
            standups.append(try Standup(row))
        }
        try forEachRow(
            """
            SELECT standup, attendee.id, name, remote FROM standup JOIN attendee ON standup = number WHERE \(condition)
            ORDER BY standup, position
            """,
            arguments
        ) { row in
            guard let index = indexes[row.integer(0)] else { return }
            standups[index].attendees.append(Attendee(id: row.id(1), name: row.text(2), isRemote: row.integer(3) != 0))
        }
        for standup in standups { try standup.attendees.requireDifferentIDs() }
        try forEachRow(
            """
            SELECT standup, term FROM standup JOIN vocabulary ON standup = number WHERE \(condition)
            ORDER BY standup, position
            """,
            arguments
        ) { row in
            guard let index = indexes[row.integer(0)] else { return }
            standups[index].vocabulary.append(row.text(1))
        }
        return standups
    }

    /// Inserts a standup, or replaces the one with its id; a deletion mark is removed.
    func save(_ standup: Standup) throws {
        var wasShared: Bool?
        try forEachRow("SELECT shared FROM standup WHERE id = ?", [standup.id.rawValue]) {
            wasShared = $0.integer(0) != 0
        }
        try write(standup)
        try run("UPDATE standup SET deleted_by = NULL WHERE id = ?", [standup.id.rawValue])
        // What others wrote while it was not shared has been passed over.
        if standup.isShared, wasShared == false { try run("DELETE FROM team_received", []) }
        try noteStandup(standup.id, wasShared: wasShared ?? false)
    }

    func write(_ standup: Standup) throws {
        let warnings = standup.settings.warnings.map { String($0.nanoseconds) }.joined(separator: " ")
        try run(
            """
            INSERT INTO standup (id, title, length, theme, at_slot_end, time_sharing, warnings, warning_sounds,
                language, call, shared, learns_voices)
            VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?)
            ON CONFLICT (id) DO UPDATE SET title = excluded.title, length = excluded.length,
                theme = excluded.theme, at_slot_end = excluded.at_slot_end, time_sharing = excluded.time_sharing,
                warnings = excluded.warnings, warning_sounds = excluded.warning_sounds,
                language = excluded.language, call = excluded.call, shared = excluded.shared,
                learns_voices = excluded.learns_voices
            """,
            [
                standup.id.rawValue, FreeText(standup.title), standup.length.nanoseconds, standup.theme.rawValue,
                standup.settings.atSlotEnd.rawValue, standup.settings.timeSharing.rawValue,
                warnings, standup.settings.warningSounds, standup.language,
                standup.call.map(FreeText.init), standup.isShared, standup.learnsVoices,
            ]
        )
        let number = try Int64.fetchOne(
            self,
            sql: "SELECT number FROM standup WHERE id = ?",
            arguments: [standup.id.rawValue]
        )
        try run("DELETE FROM attendee WHERE standup = ?", [number])
        for (position, attendee) in standup.attendees.enumerated() {
            try run(
                "INSERT INTO attendee (standup, position, id, name, remote) VALUES (?, ?, ?, CAST(? AS TEXT), ?)",
                [number, position, attendee.id.rawValue, FreeText(attendee.name), attendee.isRemote]
            )
        }
        try run(
            """
            DELETE FROM written_update WHERE standup = ? AND meeting IS NULL
                AND attendee NOT IN (SELECT id FROM attendee WHERE attendee.standup = ?)
            """,
            [standup.id.rawValue, number])
        if changesCount > 0 { try requestErasure() }
        try forgetVoicesOfNobody()
        try run("DELETE FROM vocabulary WHERE standup = ?", [number])
        for (position, term) in standup.vocabulary.enumerated() {
            try run(
                "INSERT INTO vocabulary (standup, position, term) VALUES (?, ?, CAST(? AS TEXT))",
                [number, position, FreeText(term)]
            )
        }
    }
}

extension Standup {
    /// A standup from a row of its table, without the rows of other tables.
    fileprivate init(_ row: Columns) throws {
        let settings = MeetingSettings(
            atSlotEnd: try row.value(5),
            timeSharing: try row.value(6),
            warnings: try row.durations(7),
            warningSounds: row.integer(8) != 0
        )
        self.init(
            id: row.id(1),
            title: row.text(2),
            length: row.duration(3),
            theme: try row.value(4),
            settings: settings,
            language: row.text(9),
            call: row.isNull(10) ? nil : row.text(10),
            isShared: row.integer(11) != 0,
            learnsVoices: row.integer(12) != 0
        )
    }
}
