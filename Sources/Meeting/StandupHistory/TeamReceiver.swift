internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// Takes over changes of another device, in one transaction.
///
/// A change that cannot be read is kept aside; one whose standup, meeting or parent is not here yet waits for it.
struct TeamReceiver {
    private let database: Database
    /// The member whose copy this is.
    private let user: String
    /// What is later than this is refused.
    private let latest: Int64
    /// The standups, meetings and transcripts that have come, or have been deleted: others may have waited for them.
    private var arrived: [String] = []
    /// What the tables have yet to show.
    private var standups: Set<Standup.ID> = []
    private var meetings: Set<Meeting.ID> = []
    /// Whether words were deleted that may be in the search.
    private var hasDeleted = false
    /// Whether the file still has words that were deleted.
    private(set) var mustErase = false
    private(set) var deletions = 0

    init(database: Database, user: String, latest: Int64) {
        self.database = database
        self.user = user
        self.latest = latest
    }

    /// Takes over changes, and those that have waited for them.
    mutating func receive(_ changes: [ReceivedChange]) throws {
        // A deletion waits as long as its meeting is being held, a correction for what may be deleted here meanwhile.
        try receiveWaiting(
            """
            waits_for IS NOT NULL AND (EXISTS (SELECT 1 FROM meeting WHERE id = waits_for AND state <> 'live')
                OR EXISTS (SELECT 1 FROM team_item WHERE kind = 'standup' AND item = waits_for)
                OR EXISTS (SELECT 1 FROM team_tombstone WHERE kind IN ('meeting', 'transcript') AND item = waits_for)
                OR EXISTS (SELECT 1 FROM team_hidden WHERE kind IN ('meeting', 'transcript') AND item = waits_for))
            """, [])
        for change in changes { try receive(change) }
        while let id = arrived.popLast() { try receiveWaiting("waits_for = ?", [id]) }
        // What does not fit is shown when the rest of its fields have come.
        for standup in standups.sorted(by: { $0.rawValue < $1.rawValue }) {
            _ = try Self.attempt(in: database) {
                guard try database.show(standup) else { return }
                try database.requestErasure()
                mustErase = true
            }
        }
        for meeting in meetings.sorted(by: { $0.rawValue < $1.rawValue }) {
            _ = try Self.attempt(in: database) { try database.show(meeting) }
        }
        if hasDeleted {
            try database.optimizeSearch()
            try database.requestErasure()
            mustErase = true
        }
    }

    /// Takes over what has waited for something that is here now.
    private mutating func receiveWaiting(_ condition: String, _ arguments: StatementArguments) throws {
        var waiting: [ReceivedChange] = []
        try database.forEachRow(
            "SELECT device, sequence, member, change FROM team_waiting WHERE \(condition) ORDER BY device, sequence",
            arguments
        ) { row in
            waiting.append(
                // What a deletion waited for may not be here any more.
                ReceivedChange(
                    device: row.id(0), sequence: row.integer(1), member: row.text(2), change: try row.json(3),
                    isEarly: true))
        }
        for change in waiting {
            try database.run(
                "DELETE FROM team_waiting WHERE device = ? AND sequence = ?",
                [change.device.rawValue, change.sequence])
            try receive(change)
        }
    }

    private mutating func receive(_ received: ReceivedChange) throws {
        guard let change = received.change else {
            return try keep(received, change: received.unreadable ?? "", reason: "it cannot be read")
        }
        var need: String?
        let before = self
        let problem = try Self.attempt(in: database) {
            try check(change)
            guard try !isPrivate(change) else { return }
            if change.isDeletion {
                need = try liveMeeting(of: change)
                if need == nil { need = try delete(change, by: received.member, isEarly: received.isEarly) }
            } else {
                // The time of what never changes orders nothing.
                if change.kind.merge != .unchanging { try database.observe(change.clock) }
                need = try apply(change, by: received.member)
            }
        }
        if problem != nil { self = before }
        if need != nil || problem != nil {
            try keep(received, change: SharedContent.json(change), reason: problem, waitsFor: need)
        }
    }

    /// Does something, or nothing of it if a received row does not fit; what does not fit, otherwise nil.
    ///
    /// So no row, whoever wrote it, keeps others from being received.
    private static func attempt(in database: Database, _ body: () throws -> Void) throws -> String? {
        var problem: String?
        try database.inSavepoint {
            do {
                try body()
                return .commit
            } catch let error as SharedContentError {
                problem = "\(error)"
            } catch let error as DamagedRow {
                problem = "\(error)"
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                problem = "a row that does not fit the others"
            }
            return .rollback
        }
        return problem
    }

