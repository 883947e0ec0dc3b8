internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    package func waitingUpdates(of standup: Standup.ID) throws(HistoryError) -> [WrittenUpdate] {
        try read { try $0.waitingUpdates(of: standup) }
    }

    package func write(_ update: WrittenUpdate, for standup: Standup.ID) throws(HistoryError) -> Bool {
        try writeAndErase(standup) { try $0.write(update, for: standup) }
    }

    package func replaceWaitingUpdate(
        _ text: String?, by update: WrittenUpdate?, of attendee: Attendee.ID, for standup: Standup.ID
    ) throws(HistoryError) -> Bool {
        try writeAndErase(standup) { database in
            let waiting = try database.waitingUpdates(of: standup).first { $0.attendee == attendee }
            guard waiting.map({ Array($0.text.utf8) }) == text.map({ Array($0.utf8) }) else { return false }
            return try update.map { try database.write($0, for: standup) }
                ?? database.deleteWaitingUpdate(of: attendee, for: standup)
        }
    }

    package func deleteWaitingUpdate(
        of attendee: Attendee.ID, for standup: Standup.ID
    ) throws(HistoryError) -> Bool {
        try writeAndErase(standup) { try $0.deleteWaitingUpdate(of: attendee, for: standup) }
    }

    /// Makes a change to the updates of a standup, and erases the text that it removed or replaced from the files; false if it
    /// changed nothing.
    private func writeAndErase(
        _ standup: Standup.ID, _ change: (Database) throws -> Bool
    ) throws(HistoryError) -> Bool {
        let isChanged = try write { database in
            guard try change(database) else { return false }
            try database.noteUpdates(of: standup)
            try database.requestErasure()
            return true
        }
        if isChanged { _ = try finishErasure(within: .seconds(1)) }
        return isChanged
    }
}

extension Database {
    fileprivate func waitingUpdates(of standup: Standup.ID) throws -> [WrittenUpdate] {
        try updates(
            """
            written_update JOIN standup ON standup.id = written_update.standup
            JOIN attendee ON attendee.standup = standup.number AND attendee.id = written_update.attendee
            WHERE written_update.standup = ? AND meeting IS NULL AND deleted_by IS NULL ORDER BY position
            """,
            [standup.rawValue])
    }

    /// Stores an update; false if it changed no row.
    func write(_ update: WrittenUpdate, for standup: Standup.ID, alsoInTrash: Bool = false) throws -> Bool {
        try run(
            """
            INSERT INTO written_update (standup, attendee, text, written_at)
            SELECT standup.id, attendee.id, CAST(?3 AS TEXT), ?4
            FROM standup JOIN attendee ON attendee.standup = standup.number
            WHERE standup.id = ?1 AND attendee.id = ?2 AND (deleted_by IS NULL OR ?5)
            ON CONFLICT (standup, attendee) WHERE meeting IS NULL
                DO UPDATE SET text = excluded.text, written_at = excluded.written_at
            """,
            [
                standup.rawValue, update.attendee.rawValue, FreeText(update.text),
                update.writtenAt.nanosecondsSince1970, alsoInTrash,
            ])
        return changesCount > 0
    }

    /// Deletes a waiting update; false if it changed no row.
    fileprivate func deleteWaitingUpdate(of attendee: Attendee.ID, for standup: Standup.ID) throws -> Bool {
        try run(
            "DELETE FROM written_update WHERE standup = ? AND attendee = ? AND meeting IS NULL",
            [standup.rawValue, attendee.rawValue])
        return changesCount > 0
    }
}

extension Database {
    /// The updates that a query after FROM selects.
    func updates(_ query: String, _ arguments: StatementArguments) throws -> [WrittenUpdate] {
        var updates: [WrittenUpdate] = []
        try forEachRow("SELECT attendee, text, written_at FROM \(query)", arguments) { row in
            updates.append(
                WrittenUpdate(
                    attendee: row.id(0), text: row.text(1),
                    writtenAt: Timestamp(nanosecondsSince1970: row.integer(2))))
        }
        return updates
    }

    /// The updates of a meeting, in the order of its attendees.
    func updates(ofMeeting number: Int64) throws -> [WrittenUpdate] {
        try updates(
            """
            written_update LEFT JOIN meeting_attendee AS part
                ON part.meeting = written_update.meeting AND part.id = attendee
            WHERE written_update.meeting = ? ORDER BY position, number
            """,
            [number])
    }

    func insert(_ updates: [WrittenUpdate], of standup: Standup.ID, into meeting: Int64) throws {
        for update in updates {
            let arguments: StatementArguments = [
                meeting, standup.rawValue, update.attendee.rawValue, FreeText(update.text),
                update.writtenAt.nanosecondsSince1970,
            ]
            try run(
                """
                INSERT OR IGNORE INTO written_update (meeting, standup, attendee, text, written_at)
                VALUES (?, ?, ?, CAST(? AS TEXT), ?)
                """,
                arguments)
        }
    }

    /// Deletes the waiting updates that a meeting has taken.
    func deleteWaitingUpdates(ofMeeting number: Int64) throws {
        try run(
            """
            DELETE FROM written_update WHERE meeting IS NULL AND EXISTS (
                SELECT 1 FROM written_update AS taken WHERE taken.meeting = ?
                    AND taken.standup = written_update.standup AND taken.attendee = written_update.attendee
                    AND taken.text = written_update.text AND taken.written_at = written_update.written_at)
            """,
            [number])
    }

    /// Makes the updates of a discarded meeting wait again, unless their attendees have left or written others since.
    func returnUpdates(of meeting: Meeting.ID) throws { try returnUpdates(of: meeting, if: "TRUE") }

    /// The same if the meeting was interrupted and could be resumed until it was deleted.
    func returnUpdates(ofResumable meeting: Meeting.ID) throws {
        try returnUpdates(
            of: meeting, if: "meeting.state = 'interrupted' AND meeting.number IN (SELECT meeting FROM countdown_step)")
    }

    private func returnUpdates(of meeting: Meeting.ID, if condition: String) throws {
        try run(
            """
            INSERT OR IGNORE INTO written_update (standup, attendee, text, written_at)
            SELECT taken.standup, taken.attendee, taken.text, taken.written_at
            FROM meeting JOIN written_update AS taken ON taken.meeting = meeting.number
            JOIN standup ON standup.id = taken.standup
            JOIN attendee ON attendee.standup = standup.number AND attendee.id = taken.attendee
            WHERE meeting.id = ? AND \(condition)
            """,
            [meeting.rawValue])
    }
}
