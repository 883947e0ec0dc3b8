internal import GRDB
internal import MeetingHistory
internal import MeetingModel

extension Database {
    /// The next changes to send, with their rows in the outbox; none if there are none.
    ///
    /// Rows whose items are no longer there or no longer shared are removed. An item in the trash, or with a field that is later
    /// than `latest`, stays for later.
    func nextChanges(by member: String, until latest: Int64) throws -> [(outbox: Int64, change: SharedChange)] {
        var changes: [(outbox: Int64, change: SharedChange)] = []
        var size = 0
        var after: Int64 = 0
        while changes.count < Self.longestBatch, size < Self.largestBatch {
            var row: (number: Int64, kind: SharedKind?, item: String)?
            try forEachRow(
                "SELECT number, kind, item FROM team_outbox WHERE number > ? ORDER BY number LIMIT 1", [after]
            ) { row = ($0.integer(0), SharedKind(rawValue: $0.text(1)), $0.text(2)) }
            guard let row else { break }
            after = row.number
            switch try row.kind.map({ try present($0, row.item, by: member) }) ?? .gone {
            case .change(let change):
                let isInTime = change.isDeletion || change.clock.isPossible(until: latest)
                guard isInTime || change.kind.merge != .fields else { continue }
                changes.append((row.number, change.clamped(to: latest)))
                size += change.content?.utf8.count ?? 0
            case .later: break
            case .gone: try run("DELETE FROM team_outbox WHERE number = ?", [row.number])
            }
        }
        // The first lead is who has sent the standup.
        return changes.filter { $0.change.kind != .lead } + changes.filter { $0.change.kind == .lead }
    }

    /// The largest number of changes in a batch.
    private static let longestBatch = 500
    /// The size of contents from which on a batch gets no more changes, in bytes.
    private static let largestBatch = 1 << 20

    private enum Sending {
        case change(SharedChange)
        /// It is in the trash, or its place or what it corrects is.
        case later
        /// There is nothing to send.
        case gone
    }

    private func present(_ kind: SharedKind, _ item: String, by member: String) throws -> Sending {
        var deletion: HybridClock?
        try forEachRow(
            "SELECT time, counter, writer FROM team_tombstone WHERE kind = ? AND item = ?", [kind.rawValue, item]
        ) { deletion = HybridClock(time: $0.integer(0), counter: $0.integer(1), writer: $0.text(2)) }
        if let deletion { return .change(.deletion(of: item, kind, at: deletion)) }
        switch kind {
        case .meeting: return try presentMeeting(Meeting.ID(rawValue: item), by: member)
        case .transcript: return try presentTranscript(item)
        case .lead: return try presentLead(Standup.ID(rawValue: item), by: member)
        case .standup, .attendee, .shown, .mark, .point, .update: return try presentFields(kind, item)
        }
    }

    private func presentFields(_ kind: SharedKind, _ item: String) throws -> Sending {
        var found: (SharedChange, Sending?)?
        try forEachRow(
            """
            SELECT team_item.standup, team_item.meeting, fields, standup.shared,
                standup.deleted_by IS NOT NULL OR meeting.deleted_by IS NOT NULL
            FROM team_item JOIN standup ON standup.id = team_item.standup
            LEFT JOIN meeting ON meeting.id = team_item.meeting
            WHERE kind = ? AND item = ?
            """,
            [kind.rawValue, item]
        ) { row in
            let fields: SharedFields = try row.json(2)
            guard let clock = fields.clock else { return }
            let change = SharedChange(
                kind: kind, item: item, standup: row.id(0), meeting: row.isNull(1) ? nil : row.id(1),
                transcript: kind == .point ? fields.sourceTranscript : nil, clock: clock,
                content: SharedContent.json(fields))
            found = (change, row.integer(3) == 0 ? .gone : row.integer(4) != 0 ? .later : nil)
        }
        guard let found else { return .gone }
        return found.1 ?? .change(found.0)
    }

    private func presentLead(_ standup: Standup.ID, by member: String) throws -> Sending {
        var found: (isShared: Bool, isInTrash: Bool)?
        try forEachRow("SELECT shared, deleted_by IS NOT NULL FROM standup WHERE id = ?", [standup.rawValue]) {
            found = ($0.integer(0) != 0, $0.integer(1) != 0)
        }
        guard let found, found.isShared else { return .gone }
        guard !found.isInTrash else { return .later }
        var lead = (member: member, clock: HybridClock?.none)
        try forEachRow("SELECT member, time, counter, writer FROM team_lead WHERE standup = ?", [standup.rawValue]) {
            lead = ($0.text(0), HybridClock(time: $0.integer(1), counter: $0.integer(2), writer: $0.text(3)))
        }
        return .change(
            SharedChange(
                kind: .lead, item: standup.rawValue, standup: standup, member: lead.member,
                clock: try lead.clock ?? nextClock(), content: "{}"))
    }