    private func check(_ change: SharedChange) throws(SharedContentError) {
        let ids = [
            change.item, change.clock.writer, change.standup?.rawValue ?? "", change.meeting?.rawValue ?? "",
            change.transcript ?? "", change.member ?? "",
        ]
        guard !change.item.isEmpty,
            ids.allSatisfy({
                $0.utf8.count <= SharedContent.longestID && $0.utf8.allSatisfy { 0x20 <= $0 && $0 != 0x7f }
            })
        else { throw SharedContentError("an id that cannot be") }
        // A deletion wins whenever it was, and what never changes is not ordered by its time.
        let limit = change.isDeletion || change.kind.merge == .unchanging ? HybridClock.latest : latest
        guard change.clock.isPossible(until: limit) else { throw SharedContentError("a time that cannot be") }
        guard change.isDeletion || isNamedRightly(change) else {
            throw SharedContentError("an id of another kind")
        }
        guard change.isDeletion ? change.kind.deleter != .nobody : change.standup != nil else {
            throw SharedContentError("a change without what it belongs to")
        }
    }

    /// Whether an item's id is one of its kind, and it belongs to what such items belong to.
    private func isNamedRightly(_ change: SharedChange) -> Bool {
        switch change.kind {
        case .standup, .lead: change.meeting == nil && change.item == change.standup?.rawValue
        case .attendee, .update:
            change.meeting == nil && change.standup.map { change.item.hasPrefix("\($0)/") } ?? false
        case .meeting, .shown: change.item == change.meeting?.rawValue
        case .transcript: change.meeting.map { change.item.hasPrefix("\($0)/") || !change.item.contains("/") } ?? false
        case .mark: change.meeting.map { PassageMark(sharedID: change.item, in: $0) != nil } ?? false
        case .point: change.meeting != nil && SharedPoint(item: change.item).transcript == change.transcript
        }
    }

    /// Keeps a row that waits for another, or that cannot be read.
    private func keep(
        _ received: ReceivedChange, change: String, reason: String?, waitsFor need: String? = nil
    ) throws {
        // The sender may turn out to lead the standup.
        let lead = try received.change.flatMap { $0.isDeletion ? try whose($0)?.standup.rawValue : nil }
        try database.run(
            """
            INSERT OR REPLACE INTO team_waiting (device, sequence, member, standup, meeting, change, reason, waits_for)
            VALUES (?, ?, CAST(? AS TEXT), ?, ?, CAST(? AS TEXT), ?, ?)
            """,
            [
                received.device.rawValue, received.sequence, FreeText(received.member),
                received.place?.standup.rawValue, received.place?.meeting?.rawValue, FreeText(change), reason,
                reason == nil ? need : lead,
            ])
    }

    /// The meeting that a deletion would take away while it is being held; nil if there is none.
    private func liveMeeting(of change: SharedChange) throws -> String? {
        var live: String?
        try database.forEachRow(
            """
            SELECT id FROM meeting WHERE state = 'live' AND CASE ?1 WHEN 'standup' THEN standup = ?2
                WHEN 'meeting' THEN id = ?2 ELSE id || '/1' = ?2 END
            """, [change.kind.rawValue, change.item]
        ) { live = $0.text(0) }
        return live
    }

    // MARK: Deletion

    /// The standup of what a deletion is about, and who may delete it; nil if it is not here.
    private func whose(_ change: SharedChange) throws -> (standup: Standup.ID, owners: [String])? {
        var found: (standup: Standup.ID, owners: [String])?
        let user = user
        try database.forEachRow(
            """
            SELECT id, NULL, NULL FROM standup WHERE ?1 = 'standup' AND id = ?2
            UNION ALL SELECT standup, coalesce(recorded_by, ?3), NULL FROM meeting
                WHERE id = CASE ?1 WHEN 'meeting' THEN ?2 WHEN 'transcript' THEN ?4 END AND (?1 = 'meeting' OR keeps_live)
            UNION ALL SELECT standup, coalesce(recorded_by, ?3), coalesce(written_by, ?3)
                FROM transcript JOIN meeting ON meeting.number = meeting WHERE ?1 = 'transcript' AND transcript.id = ?2
            """,
            [
                change.kind.rawValue, change.item, user,
                LiveTranscript.meeting(ofTranscript: change.item)?.rawValue,
            ]
        ) { row in
            found = (row.id(0), [1, 2].compactMap { row.isNull($0) ? nil : row.text($0) })
        }
        guard var whose = found else { return nil }
        // A standup without a lead is the user's.
        whose.owners.append(try database.lead(of: whose.standup) ?? user)
        return whose
    }

