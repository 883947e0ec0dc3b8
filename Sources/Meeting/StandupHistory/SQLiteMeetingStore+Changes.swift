internal import GRDB
public import MeetingHistory
public import MeetingModel

extension SQLiteMeetingStore {
    /// Stores a meeting as it is at its start, and replaces one with the same id.
    public func begin(_ meeting: Meeting) throws(HistoryError) {
        try write { try $0.begin(meeting) }
    }

    /// Stores changes of a meeting, all or none.
    public func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError) {
        try write { database in
            let number = try database.number(of: id)
            let rows = MeetingRows(database: database, meeting: number)
            for change in changes { try rows.apply(change) }
            try database.noteMeeting(number)
        }
    }

    package func giveTurns(
        of attendee: Attendee.ID, to other: Attendee, keeps: Bool, in id: Meeting.ID
    ) throws(HistoryError) -> Bool {
        try write { database in
            let rows = MeetingRows(database: database, meeting: try database.number(of: id))
            var isSent = false
            try database.forEachRow(
                """
                SELECT 1 FROM meeting WHERE number = ? AND (shared = 1
                    OR EXISTS (SELECT 1 FROM team_pending WHERE kind = 'meeting' AND item = meeting.id))
                """, [rows.meeting]
            ) { _ in isSent = true }
            guard !isSent else { return false }
            var attendees: [MeetingAttendee] = []
            try database.forEachRow(
                "SELECT \(attendeeColumns) FROM meeting_attendee WHERE meeting = ? ORDER BY position", [rows.meeting]
            ) { attendees.append(try MeetingAttendee($0)) }
            attendees = attendees.givingTurns(of: attendee, to: other, keeps: keeps)
            try database.run("DELETE FROM meeting_attendee WHERE meeting = ?", [rows.meeting])
            for (position, attendee) in attendees.enumerated() { try rows.insert(attendee, at: position) }
            for table in ["turn", "utterance", "point"] {
                try database.run(
                    "UPDATE \(table) SET attendee = ? WHERE meeting = ? AND attendee = ?",
                    [other.id.rawValue, rows.meeting, attendee.rawValue])
            }
            // Their words have the attendee too.
            try database.run("DELETE FROM draft WHERE meeting = ?", [rows.meeting])
            try database.noteMeeting(rows.meeting)
            return true
        }
    }

    /// Deletes a discarded meeting and its recording, unless it is in the trash.
    public func discard(_ meeting: Meeting.ID, removeRecording: () -> Void) throws(HistoryError) {
        // In one transaction: the updates are either the meeting's or waiting, also after a crash.
        let isMarked = try write { database in
            try database.returnUpdates(of: meeting)
            try database.noteUpdates(ofMeeting: meeting)
            return try database.setDeleted(.meeting(meeting), by: Trash.discardedOwner(of: meeting))
        }
        try deleteDiscarded(meeting, isMarked: isMarked, removeRecording: removeRecording)
    }

    /// Deletes a meeting permanently.
    public func deleteMeeting(_ id: Meeting.ID) throws(HistoryError) {
        try delete { try $0.deleteMeetingRows(id, noting: true) }
    }
}

extension Database {
    func begin(_ meeting: Meeting) throws {
        let number = try insert(meeting)
        // Those that waited wait no longer, unless they have been changed since.
        try deleteWaitingUpdates(ofMeeting: number)
        try noteMeeting(number)
        // An interrupted meeting before this one can no longer go on.
        var earlier: [Int64] = []
        try forEachRow(
            "SELECT number FROM meeting WHERE standup = ? AND state = 'interrupted' AND NOT shared",
            [meeting.standupID.rawValue]
        ) { earlier.append($0.integer(0)) }
        for number in earlier { try noteMeeting(number) }
        try noteUpdates(of: meeting.standupID)
    }

