internal import GRDB
internal import MeetingHistory
internal import MeetingModel

extension Database {
    // MARK: Clock

    /// The time of a new change on this device, later than all that was seen; `wall` stands for the wall clock.
    func nextClock(at wall: Int64? = nil) throws -> HybridClock {
        var next: HybridClock?
        try forEachRow("SELECT time, counter, device, wall_clock() FROM team") { row in
            let device = row.text(2)
            next = HybridClock(time: row.integer(0), counter: row.integer(1), writer: device)
                .next(at: wall ?? row.integer(3), by: device)
        }
        guard let next else { throw DamagedRow(description: "the table team cannot be empty") }
        try run("UPDATE team SET time = ?, counter = ?", [next.time, next.counter])
        return next
    }

    /// Makes the times of later changes follow one of another device.
    func observe(_ clock: HybridClock) throws {
        try run(
            "UPDATE team SET time = ?1, counter = ?2 WHERE (time, counter) < (?1, ?2)", [clock.time, clock.counter])
    }

    // MARK: Items

    func addToOutbox(_ kind: SharedKind, _ item: String) throws {
        try run("INSERT INTO team_outbox (kind, item) VALUES (?, ?)", [kind.rawValue, item])
    }

    /// The fields of an item; nil if it was never shared.
    func sharedFields(_ kind: SharedKind, _ item: String) throws -> SharedFields? {
        var fields: SharedFields?
        try forEachRow(
            "SELECT fields FROM team_item WHERE kind = ? AND item = ?", [kind.rawValue, item]
        ) { fields = try $0.json(0) }
        return fields
    }

    func sharedItems(_ kind: SharedKind, in place: SharedPlace) throws -> [String: SharedFields] {
        var items: [String: SharedFields] = [:]
        let (condition, id) =
            place.meeting.map { ("meeting = ?", $0.rawValue) }
            ?? ("meeting IS NULL AND standup = ?", place.standup.rawValue)
        try forEachRow(
            "SELECT item, fields FROM team_item WHERE kind = ? AND \(condition)", [kind.rawValue, id]
        ) { items[$0.text(0)] = try $0.json(1) }
        return items
    }

    /// Stores the fields of an item, and the values that they replaced.
    func store(
        _ fields: SharedFields, replacing lost: SharedFields, of kind: SharedKind, _ item: String,
        in place: SharedPlace
    ) throws {
        try run(
            """
            INSERT INTO team_item (kind, item, standup, meeting, fields) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (kind, item) DO UPDATE SET fields = excluded.fields
            """,
            [kind.rawValue, item, place.standup.rawValue, place.meeting?.rawValue, SharedContent.json(fields)])
        // A deleted update is erased, not kept.
        if kind == .update, fields["update"]?.value == .null {
            try run("DELETE FROM team_past_value WHERE kind = 'update' AND item = ?", [item])
            return
        }
        for (name, field) in lost {
            try run(
                """
                INSERT INTO team_past_value (kind, item, standup, meeting, field, value) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (kind, item, field, value) DO NOTHING
                """,
                [
                    kind.rawValue, item, place.standup.rawValue, place.meeting?.rawValue, name,
                    SharedContent.json(field),
                ])
        }
    }

    // MARK: What is shared

    func isShared(_ standup: Standup.ID) throws -> Bool {
        var isShared = false
        try forEachRow("SELECT shared FROM standup WHERE id = ?", [standup.rawValue]) { isShared = $0.integer(0) != 0 }
        return isShared
    }

    /// Whether an item, or what it belongs to, was deleted for all or is hidden here.
    func isGone(_ kind: SharedKind, _ item: String, in place: SharedPlace?, transcript: String? = nil) throws -> Bool {
        var items = [(kind, item)]
        if let place { items.append((.standup, place.standup.rawValue)) }
        if let meeting = place?.meeting { items.append((.meeting, meeting.rawValue)) }
        if let transcript { items.append((.transcript, transcript)) }
        for (kind, item) in items {
            var isGone = false
            try forEachRow(
                """
                SELECT 1 FROM team_tombstone WHERE kind = ?1 AND item = ?2
                UNION ALL SELECT 1 FROM team_hidden WHERE kind = ?1 AND item = ?2
                """,
                [kind.rawValue, item]
            ) { _ in isGone = true }
            if isGone { return true }
        }
        return false
    }

    /// The id of a transcript of a meeting, the same on all devices; nil if there is none of this number.
    func transcriptID(_ number: Int, of meeting: Int64) throws -> String? {
        var id: String?
        try forEachRow(
            """
            SELECT id || '/1' FROM meeting WHERE number = ?1 AND ?2 = 1 AND keeps_live
            UNION ALL SELECT id FROM transcript WHERE meeting = ?1 AND number = ?2
            """,
            [meeting, number]
        ) { id = $0.text(0) }
        return id
    }

    /// The number of a transcript in its meeting; nil if it is not here.
    func transcriptNumber(_ id: String, of meeting: Int64) throws -> Int? {
        var number: Int?
        try forEachRow(
            """
            SELECT 1 FROM meeting WHERE number = ?1 AND id || '/1' = ?2 AND keeps_live
            UNION ALL SELECT number FROM transcript WHERE meeting = ?1 AND id = ?2
            """,
            [meeting, id]
        ) { number = Int($0.integer(0)) }
        return number
    }
}