    /// Deletes something, if its sender may; what that has to wait for, otherwise nil.
    private mutating func delete(_ change: SharedChange, by member: String, isEarly: Bool) throws -> String? {
        if let whose = try whose(change) {
            guard whose.owners.contains(member) else {
                throw SharedContentError("a deletion of what is \(whose.owners[0])'s")
            }
        } else if isEarly {
            // Corrections of a transcript that may never come wait no longer.
            if change.kind == .transcript, try database.isAwaited(change.item) { arrived.append(change.item) }
            return change.item
        }
        try delete(change)
        return nil
    }

    private mutating func delete(_ change: SharedChange) throws {
        try database.insertTombstone(change.kind, change.item, at: change.clock.clamped(to: latest))
        try database.forEachRow(
            "SELECT count(*) FROM meeting WHERE CASE ?1 WHEN 'standup' THEN standup WHEN 'meeting' THEN id END = ?2",
            [change.kind.rawValue, change.item]
        ) { deletions += Int($0.integer(0)) }
        switch change.kind {
        case .standup:
            let id = Standup.ID(rawValue: change.item)
            try database.deleteStandupRows(id, noting: false)
        case .meeting:
            let id = Meeting.ID(rawValue: change.item)
            try database.deleteMeetingRows(id, noting: false)
        default:
            var found: (number: Int64, meeting: Meeting.ID)?
            try database.forEachRow(
                """
                SELECT number, id FROM meeting WHERE id = ?2 AND keeps_live
                UNION ALL SELECT meeting.number, meeting.id FROM transcript JOIN meeting ON meeting.number = meeting
                    WHERE transcript.id = ?1
                """,
                [change.item, LiveTranscript.meeting(ofTranscript: change.item)?.rawValue ?? ""]
            ) { found = ($0.integer(0), $0.id(1)) }
            if let found, let number = try database.transcriptNumber(change.item, of: found.number) {
                try database.deleteTranscriptRows(number, of: found.number)
                meetings.insert(found.meeting)
            }
            try database.forgetTranscript(change.item)
            try database.run(
                "DELETE FROM team_waiting WHERE json_valid(change) AND json_extract(change, '$.item') = ?1",
                [change.item])
        }
        arrived.append(change.item)
        hasDeleted = true
    }

    // MARK: Changes

    /// Takes over a change; what it has to wait for, otherwise nil.
    private mutating func apply(_ change: SharedChange, by member: String) throws -> String? {
        guard let content = change.content, let standup = change.standup else { return nil }
        let place = SharedPlace(standup, change.meeting)
        guard try !database.isGone(change.kind, change.item, in: place, transcript: change.transcript) else {
            return nil
        }
        try checkPlace(of: change)
        switch change.kind {
        case .meeting: return try addMeeting(change.item, of: standup, content, by: change.member ?? member)
        case .transcript:
            return try addTranscript(change.item, of: change.meeting, content, by: change.member ?? member)
        case .lead:
            try database.setLead(change.member ?? member, of: standup, at: change.clock)
            arrived.append(standup.rawValue)
        case .standup:
            try merge(change, in: place, content)
            arrived.append(change.item)
        case .attendee, .shown, .mark, .point, .update: try merge(change, in: place, content)
        }
        return nil
    }

    /// Throws if what is here of a change's item belongs to another place, or to a meeting that is being held here.
    private func checkPlace(of change: SharedChange) throws {
        var isElsewhere = false
        try database.forEachRow(
            """
            SELECT 1 FROM meeting WHERE id = ?1 AND (standup <> ?2 OR state = 'live')
            UNION ALL SELECT 1 FROM team_item WHERE kind = ?3 AND item = ?4 AND (standup <> ?2 OR meeting IS NOT ?1)
            """, [change.meeting?.rawValue, change.standup?.rawValue, change.kind.rawValue, change.item]
        ) { _ in isElsewhere = true }
        if isElsewhere { throw SharedContentError("a change of what belongs elsewhere here") }
    }

