internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// Every function that changes what a team may share calls one of these, in the same transaction.
///
/// They compare the tables with `team_item`, give what has changed the time of this change, and add it to the outbox. For a
/// standup that is not shared they do nothing.
extension Database {
    /// Notes the changes of a standup's settings, attendees and waiting updates; those of its meetings too, if it was not shared.
    func noteStandup(_ id: Standup.ID, wasShared: Bool) throws {
        guard try isShared(id) else { return }
        let place = SharedPlace(id)
        guard let standup = try standups(where: "standup.id = ?", [id.rawValue]).first else { return }
        var changes = ItemChanges(database: self, place: place)
        try changes.note(.standup, id.rawValue, standup.sharedValues, createdAt: 0)
        var present: Set<String> = []
        for (position, attendee) in standup.attendees.enumerated() {
            let item = "\(id)/\(attendee.id)"
            present.insert(item)
            try changes.note(.attendee, item, attendee.sharedValues(at: position), createdAt: 0)
        }
        try changes.noteAbsence(of: .attendee, except: present, Attendee.sharedAbsence)
        try noteUpdates(of: id)
        guard !wasShared else { return }
        var meetings: [Int64] = []
        try forEachRow("SELECT number FROM meeting WHERE standup = ? ORDER BY number", [id.rawValue]) {
            meetings.append($0.integer(0))
        }
        for meeting in meetings { try noteMeeting(meeting) }
        // What was not sent before the standup was no longer shared is no longer in the outbox.
        try addAllToOutbox(of: id)
    }

    /// Notes the changes of the updates that wait for a standup's next meeting.
    func noteUpdates(of standup: Standup.ID) throws {
        guard try isShared(standup) else { return }
        var changes = ItemChanges(database: self, place: SharedPlace(standup))
        var waiting: Set<String> = []
        for update in try updates(
            "written_update WHERE standup = ? AND meeting IS NULL", [standup.rawValue])
        {
            let item = "\(standup)/\(update.attendee)"
            waiting.insert(item)
            try changes.note(
                .update, item, update.sharedValues, createdAt: update.writtenAt.nanosecondsSince1970)
        }
        // An update of somebody whom this device does not know yet waits for them.
        for item in try sharedItems(.update, in: SharedPlace(standup)).keys
        where try sharedFields(.attendee, item) == nil { waiting.insert(item) }
        try changes.noteAbsence(of: .update, except: waiting, WrittenUpdate.sharedAbsence)
    }

    /// Notes the changes of the updates that wait for the next meeting of a meeting's standup.
    func noteUpdates(ofMeeting id: Meeting.ID) throws {
        var standup: Standup.ID?
        try forEachRow("SELECT standup FROM meeting WHERE id = ?", [id.rawValue]) { standup = $0.id(0) }
        if let standup { try noteUpdates(of: standup) }
    }

    /// Notes the changes of a meeting: itself and its transcripts when they are complete, and what merges field by field.
    ///
    /// A rehearsal is not shared, and a meeting only once it cannot go on.
    func noteMeeting(_ number: Int64) throws {
        var found: (id: Meeting.ID, standup: Standup.ID, startedAt: Int64, isNew: Bool, hasLive: Bool)?
        try forEachRow(
            """
            SELECT \(meetingColumns), shared, keeps_live AND NOT live_shared FROM meeting
            WHERE number = ? AND standup IN (SELECT id FROM standup WHERE shared) AND NOT rehearsal
                AND (state = 'finished' OR state = 'interrupted'
                AND (NOT EXISTS (SELECT 1 FROM countdown_step WHERE countdown_step.meeting = meeting.number)
                    OR EXISTS (SELECT 1 FROM meeting AS other WHERE other.standup = meeting.standup
                        AND (other.started_at, other.number) > (meeting.started_at, meeting.number))))
            """,
            [number]
        ) { row in
            let isLiveReady = row.integer(18) != 0 && !((try? Meeting(row).awaitsTranscription) ?? true)
            found = (row.id(1), row.id(2), row.integer(4), row.integer(17) == 0, isLiveReady)
        }
        guard let found else { return }
        if found.isNew {
            try addToOutbox(.meeting, found.id.rawValue)
            try run("UPDATE meeting SET shared = 2 WHERE number = ?", [number])
        }
        if found.hasLive {
            try addToOutbox(.transcript, LiveTranscript.id(of: found.id))
            try run("UPDATE meeting SET live_shared = 1 WHERE number = ?", [number])
        }
        try forEachRow("SELECT id FROM transcript WHERE meeting = ? AND NOT shared", [number]) {
            try addToOutbox(.transcript, $0.text(0))
        }
        try run("UPDATE transcript SET shared = 2 WHERE meeting = ? AND NOT shared", [number])

        var changes = ItemChanges(database: self, place: SharedPlace(found.standup, found.id))
        try noteShown(of: number, found.id, startedAt: found.startedAt, in: &changes)
        try noteMarks(of: number, found.id, startedAt: found.startedAt, in: &changes)
        try notePoints(of: number, startedAt: found.startedAt, in: &changes)
    }

