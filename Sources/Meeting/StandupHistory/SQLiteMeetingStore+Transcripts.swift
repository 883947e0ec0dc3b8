internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    package func transcriptVersions(of meeting: Meeting.ID) throws(HistoryError) -> [TranscriptVersion] {
        try read { database in
            var versions: [TranscriptVersion] = []
            try database.forEachRow(
                """
                SELECT 1 AS version, started_at, NULL, NULL, transcript = 1 FROM meeting
                WHERE id = ?1 AND keeps_live AND \(isVisible) AND \(isShown("1"))
                UNION ALL
                SELECT transcript.number, created_at, correction_of, recognizer, transcript.number = meeting.transcript
                FROM meeting JOIN transcript ON transcript.meeting = meeting.number
                WHERE meeting.id = ?1 AND \(isVisible) AND \(isShown("transcript.number"))
                ORDER BY version
                """,
                [meeting.rawValue]
            ) { versions.append(TranscriptVersion($0)) }
            return versions
        }
    }

    package func transcript(of meeting: Meeting.ID, version: Int) throws(HistoryError) -> [NumberedUtterance] {
        try read { database in
            try TranscriptRows(database: database, meeting: meeting).utterances(of: version)
        }
    }

    package func addTranscript(
        _ utterances: [Utterance],
        to meeting: Meeting.ID,
        recognizer: String,
        at instant: Timestamp,
        finishing draft: String?
    ) throws(HistoryError) -> Int {
        try write { database in
            if let draft { try database.removeDraft(draft, of: meeting) }
            return try TranscriptRows(database: database, meeting: meeting).add(
                utterances.map { ($0, nil) },
                origin: .recognizer(recognizer),
                followsLive: false,
                at: instant
            )
        }
    }

    package func correctTranscript(
        of meeting: Meeting.ID,
        version: Int,
        _ corrections: [UtteranceCorrection],
        at instant: Timestamp
    ) throws(HistoryError) -> Int {
        try write { database in
            let rows = try TranscriptRows(database: database, meeting: meeting)
            let before = try rows.utterances(of: version)
            let after = before.corrected(by: corrections)
            guard after != before else { return version }
            return try rows.add(
                after.map { ($0.utterance, $0.id) },
                origin: .correction(of: version),
                followsLive: rows.followsLive(version),
                at: instant
            )
        }
    }

    package func chooseTranscript(
        of meeting: Meeting.ID, version: Int, at instant: Timestamp
    ) throws(HistoryError) {
        try write { database in
            let rows = try TranscriptRows(database: database, meeting: meeting)
            try rows.check(version)
            try rows.choose(version)
            try database.takeAlongPointsByHand(of: meeting, at: instant)
            try database.noteMeeting(database.number(of: meeting))
        }
    }

    package func deleteTranscript(of meeting: Meeting.ID, version: Int) throws(HistoryError) {
        try delete { database in
            try TranscriptRows(database: database, meeting: meeting).delete(version)
        }
    }
}

