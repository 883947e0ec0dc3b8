internal import GRDB
internal import MeetingHistory
internal import MeetingModel

// What becomes of changes that the server refused.
extension Database {
    /// Takes back a change that was refused: a deletion hides its item here, a meeting whose id is another's gets a new one.
    ///
    /// `renewed` are the former ids of the meetings of this batch that have got a new one, which sends their items again.
    func takeBack(
        _ kind: String, _ item: String, _ sequence: Int64, _ own: TeamMembership, _ renewed: inout Set<Meeting.ID>
    ) throws {
        // Another's deletion, which a restored server has lost, is only theirs to repeat.
        try run(
            "DELETE FROM team_tombstone WHERE kind = ? AND item = ? AND writer = (SELECT device FROM team)",
            [kind, item])
        guard changesCount == 0 else {
            return try run("INSERT OR IGNORE INTO team_hidden (kind, item) VALUES (?, ?)", [kind, item])
        }
        guard let kind = SharedKind(rawValue: kind), kind != .lead else { return }
        guard try !isGone(kind, item, in: nil) else { return }
        if kind == .meeting {
            let id = Meeting.ID(rawValue: item)
            var number: Int64?
            try forEachRow(
                """
                SELECT number FROM meeting WHERE id = ? AND shared = 2
                    AND (recorded_by IS NULL OR recorded_by = CAST(? AS TEXT))
                """, [item, FreeText(own.member)]
            ) { number = $0.integer(0) }
            if let number {
                renewed.insert(id)
                try giveNewID(to: number, id)
                return try noteRefusal(
                    sequence, own, "the id of a meeting was another member's; it has a new id, and is sent again")
            }
        }
        // What belongs to a meeting with a new id is sent again with it.
        guard renewed.isEmpty || [.standup, .attendee, .update].contains(kind) else { return }
        try noteRefusal(sequence, own, "the team's server refused \(kind) \(item)")
    }

    /// Gives a meeting that was never sent another id: all that belongs to it is noted anew.
    private func giveNewID(to number: Int64, _ old: Meeting.ID) throws {
        let new = Meeting.ID()
        for table in ["team_item", "team_past_value"] {
            try run("DELETE FROM \(table) WHERE meeting = ?", [old.rawValue])
        }
        var transcripts: [String] = []
        try forEachRow("SELECT id FROM transcript WHERE meeting = ?", [number]) { transcripts.append($0.text(0)) }
        try run(
            "UPDATE transcript SET parent = ? WHERE meeting = ? AND parent = ?",
            [LiveTranscript.id(of: new), number, LiveTranscript.id(of: old)])
        for id in transcripts {
            let next = Meeting.ID().rawValue
            try run("UPDATE transcript SET id = ?, shared = 0, written_by = NULL WHERE id = ?", [next, id])
            try run("UPDATE transcript SET parent = ? WHERE meeting = ? AND parent = ?", [next, number, id])
        }
        try run("UPDATE meeting SET id = ?, shared = 0, live_shared = 0 WHERE number = ?", [new.rawValue, number])
        try noteMeeting(number)
    }

    /// Has `team status` say what was refused.
    private func noteRefusal(_ sequence: Int64, _ own: TeamMembership, _ reason: String) throws {
        try run(
            """
            INSERT OR REPLACE INTO team_waiting (device, sequence, member, change, reason)
            VALUES (?, ?, CAST(? AS TEXT), '', ?)
            """, [own.device.rawValue, sequence, FreeText(own.member), reason])
    }

    /// Whether a row of `team_waiting` is a deletion of what has not come.
    static let isEarlyDeletion = """
        waits_for IS NOT NULL AND json_valid(change) AND json_extract(change, '$.content') IS NULL
            AND NOT EXISTS (SELECT 1 FROM meeting WHERE id = waits_for)
        """
}

// Rows of others keep the rules that those of this history keep.
extension Database {
    /// Throws if rows of a meeting in some tables break a rule of the history.
    func checkRules(of meeting: Int64, in tables: String...) throws {
        for rule in RowRule.all where tables.contains(where: { rule.rows.hasPrefix($0 + " ") }) {
            var count: Int64 = 0
            try forEachRow("SELECT count(*) FROM (SELECT * FROM \(rule.rows)) WHERE meeting = ?", [meeting]) {
                count = $0.integer(0)
            }
            guard count == 0 else { throw SharedContentError("\(count) \(rule.what)") }
        }
    }

    /// Whether a correction waits for a transcript.
    func isAwaited(_ transcript: String) throws -> Bool {
        var isAwaited = false
        try forEachRow(
            "SELECT 1 FROM team_waiting WHERE waits_for = ? AND reason IS NULL AND NOT (\(Self.isEarlyDeletion))",
            [transcript]
        ) { _ in isAwaited = true }
        return isAwaited
    }

    /// Whether a member has deleted a transcript that has not come.
    func isToBeDeleted(_ transcript: String) throws -> Bool {
        var isToBe = false
        try forEachRow(
            "SELECT 1 FROM team_waiting WHERE waits_for = ? AND \(Self.isEarlyDeletion)", [transcript]
        ) { _ in isToBe = true }
        return isToBe
    }
}