    private func noteShown(
        of number: Int64, _ id: Meeting.ID, startedAt: Int64, in changes: inout ItemChanges
    ) throws {
        var (current, createdAt) = (1, startedAt)
        try forEachRow(
            """
            SELECT meeting.transcript, created_at FROM meeting LEFT JOIN transcript
            ON transcript.meeting = meeting.number AND transcript.number = meeting.transcript WHERE meeting.number = ?
            """, [number]
        ) { row in
            current = Int(row.integer(0))
            // A transcript is usually chosen when it is made.
            if !row.isNull(1) { createdAt = max(createdAt, row.integer(1)) }
        }
        guard let shown = try transcriptID(current, of: number) else { return }
        try changes.note(.shown, id.rawValue, ["transcript": .text(shown)], createdAt: createdAt)
    }

    private func noteMarks(
        of number: Int64, _ id: Meeting.ID, startedAt: Int64, in changes: inout ItemChanges
    ) throws {
        var marked: Set<String> = []
        try forEachRow("SELECT start_at, end_at FROM mark WHERE meeting = ?", [number]) { row in
            let item = PassageMark(start: row.duration(0), end: row.duration(1)).sharedID(in: id)
            marked.insert(item)
            try changes.note(.mark, item, ["isMarked": .boolean(true)], createdAt: startedAt)
        }
        try changes.noteAbsence(of: .mark, except: marked, ["isMarked": .boolean(false)])
    }

    private func notePoints(of number: Int64, startedAt: Int64, in changes: inout ItemChanges) throws {
        var version: Int64 = 0
        try forEachRow("SELECT points FROM meeting WHERE number = ?", [number]) { version = $0.integer(0) }
        let known = try sharedItems(.point, in: changes.place).map { (SharedPoint(item: $0.key), $0.value) }
        var items = Dictionary(grouping: known, by: \.0.id)
        var present: Set<String> = []
        for point in try points(of: number, version: version) {
            let shared = SharedPoint(point.id, from: try point.transcript.flatMap { try transcriptID($0, of: number) })
            let item = shared.item
            try changes.note(
                .point, item, point.sharedValues(transcript: shared.transcript), createdAt: startedAt)
            present.insert(item)
            let all = items.removeValue(forKey: point.id) ?? []
            let isNew = !all.contains { $0.0 == shared }
            var shownBefore: HybridClock?
            for (other, fields) in all where other != shared {
                present.insert(other.item)
                try changes.note(
                    .point, other.item, ["state": .text(point.state.rawValue)], createdAt: startedAt)
                // What waits for its transcript may be later than what is shown meanwhile.
                if let clock = fields["isShown"]?.clock, try isNew || isHere(other, of: number) {
                    shownBefore = max(shownBefore ?? clock, clock)
                }
            }
            try changes.renew(.point, item, "isShown", after: shownBefore)
        }
        // A point is not shown yet, and was not taken out, if all that shows it is from transcripts that are not here.
        for rest in items.values where try shownPoint(rest, of: number).map({ try !$0.fields.isShown }) ?? true {
            present.formUnion(rest.map(\.0.item))
        }
        try changes.noteAbsence(of: .point, except: present, Point.sharedAbsence)
    }