    /// Whether what a change is about belongs to a standup that is here and not shared: it is not the team's.
    ///
    /// When the standup is shared, everything is received again.
    private func isPrivate(_ change: SharedChange) throws -> Bool {
        // A deletion says only what it deletes.
        var meeting = change.meeting?.rawValue
        if change.kind == .meeting { meeting = change.item }
        if meeting == nil, change.kind == .transcript {
            meeting = LiveTranscript.meeting(ofTranscript: change.item)?.rawValue
        }
        var isPrivate = false
        try database.forEachRow(
            """
            SELECT 1 FROM standup WHERE NOT shared AND id IN (?1, (SELECT standup FROM meeting WHERE id = ?2),
                (SELECT standup FROM meeting JOIN transcript ON meeting = meeting.number WHERE transcript.id = ?3))
            """,
            [
                change.kind == .standup ? change.item : change.standup?.rawValue, meeting,
                change.isDeletion && change.kind == .transcript ? change.item : nil,
            ]
        ) { _ in isPrivate = true }
        return isPrivate
    }

    private mutating func merge(_ change: SharedChange, in place: SharedPlace, _ content: String) throws {
        let received = try SharedContent.decode(SharedFields.self, from: content)
        try received.checkTimes(until: latest)
        if change.kind == .point, received.sourceTranscript != change.transcript {
            throw SharedContentError("a point with the words of another transcript")
        }
        var fields = try database.sharedFields(change.kind, change.item) ?? [:]
        let lost = fields.merge(received)
        try fields.check(change.kind)
        if let meeting = place.meeting, let end = try database.end(of: meeting) {
            let point = change.kind == .point ? try fields.point(Point.ID(rawValue: ""), transcript: nil) : nil
            let mark = change.kind == .mark ? PassageMark(sharedID: change.item, in: meeting) : nil
            guard [point?.start, point?.end, mark?.end].allSatisfy({ $0 ?? .zero <= end }) else {
                throw SharedContentError("\(change.kind) outside its meeting")
            }
        }
        // A field may be later than the change that carries it.
        if let latest = received.clock { try database.observe(latest) }
        try database.store(fields, replacing: lost, of: change.kind, change.item, in: place)
        if let meeting = place.meeting { meetings.insert(meeting) } else { standups.insert(place.standup) }
    }

    private mutating func addMeeting(
        _ id: String, of standup: Standup.ID, _ content: String, by member: String
    ) throws -> String? {
        let id = Meeting.ID(rawValue: id)
        let shared = try SharedContent.decode(SharedMeeting.self, from: content)
        let meeting = try shared.meeting(id, of: standup)
        if let number = try? database.number(of: id) {
            // Another copy of this folder may have resumed the same interrupted meeting.
            let own = try database.meetingWithoutWords(numbered: number).map { SharedContent.json(SharedMeeting($0)) }
            guard own == SharedContent.json(SharedMeeting(meeting)) else {
                throw SharedContentError("a meeting that has gone on otherwise in another copy of this folder")
            }
            return nil
        }
        guard try database.sharedFields(.standup, standup.rawValue) != nil else { return standup.rawValue }
        try database.insert(meeting)
        try database.checkRules(of: database.number(of: id), in: "meeting_attendee", "turn", "pause", "gap")
        try database.run(
            "UPDATE meeting SET shared = 1, keeps_live = 0, recorded_by = CAST(? AS TEXT) WHERE id = ?",
            [FreeText(member), id.rawValue])
        meetings.insert(id)
        arrived.append(id.rawValue)
        return nil
    }