/// The SQL condition that a transcript of a meeting is not marked deleted.
private func isShown(_ number: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM deleted_transcript WHERE deleted_transcript.meeting = meeting.number
        AND deleted_transcript.number = \(number))
    """
}

/// The transcripts of a meeting that is not marked deleted.
struct TranscriptRows {
    fileprivate let database: Database
    private let id: Meeting.ID
    private let meeting: Int64
    private let current: Int64
    private let last: Int64
    private let keepsLive: Bool
    private let isLive: Bool
}

extension TranscriptRows {
    fileprivate init(database: Database, meeting id: Meeting.ID) throws {
        guard let found = try Self.find(id, in: database) else { throw HistoryError.noMeeting(id) }
        self = found
    }

    /// The transcripts of a meeting; nil if there is no such meeting.
    static func find(_ id: Meeting.ID, in database: Database) throws -> Self? {
        var found: Self?
        try database.forEachRow(
            "SELECT number, transcript, last_transcript, keeps_live, state FROM meeting WHERE id = ? AND \(isVisible)",
            [id.rawValue]
        ) { row in
            found = Self(
                database: database,
                id: id,
                meeting: row.integer(0),
                current: row.integer(1),
                last: row.integer(2),
                keepsLive: row.integer(3) != 0,
                isLive: row.text(4) == Meeting.State.live.rawValue
            )
        }
        return found
    }

    /// Whether there is a transcript of this number that is not marked deleted.
    func isShown(_ version: Int) throws -> Bool {
        guard try follows(version) != nil else { return false }
        var isMarked = false
        try database.forEachRow(
            "SELECT 1 FROM deleted_transcript WHERE meeting = ? AND number = ?", [meeting, version]
        ) { _ in isMarked = true }
        return !isMarked
    }

    /// Throws if a transcript is current or a live meeting is writing it.
    func checkNotInUse(_ version: Int) throws {
        guard version != current, !(version == 1 && isLive) else {
            throw HistoryError.transcriptInUse(id, version: version)
        }
    }

    /// Whether what is added to the live transcript is added to this one; nil if there is none of this number.
    private func follows(_ version: Int) throws -> Bool? {
        if version == 1 { return keepsLive ? true : nil }
        var follows: Bool?
        try database.forEachRow(
            "SELECT follows_live FROM transcript WHERE meeting = ? AND number = ?",
            [meeting, version]
        ) { follows = $0.integer(0) != 0 }
        return follows
    }

    fileprivate func followsLive(_ version: Int) throws -> Bool {
        try check(version)
        return try follows(version) == true
    }

    fileprivate func check(_ version: Int) throws {
        guard try isShown(version) else { throw HistoryError.noTranscript(id, version: version) }
    }

    fileprivate func utterances(of version: Int) throws -> [NumberedUtterance] {
        try check(version)
        return try database.utterances(in: Int64(version), of: meeting)
    }

    /// Adds a transcript, makes it current and returns its number.
    fileprivate func add(
        _ utterances: [(Utterance, original: Int64?)],
        origin: TranscriptVersion.Origin,
        followsLive: Bool,
        at instant: Timestamp
    ) throws -> Int {
        let number = Int(last + 1)
        var (base, recognizer): (Int?, String?) = (nil, nil)
        switch origin {
        case .live: break
        case .correction(let version): base = version
        case .recognizer(let name): recognizer = name
        }
        try database.run(
            """
            INSERT INTO transcript (meeting, number, created_at, correction_of, recognizer, follows_live, id, parent)
            VALUES (?, ?, ?, ?, CAST(? AS TEXT), ?, new_id(), ?)
            """,
            [
                meeting, number, instant.nanosecondsSince1970, base, recognizer.map(FreeText.init), followsLive,
                try base.flatMap { try database.transcriptID($0, of: meeting) },
            ]
        )
        let source = "transcript WHERE meeting = ?1 AND number = \(number)"
        for (utterance, original) in utterances {
            let row = try UtteranceRow(utterance)
            try database.insert(row, original: original, meeting: meeting, into: "number", from: source)
        }
        try database.run("UPDATE meeting SET last_transcript = ? WHERE number = ?", [number, meeting])
        try choose(number)
        return number
    }

    fileprivate func choose(_ version: Int) throws {
        try database.run("UPDATE meeting SET transcript = ? WHERE number = ?", [version, meeting])
        try database.showPoints(of: meeting, with: version)
        try database.noteMeeting(meeting)
    }

    /// The standup of a transcript that was shared, and the members who recorded its meeting and wrote it, nil for the user;
    /// nil if it was not shared.
    func sharing(of version: Int) throws -> (standup: Standup.ID, owners: [String?])? {
        var shared: (Standup.ID, [String?])?
        try database.forEachRow(
            """
            SELECT standup, recorded_by, recorded_by FROM meeting WHERE number = ?1 AND ?2 = 1 AND live_shared
            UNION ALL SELECT standup, recorded_by, written_by FROM meeting
                JOIN transcript ON transcript.meeting = meeting.number AND transcript.number = ?2
                WHERE meeting.number = ?1 AND transcript.shared
            """,
            [meeting, version]
        ) { row in
            shared = (row.id(0), [row.isNull(1) ? nil : row.text(1), row.isNull(2) ? nil : row.text(2)])
        }
        return shared
    }

    fileprivate func delete(_ version: Int) throws {
        guard try follows(version) != nil else { throw HistoryError.noTranscript(id, version: version) }
        try checkNotInUse(version)
        if let transcript = try database.transcriptID(version, of: meeting) {
            if let shared = try sharing(of: version) {
                try database.noteDeletion(.transcript, transcript, in: shared.standup, of: shared.owners)
            }
            try database.forgetTranscript(transcript)
        }
        try database.deleteTranscriptRows(version, of: meeting)
        try database.showPoints(of: meeting, with: Int(current))
        try database.noteMeeting(meeting)
    }
}

extension Database {
    /// Deletes a transcript and the points that have its words.
    func deleteTranscriptRows(_ version: Int, of meeting: Int64) throws {
        try run("DELETE FROM deleted_transcript WHERE meeting = ? AND number = ?", [meeting, version])
        try run("DELETE FROM utterance WHERE meeting = ? AND transcript = ?", [meeting, version])
        try run("DELETE FROM point WHERE meeting = ? AND transcript = ?", [meeting, version])
        try run("DELETE FROM transcript WHERE meeting = ? AND number = ?", [meeting, version])
        if version == 1 { try run("UPDATE meeting SET keeps_live = 0 WHERE number = ?", [meeting]) }
    }
}

extension TranscriptVersion {
    fileprivate init(_ row: Columns) {
        let origin: Origin =
            if !row.isNull(2) {
                .correction(of: Int(row.integer(2)))
            } else if !row.isNull(3) {
                .recognizer(row.text(3))
            } else {
                .live
            }
        self.init(
            number: Int(row.integer(0)),
            createdAt: Timestamp(nanosecondsSince1970: row.integer(1)),
            origin: origin,
            isCurrent: row.integer(4) != 0
        )
    }
}