    /// The item of a point that was shown last, of those whose transcript is here; nil if there is none.
    func shownPoint(_ items: [(SharedPoint, SharedFields)], of meeting: Int64) throws
        -> (point: SharedPoint, fields: SharedFields)?
    {
        try items.filter { try isHere($0.0, of: meeting) }
            .compactMap { item in item.1["isShown"].map { (item, $0.clock) } }
            .max { $0.1 < $1.1 }
            .map { ($0.0.0, $0.0.1) }
    }

    /// Whether the transcript that a point has its words from is here.
    func isHere(_ point: SharedPoint, of meeting: Int64) throws -> Bool {
        try point.transcript.map { try transcriptNumber($0, of: meeting) != nil } ?? true
    }

    // MARK: Deletion

    /// Notes that a standup, a meeting or a transcript is deleted for good: for all if the user may and the standup is shared,
    /// otherwise here only.
    ///
    /// What was never shared leaves no trace.
    ///
    /// `owners` are the members who may delete it besides the lead; nil is the user.
    func noteDeletion(_ kind: SharedKind, _ item: String, in standup: Standup.ID, of owners: [String?]) throws {
        guard try !isGone(kind, item, in: nil) else { return }
        guard try deletionReach(in: standup, of: owners) == .everybody else {
            try run("INSERT INTO team_hidden (kind, item) VALUES (?, ?)", [kind.rawValue, item])
            return
        }
        try insertTombstone(kind, item, at: nextClock())
        try addToOutbox(kind, item)
    }

    /// For whom the user may delete what belongs to a standup; nil if that is not shared.
    ///
    /// `owners` are the members who may delete it besides the lead; nil is the user.
    func deletionReach(in standup: Standup.ID, of owners: [String?]) throws -> DeletionReach? {
        guard try isShared(standup) else { return nil }
        // A standup without a lead is the user's.
        let owners = owners + [try lead(of: standup)]
        if try owners.contains(where: { try isUser($0) }) { return .everybody }
        return owners.compactMap(\.self).first.map { .here(owner: $0) }
    }

    /// Who leads a standup; nil if nobody does yet.
    func lead(of standup: Standup.ID) throws -> String? {
        var lead: String?
        try forEachRow("SELECT member FROM team_lead WHERE standup = ?", [standup.rawValue]) { lead = $0.text(0) }
        return lead
    }

    /// Whether a member is the user; nil is the user too.
    func isUser(_ member: String?) throws -> Bool {
        guard let member else { return true }
        var isUser = false
        try forEachRow("SELECT 1 FROM team WHERE member = CAST(? AS TEXT)", [FreeText(member)]) { _ in isUser = true }
        return isUser
    }

    /// Stores that an item is deleted for all.
    func insertTombstone(_ kind: SharedKind, _ item: String, at clock: HybridClock) throws {
        try run(
            """
            INSERT INTO team_tombstone (kind, item, time, counter, writer) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (kind, item) DO NOTHING
            """,
            [kind.rawValue, item, clock.time, clock.counter, clock.writer])
    }

    /// Deletes a meeting with all that is known of it, and notes its recording, and the deletion if it was shared.
    ///
    /// `noting` is false if another deletion is this one's reason.
    func deleteMeetingRows(_ id: Meeting.ID, noting: Bool) throws {
        if noting, let shared = try sharedMeeting(id) {
            try noteDeletion(.meeting, id.rawValue, in: shared.standup, of: [shared.recorder])
        }
        // The program removes the file after the transaction, or the next one does.
        try run(
            """
            INSERT OR IGNORE INTO team_removed_recording (file)
            SELECT coalesce(recording_file, id || '.wav') FROM meeting WHERE id = ? AND recording_frames IS NOT NULL
            """,
            [id.rawValue])
        try run("DELETE FROM meeting WHERE id = ?", [id.rawValue])
        for table in ["team_item", "team_waiting", "team_past_value", "team_holding"] {
            try run("DELETE FROM \(table) WHERE meeting = ?", [id.rawValue])
        }
    }