    /// Inserts the rows of a meeting, and replaces those of one with the same id; its number.
    @discardableResult
    func insert(_ meeting: Meeting) throws -> Int64 {
        try run("DELETE FROM meeting WHERE id = ?", [meeting.id.rawValue])
        try run(
            """
            INSERT INTO meeting (id, standup, title, started_at, state, duration, language, recording_file,
                recording_rate, recording_frames, transcribed_up_to, note, recording_channels, rehearsal)
            VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?)
            """,
            [
                meeting.id.rawValue, meeting.standupID.rawValue, FreeText(meeting.title),
                meeting.startedAt.nanosecondsSince1970, meeting.state.rawValue, meeting.duration.nanoseconds,
                meeting.language, meeting.recording?.fileName, meeting.recording?.sampleRate,
                meeting.recording?.frames ?? (meeting.recordingRemoved ? 0 : nil), meeting.transcribedUpTo?.nanoseconds,
                meeting.note.map(FreeText.init), meeting.recording?.channels ?? 1,
                meeting.isRehearsal,
            ]
        )
        let rows = MeetingRows(database: self, meeting: lastInsertedRowID)
        for (position, attendee) in meeting.attendees.enumerated() { try rows.insert(attendee, at: position) }
        for turn in meeting.turns { try rows.insert(turn) }
        for pause in meeting.pauses { try rows.insert(pause) }
        for gap in meeting.gaps { try rows.insert(gap) }
        for mark in meeting.marks { try rows.insert(mark) }
        for utterance in meeting.transcript { try rows.insert(utterance) }
        try insert(meeting.updates, of: meeting.standupID, into: rows.meeting)
        if let first = meeting.points.first {
            try insert(
                meeting.points.withLiveTranscript, of: rows.meeting, version: 1, by: first.maker, from: nil,
                at: meeting.startedAt)
        }
        return rows.meeting
    }

    /// The row number of a meeting, even if it is marked deleted.
    func number(of id: Meeting.ID) throws -> Int64 {
        var number: Int64?
        try forEachRow("SELECT number FROM meeting WHERE id = ?", [id.rawValue]) { number = $0.integer(0) }
        guard let number else { throw HistoryError.noMeeting(id) }
        return number
    }
}

/// The rows of one meeting; its `apply` is `Meeting.apply` in SQL.
private struct MeetingRows {
    let database: Database
    let meeting: Int64

    func apply(_ change: MeetingChange) throws {
        switch change {
        case .turnStarted(let attendee, let start):
            try endTurn(at: start)
            try insert(Turn(attendee: attendee, start: start))
        case .turnEnded(let end):
            try endTurn(at: end)
        case .attendee(let attendee):
            try replace(attendee)
        case .paused(let offset, let reason):
            try database.run(
                """
                INSERT INTO pause (meeting, at, reason) SELECT ?1, ?2, ?3
                WHERE NOT EXISTS (SELECT * FROM pause WHERE meeting = ?1 AND duration IS NULL)
                """,
                [meeting, offset.nanoseconds, reason.rawValue]
            )
        case .resumed(let duration):
            try database.run(
                "UPDATE pause SET duration = ? WHERE meeting = ? AND duration IS NULL",
                [duration.nanoseconds, meeting]
            )
        case .gap(let gap):
            try insert(gap)
        case .recording(let recording):
            try database.run(
                """
                UPDATE meeting SET recording_file = ?, recording_rate = ?, recording_frames = ?, recording_channels = ?
                WHERE number = ?
                """,
                [recording.fileName, recording.sampleRate, recording.frames, recording.channels, meeting]
            )
        case .recordingRemoved:
            try database.run("UPDATE meeting SET recording_file = NULL WHERE number = ?", [meeting])
        case .utterance(let utterance):
            try insert(utterance)
        case .transcribed(let offset):
            try database.run(
                "UPDATE meeting SET transcribed_up_to = ? WHERE number = ?",
                [offset.nanoseconds, meeting]
            )
        case .note(let text):
            try database.run(
                "UPDATE meeting SET note = CAST(? AS TEXT) WHERE number = ?",
                [Meeting.keptNote(text).map(FreeText.init), meeting]
            )
        case .marks(let marks):
            try database.run("DELETE FROM mark WHERE meeting = ?", [meeting])
            for mark in marks { try insert(mark) }
        case .pointState(let id, let state):
            try database.setState(state, of: id)
        case .turns(let turns):
            try database.run("DELETE FROM turn WHERE meeting = ?", [meeting])
            for turn in turns { try insert(turn) }
        case .countdownStep(let step):
            try database.run("INSERT INTO countdown_step (meeting, step) VALUES (?, ?)", [meeting, step])
        case .countdownSettled:
            try database.run("DELETE FROM countdown_step WHERE meeting = ?", [meeting])
        case .state(let state, let duration):
            try database.run(
                "UPDATE meeting SET state = ?, duration = ? WHERE number = ?",
                [state.rawValue, duration.nanoseconds, meeting]
            )
        }
    }