    private func presentMeeting(_ id: Meeting.ID, by member: String) throws -> Sending {
        var found: (number: Int64, isShared: Bool, isInTrash: Bool)?
        try forEachRow(
            """
            SELECT meeting.number, standup.shared, standup.deleted_by IS NOT NULL OR meeting.deleted_by IS NOT NULL
            FROM meeting JOIN standup ON standup.id = meeting.standup WHERE meeting.id = ?
            """,
            [id.rawValue]
        ) { found = ($0.integer(0), $0.integer(1) != 0, $0.integer(2) != 0) }
        guard let found, found.isShared else { return .gone }
        guard !found.isInTrash else { return .later }
        guard let meeting = try meetingWithoutWords(numbered: found.number) else { return .gone }
        try run(
            "UPDATE meeting SET recorded_by = CAST(? AS TEXT) WHERE number = ? AND recorded_by IS NULL",
            [FreeText(member), found.number])
        var recorder = member
        try forEachRow("SELECT recorded_by FROM meeting WHERE number = ?", [found.number]) { recorder = $0.text(0) }
        return .change(
            SharedChange(
                kind: .meeting, item: id.rawValue, standup: meeting.standupID, meeting: id, member: recorder,
                clock: HybridClock(
                    time: max(0, meeting.startedAt.nanosecondsSince1970), counter: 0, writer: id.rawValue),
                content: SharedContent.json(SharedMeeting(meeting))))
    }

    private func presentTranscript(_ id: String) throws -> Sending {
        // Others would wait for ever for a transcript that was deleted, here only, before this correction of it was first sent.
        try run(
            """
            UPDATE transcript SET parent = NULL WHERE id = ? AND shared = 2 AND parent NOT IN (
                SELECT other.id FROM transcript AS other WHERE other.meeting = transcript.meeting
                UNION ALL SELECT meeting.id || '/1' FROM meeting WHERE meeting.number = transcript.meeting AND keeps_live
                UNION ALL SELECT item FROM team_tombstone WHERE kind = 'transcript')
            """, [id])
        var found:
            (
                StoredTranscript, meeting: Meeting.ID, standup: Standup.ID, isShared: Bool, writer: String?,
                isInTrash: Bool
            )?
        try forEachRow(
            """
            SELECT meeting.number, 1, started_at, NULL, NULL, NULL, meeting.id, meeting.standup, standup.shared, recorded_by,
                standup.deleted_by IS NOT NULL OR meeting.deleted_by IS NOT NULL OR EXISTS
                    (SELECT 1 FROM deleted_transcript AS marked WHERE marked.meeting = meeting.number AND marked.number = 1)
            FROM meeting JOIN standup ON standup.id = meeting.standup
            WHERE keeps_live AND meeting.id = ?1
            UNION ALL
            SELECT meeting.number, transcript.number, created_at, parent, recognizer, correction_of, meeting.id, meeting.standup,
                standup.shared, written_by, standup.deleted_by IS NOT NULL OR meeting.deleted_by IS NOT NULL OR EXISTS
                    (SELECT 1 FROM deleted_transcript AS marked
                        WHERE marked.meeting = meeting.number AND marked.number IN (transcript.number, correction_of))
            FROM transcript JOIN meeting ON meeting.number = transcript.meeting
            JOIN standup ON standup.id = meeting.standup
            WHERE transcript.id = ?2
            """,
            [LiveTranscript.meeting(ofTranscript: id)?.rawValue ?? "", id]
        ) { row in
            let transcript = StoredTranscript(
                meeting: row.integer(0), number: Int(row.integer(1)), createdAt: row.integer(2),
                parent: row.isNull(3) ? nil : row.text(3), recognizer: row.isNull(4) ? nil : row.text(4),
                isCorrection: !row.isNull(5))
            found = (
                transcript, row.id(6), row.id(7), row.integer(8) != 0, row.isNull(9) ? nil : row.text(9),
                row.integer(10) != 0
            )
        }
        guard let found, found.isShared else { return .gone }
        guard !found.isInTrash else { return .later }
        return .change(
            SharedChange(
                kind: .transcript, item: id, standup: found.standup, meeting: found.meeting, member: found.writer,
                clock: HybridClock(time: max(0, found.0.createdAt), counter: 0, writer: id),
                content: try found.0.content(in: self)))
    }