    /// The standup of a meeting that was shared, and the member who recorded it, nil for the user; nil if it was not shared.
    func sharedMeeting(_ id: Meeting.ID) throws -> (standup: Standup.ID, recorder: String?)? {
        var shared: (Standup.ID, String?)?
        try forEachRow("SELECT standup, recorded_by FROM meeting WHERE id = ? AND shared", [id.rawValue]) {
            shared = ($0.id(0), $0.isNull(1) ? nil : $0.text(1))
        }
        return shared
    }

    /// Deletes a standup with its meetings and all that is known of it, and notes the deletion if it was shared.
    func deleteStandupRows(_ id: Standup.ID, noting: Bool) throws {
        if noting, try sharedFields(.standup, id.rawValue) != nil {
            try noteDeletion(.standup, id.rawValue, in: id, of: [])
        }
        var meetings: [Meeting.ID] = []
        try forEachRow("SELECT id FROM meeting WHERE standup = ?", [id.rawValue]) { meetings.append($0.id(0)) }
        // The standup's deletion is theirs.
        for meeting in meetings { try deleteMeetingRows(meeting, noting: false) }
        try run("DELETE FROM written_update WHERE standup = ?", [id.rawValue])
        try run("DELETE FROM standup WHERE id = ?", [id.rawValue])
        try forgetVoicesOfNobody()
        for table in ["team_item", "team_waiting", "team_past_value", "team_holding", "team_lead"] {
            try run("DELETE FROM \(table) WHERE standup = ?", [id.rawValue])
        }
    }

    /// Deletes what is known of the words of a transcript: the points that have them.
    func forgetTranscript(_ id: String) throws {
        for table in ["team_past_value", "team_item"] {
            try run("DELETE FROM \(table) WHERE kind = 'point' AND substr(item, instr(item, '@') + 1) = ?", [id])
        }
    }
}

/// The changes of one transaction to the items of a place.
struct ItemChanges {
    let database: Database
    let place: SharedPlace
    private var clock: HybridClock?
}

extension ItemChanges {
    init(database: Database, place: SharedPlace) {
        self.init(database: database, place: place, clock: nil)
    }

    /// `createdAt` is the time of an item that was not shared so far, in nanoseconds since 1970: its own, so that copies of a
    /// history agree.
    mutating func note(
        _ kind: SharedKind, _ item: String, _ values: [String: SharedValue], createdAt: Int64
    ) throws {
        let known = try database.sharedFields(kind, item)
        try write(
            kind, item, known ?? [:], values,
            at: known == nil ? HybridClock(time: createdAt, counter: 0, writer: item) : nil)
    }

    /// Notes that the other items of a kind are no longer there.
    mutating func noteAbsence(
        of kind: SharedKind, except present: Set<String>, _ values: [String: SharedValue]
    ) throws {
        for (item, fields) in try database.sharedItems(kind, in: place) where !present.contains(item) {
            try write(kind, item, fields, values, at: nil)
        }
    }

    /// Writes a field's value again if it is not later than a clock.
    mutating func renew(_ kind: SharedKind, _ item: String, _ field: String, after other: HybridClock?) throws {
        guard let other, var fields = try database.sharedFields(kind, item), let own = fields[field], own.clock < other
        else { return }
        try database.observe(other)
        fields[field] = SharedField(own.value, at: try database.nextClock())
        try database.store(fields, replacing: [:], of: kind, item, in: place)
        try database.addToOutbox(kind, item)
    }

    private mutating func write(
        _ kind: SharedKind, _ item: String, _ known: SharedFields, _ values: [String: SharedValue],
        at created: HybridClock?
    ) throws {
        guard values.contains(where: { known[$0.key]?.value != $0.value }) else { return }
        if let created {
            // It may be later than this device's clock, if that was put back.
            try database.observe(created)
        } else {
            if let latest = known.clock {
                try database.observe(latest)
                if let time = clock, time < latest { clock = nil }
            }
            if clock == nil { clock = try database.nextClock() }
        }
        guard let clock = created ?? clock else { return }
        var fields = known
        let replaced = fields.write(values, at: clock)
        try database.store(fields, replacing: replaced, of: kind, item, in: place)
        try database.addToOutbox(kind, item)
    }
}
