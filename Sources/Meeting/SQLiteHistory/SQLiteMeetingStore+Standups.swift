internal import Foundation
internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// All standups, in the order in which they were created.
    package func standups() throws(HistoryError) -> [Standup] {
        try read { database in
            var standups: [Standup] = []
            var indexes: [Int64: Int] = [:]
            try database.forEachRow(
                """
                SELECT number, id, title, length, theme, at_slot_end, time_sharing, warnings, warning_sounds, language
                FROM standup ORDER BY number
                """
            ) { row in
                indexes[row.integer(0)] = standups.count
                let settings = MeetingSettings(
                    atSlotEnd: try row.value(5),
                    timeSharing: try row.value(6),
                    warnings: try row.durations(7),
                    warningSounds: row.integer(8) != 0
                )
                standups.append(
                    Standup(
                        id: row.id(1),
                        title: row.text(2),
                        length: row.duration(3),
                        theme: try row.value(4),
                        settings: settings,
                        language: row.text(9)
                    )
                )
            }
            try database.forEachRow("SELECT standup, id, name FROM attendee ORDER BY standup, position") { row in
                guard let index = indexes[row.integer(0)] else { return }
                standups[index].attendees.append(Attendee(id: row.id(1), name: row.text(2)))
            }
            try database.forEachRow("SELECT standup, term FROM vocabulary ORDER BY standup, position") { row in
                guard let index = indexes[row.integer(0)] else { return }
                standups[index].vocabulary.append(row.text(1))
            }
            return standups
        }
    }

    /// Inserts the standup, or replaces the one with its id.
    package func save(_ standup: Standup) throws(HistoryError) {
        let warnings = standup.settings.warnings.map { String($0.nanoseconds) }.joined(separator: " ")
        try write { database in
            try database.run(
                """
                INSERT INTO standup (id, title, length, theme, at_slot_end, time_sharing, warnings, warning_sounds,
                    language)
                VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET title = excluded.title, length = excluded.length,
                    theme = excluded.theme, at_slot_end = excluded.at_slot_end, time_sharing = excluded.time_sharing,
                    warnings = excluded.warnings, warning_sounds = excluded.warning_sounds,
                    language = excluded.language
                """,
                [
                    standup.id.rawValue, FreeText(standup.title), standup.length.nanoseconds, standup.theme.rawValue,
                    standup.settings.atSlotEnd.rawValue, standup.settings.timeSharing.rawValue,
                    warnings, standup.settings.warningSounds,
                    standup.language,
                ]
            )
            let number = try Int64.fetchOne(
                database,
                sql: "SELECT number FROM standup WHERE id = ?",
                arguments: [standup.id.rawValue]
            )
            try database.run("DELETE FROM attendee WHERE standup = ?", [number])
            for (position, attendee) in standup.attendees.enumerated() {
                try database.run(
                    "INSERT INTO attendee (standup, position, id, name) VALUES (?, ?, ?, CAST(? AS TEXT))",
                    [number, position, attendee.id.rawValue, FreeText(attendee.name)]
                )
            }
            try database.run("DELETE FROM vocabulary WHERE standup = ?", [number])
            for (position, term) in standup.vocabulary.enumerated() {
                try database.run(
                    "INSERT INTO vocabulary (standup, position, term) VALUES (?, ?, CAST(? AS TEXT))",
                    [number, position, FreeText(term)]
                )
            }
        }
    }

    /// Removes a standup and its meetings, for good.
    package func deleteStandup(_ id: Standup.ID) throws(HistoryError) {
        try delete { database in
            try database.run("DELETE FROM meeting WHERE standup = ?", [id.rawValue])
            try database.run("DELETE FROM standup WHERE id = ?", [id.rawValue])
        }
    }

    /// What a recogniser learned about a microphone, nil if nothing was kept under this key.
    package func recognizerState(_ key: String) throws(HistoryError) -> [Float]? {
        try read { database in
            var state: [Float]?
            try database.forEachRow("SELECT state FROM recognizer_state WHERE key = CAST(? AS TEXT)", [FreeText(key)]) {
                let bytes = $0.bytes(0)
                state = stride(from: 0, to: bytes.count / 4 * 4, by: 4)
                    .map { offset in
                        Float(
                            bitPattern: UInt32(
                                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                            )
                        )
                    }
            }
            return state
        }
    }

    /// Keeps what a recogniser learned about a microphone, as 32-bit floats, little endian.
    package func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError) {
        let bytes = state.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
        try write { database in
            try database.run(
                "INSERT OR REPLACE INTO recognizer_state (key, state) VALUES (CAST(? AS TEXT), ?)",
                [FreeText(key), Data(bytes)]
            )
        }
    }
}