    /// The transcripts of a meeting that was shared, by their ids, as they are sent.
    func transcriptContents(of meeting: Int64) throws -> [String: String] {
        var transcripts: [(id: String, transcript: StoredTranscript)] = []
        try forEachRow(
            """
            SELECT id || '/1', 1, started_at, NULL, NULL, NULL FROM meeting WHERE number = ?1 AND keeps_live AND live_shared
            UNION ALL SELECT id, number, created_at, parent, recognizer, correction_of FROM transcript WHERE meeting = ?1 AND shared
            """,
            [meeting]
        ) { row in
            let transcript = StoredTranscript(
                meeting: meeting, number: Int(row.integer(1)), createdAt: row.integer(2),
                parent: row.isNull(3) ? nil : row.text(3), recognizer: row.isNull(4) ? nil : row.text(4),
                isCorrection: !row.isNull(5))
            transcripts.append((row.text(0), transcript))
        }
        var contents: [String: String] = [:]
        for (id, transcript) in transcripts { contents[id] = try transcript.content(in: self) }
        return contents
    }

    /// A meeting without marks, points, transcript and recording, even if it is marked deleted.
    func meetingWithoutWords(numbered number: Int64) throws -> Meeting? {
        var found: Meeting?
        try forEachRow("SELECT \(meetingColumns) FROM meeting WHERE number = ?", [number]) { found = try Meeting($0) }
        guard var meeting = found else { return nil }
        try addRows(to: &meeting, numbered: number)
        return meeting
    }
}

/// A transcript that is sent.
private struct StoredTranscript {
    let meeting: Int64
    let number: Int
    let createdAt: Int64
    let parent: String?
    let recognizer: String?
    let isCorrection: Bool

    /// The transcript in JSON, as `SharedTranscript` reads it.
    ///
    /// The words are copied as they are stored: decoding and encoding millions of them would take most of the time.
    func content(in database: Database) throws -> String {
        var places: [Int64: Int] = [:]
        if let parent, let number = try database.transcriptNumber(parent, of: meeting) {
            for (place, utterance) in try database.utterances(in: Int64(number), of: meeting, withWords: false)
                .enumerated()
            {
                places[utterance.id] = place
            }
        }
        var utterances: [String] = []
        try database.forEachUtterance(in: Int64(number), of: meeting) { id, utterance, row in
            var head = StoredUtterance(utterance)
            head.place = places[id]
            utterances.append(#"{"head":\#(SharedContent.json(head)),"words":\#(row.text(Database.words))}"#)
        }
        let head = SharedTranscript.Head(
            createdAt: createdAt, isCorrection: isCorrection, parent: parent, recognizer: recognizer)
        return #"{"head":\#(SharedContent.json(head)),"utterances":[\#(utterances.joined(separator: ","))]}"#
    }
}

struct SharedTranscript: Decodable {
    struct Head: Codable {
        /// When it was made, in nanoseconds since 1970.
        let createdAt: Int64
        let isCorrection: Bool
        /// The id of the transcript that it corrects; nil also if that was never shared.
        let parent: String?
        /// The recognizer that made it from the recording, after the meeting.
        let recognizer: String?
    }

    /// An utterance, and its words as they are stored.
    struct SharedUtterance: Decodable {
        let head: StoredUtterance
        let words: [StoredWord]
    }

    let head: Head
    let utterances: [SharedUtterance]

    /// Throws if no program of ours can have written it.
    func check() throws(SharedContentError) {
        guard (0...HybridClock.latest).contains(head.createdAt) else {
            throw SharedContentError("a time that cannot be")
        }
        for utterance in utterances {
            let head = utterance.head
            guard 0 <= head.start, head.start <= head.end, head.end <= SharedContent.longest else {
                throw SharedContentError("an utterance outside a meeting")
            }
            guard head.channel.map({ AudioChannel(rawValue: $0) != nil }) ?? head.isInterjection != true else {
                throw SharedContentError("an utterance of an unknown channel")
            }
            guard
                [head.attendee, head.text, head.recognizer].allSatisfy({
                    $0.utf8.count <= SharedContent.longestText
                })
            else { throw SharedContentError("an utterance that is too long") }
        }
    }
}