    func insert(_ attendee: MeetingAttendee, at position: Int) throws {
        try database.run(
            """
            INSERT INTO meeting_attendee (meeting, position, id, name, slot, used, overtime, state, remote)
            VALUES (?, ?, ?, CAST(? AS TEXT), ?, ?, ?, ?, ?)
            """,
            [
                meeting, position, attendee.id.rawValue, FreeText(attendee.name), attendee.slot.nanoseconds,
                attendee.used.nanoseconds, attendee.overtime.nanoseconds, attendee.state.rawValue, attendee.isRemote,
            ]
        )
    }

    func insert(_ turn: Turn) throws {
        try database.run(
            "INSERT INTO turn (meeting, attendee, start_at, end_at) VALUES (?, ?, ?, ?)",
            [meeting, turn.attendee.rawValue, turn.start.nanoseconds, turn.end?.nanoseconds]
        )
    }

    func insert(_ pause: Pause) throws {
        try database.run(
            "INSERT INTO pause (meeting, at, duration, reason) VALUES (?, ?, ?, ?)",
            [meeting, pause.at.nanoseconds, pause.duration?.nanoseconds, pause.reason.rawValue]
        )
    }

    func insert(_ gap: Gap) throws {
        try database.run(
            "INSERT INTO gap (meeting, start_at, end_at, reason, channel) VALUES (?, ?, ?, ?, ?)",
            [meeting, gap.start.nanoseconds, gap.end.nanoseconds, gap.reason.rawValue, gap.channel.rawValue]
        )
    }

    func insert(_ mark: PassageMark) throws {
        try database.run(
            "INSERT INTO mark (meeting, start_at, end_at) VALUES (?, ?, ?)",
            [meeting, mark.start.nanoseconds, mark.end.nanoseconds]
        )
    }

    /// Adds an utterance to the live transcript and its corrected copies.
    func insert(_ utterance: Utterance) throws {
        let row = try UtteranceRow(utterance)
        let live = "meeting WHERE number = ?1 AND keeps_live"
        try database.insert(row, original: nil, meeting: meeting, into: "1", from: live)
        let original = database.changesCount > 0 ? database.lastInsertedRowID : nil
        let followers = "transcript WHERE meeting = ?1 AND follows_live"
        try database.insert(row, original: original, meeting: meeting, into: "number", from: followers)
    }

    private func replace(_ attendee: MeetingAttendee) throws {
        try database.run(
            """
            UPDATE meeting_attendee SET name = CAST(? AS TEXT), slot = ?, used = ?, overtime = ?, state = ?,
                remote = ?
            WHERE meeting = ? AND id = ?
            """,
            [
                FreeText(attendee.name), attendee.slot.nanoseconds, attendee.used.nanoseconds,
                attendee.overtime.nanoseconds, attendee.state.rawValue, attendee.isRemote, meeting,
                attendee.id.rawValue,
            ]
        )
        guard database.changesCount == 0 else { return }
        var position = 0
        try database.forEachRow(
            "SELECT coalesce(max(position) + 1, 0) FROM meeting_attendee WHERE meeting = ?",
            [meeting]
        ) { position = Int($0.integer(0)) }
        try insert(attendee, at: position)
    }

    private func endTurn(at end: Duration) throws {
        try database.run(
            "DELETE FROM turn WHERE meeting = ? AND end_at IS NULL AND start_at >= ?",
            [meeting, end.nanoseconds]
        )
        try database.run("UPDATE turn SET end_at = ? WHERE meeting = ? AND end_at IS NULL", [end.nanoseconds, meeting])
    }
}