    private mutating func addTranscript(
        _ id: String, of meeting: Meeting.ID?, _ content: String, by member: String
    ) throws -> String? {
        guard let meeting else { throw SharedContentError("a transcript without a meeting") }
        let shared = try SharedContent.decode(SharedTranscript.self, from: content)
        try shared.check()
        guard let number = try? database.number(of: meeting) else { return meeting.rawValue }
        if let here = try database.transcriptNumber(id, of: number) {
            try database.run("UPDATE transcript SET shared = 1 WHERE id = ?", [id])
            return try link(here, of: number, as: shared)
        }
        var parents: [NumberedUtterance] = []
        var parentNumber: Int?
        if let parent = shared.head.parent {
            if let found = try database.transcriptNumber(parent, of: number) {
                parentNumber = found
                parents = try database.utterances(in: Int64(found), of: number, withWords: false)
            } else if try !database.isGone(.transcript, parent, in: nil), try !database.isToBeDeleted(parent) {
                return parent
            }
        }
        let source: String
        let isLive = id == LiveTranscript.id(of: meeting)
        if isLive {
            guard try database.sharedMeeting(meeting)?.recorder ?? user == member else {
                throw SharedContentError("the words of a meeting that another has recorded")
            }
            source = "meeting WHERE number = ?1"
            try database.run("UPDATE meeting SET keeps_live = 1, live_shared = 1 WHERE number = ?", [number])
        } else {
            try database.run(
                """
                INSERT INTO transcript (meeting, number, created_at, correction_of, recognizer, follows_live, id, parent,
                    shared, written_by)
                SELECT number, last_transcript + 1, ?2, ?3, CAST(?4 AS TEXT), 0, ?5, ?6, 1, CAST(?7 AS TEXT)
                FROM meeting WHERE number = ?1
                """,
                [
                    number, shared.head.createdAt, shared.head.isCorrection ? parentNumber ?? 0 : nil,
                    shared.head.recognizer.map(FreeText.init), id, shared.head.parent, FreeText(member),
                ])
            try database.run(
                "UPDATE meeting SET last_transcript = last_transcript + 1 WHERE number = ?", [number])
            source =
                "transcript WHERE meeting = ?1 AND number = (SELECT last_transcript FROM meeting WHERE number = ?1)"
        }
        for stored in shared.utterances {
            let utterance = stored.head.utterance(stored.words)
            let original = stored.head.place.flatMap { parents.indices.contains($0) ? parents[$0].id : nil }
            try database.insert(
                UtteranceRow(utterance), original: original, meeting: number,
                into: isLive ? "1" : "number", from: source)
        }
        try database.checkRules(of: number, in: "utterance")
        meetings.insert(meeting)
        arrived.append(id)
        return nil
    }

    /// Notes what a transcript that is here corrects, if another copy of the same history knows that and this one does not;
    /// what that has to wait for, otherwise nil.
    private func link(_ transcript: Int, of meeting: Int64, as shared: SharedTranscript) throws -> String? {
        guard transcript != 1, let parent = shared.head.parent else { return nil }
        var isKnown = false
        try database.forEachRow(
            "SELECT 1 FROM transcript WHERE meeting = ? AND number = ? AND parent IS NOT NULL", [meeting, transcript]
        ) { _ in isKnown = true }
        guard !isKnown else { return nil }
        guard let found = try database.transcriptNumber(parent, of: meeting) else {
            guard try database.isGone(.transcript, parent, in: nil) || database.isToBeDeleted(parent) else {
                return parent
            }
            try database.run(
                "UPDATE transcript SET parent = ? WHERE meeting = ? AND number = ?", [parent, meeting, transcript])
            return nil
        }
        try database.run(
            "UPDATE transcript SET parent = ?, correction_of = ? WHERE meeting = ? AND number = ?",
            [parent, found, meeting, transcript])
        let parents = try database.utterances(in: Int64(found), of: meeting, withWords: false)
        var rows: [(number: Int64, id: Int64)] = []
        try database.forEachRow(
            """
            SELECT number, coalesce(original, number) AS id FROM utterance WHERE meeting = ? AND transcript = ?
            ORDER BY start_at, id
            """,
            [meeting, transcript]
        ) { rows.append(($0.integer(0), $0.integer(1))) }
        for (row, utterance) in zip(rows, shared.utterances) {
            guard let place = utterance.head.place, parents.indices.contains(place) else { continue }
            // Later corrections have copies of it.
            try database.run(
                "UPDATE utterance SET original = ? WHERE number = ? OR meeting = ? AND original = ?",
                [parents[place].id, row.number, meeting, row.id])
        }
        return nil
    }
}

extension Database {
    func wallClock() throws -> Timestamp {
        Timestamp(nanosecondsSince1970: try Int64.fetchOne(self, sql: "SELECT wall_clock()") ?? 0)
    }

    /// Stores the lead of a standup that the server accepted, unless a later one is known.
    func setLead(_ member: String, of standup: Standup.ID, at clock: HybridClock) throws {
        try run(
            """
            INSERT INTO team_lead (standup, member, time, counter, writer) VALUES (?1, CAST(?2 AS TEXT), ?3, ?4, ?5)
            ON CONFLICT (standup) DO UPDATE SET member = excluded.member, time = excluded.time,
                counter = excluded.counter, writer = excluded.writer
            WHERE (excluded.time, excluded.counter, excluded.writer) > (time, counter, writer)
            """,
            [standup.rawValue, FreeText(member), clock.time, clock.counter, clock.writer])
    }
}
