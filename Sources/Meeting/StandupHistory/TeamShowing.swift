internal import GRDB
internal import MeetingHistory
internal import MeetingModel

// What the tables show of a team's items.
extension Database {
    /// Makes the tables show a standup as its items say; true if that took the words of an update from them.
    func show(_ id: Standup.ID) throws -> Bool {
        guard let fields = try sharedFields(.standup, id.rawValue) else { return false }
        var standup = try fields.standup(id)
        standup.isShared = true
        let prefix = id.rawValue + "/"
        let attendees = try sharedItems(.attendee, in: SharedPlace(id))
            .compactMap { item, fields in
                try fields.attendee(Attendee.ID(rawValue: String(item.dropFirst(prefix.count))))
            }
        standup.attendees =
            attendees
            .sorted { ($0.position, $0.attendee.id.rawValue) < ($1.position, $1.attendee.id.rawValue) }.map(\.attendee)
        let own = try standups(where: "standup.id = ?", [id.rawValue]).first
        (standup.call, standup.learnsVoices) = (own?.call, own?.learnsVoices ?? false)
        try write(standup)
        let updates = try sharedItems(.update, in: SharedPlace(id))
        let waiting = "written_update WHERE standup = ? AND meeting IS NULL"
        let before = try self.updates(waiting, [id.rawValue])
        try run("DELETE FROM \(waiting)", [id.rawValue])
        for (item, fields) in updates {
            let attendee = Attendee.ID(rawValue: String(item.dropFirst(prefix.count)))
            guard let update = try fields.update(attendee) else { continue }
            // Also of a standup in the trash: otherwise the update would seem to be deleted when that comes back.
            _ = try write(update, for: id, alsoInTrash: true)
        }
        return try !Set(before).isSubset(of: self.updates(waiting, [id.rawValue]))
    }

    /// Makes the tables show a meeting as its items say; nothing happens while the meeting is not here.
    func show(_ id: Meeting.ID) throws {
        var found: (number: Int64, standup: Standup.ID)?
        try forEachRow("SELECT number, standup FROM meeting WHERE id = ?", [id.rawValue]) {
            found = ($0.integer(0), $0.id(1))
        }
        guard let found else { return }
        let place = SharedPlace(found.standup, id)
        let shown = try showTranscript(of: found.number, id)
        let end = try end(of: id) ?? .zero
        try showMarks(of: found.number, id, place, until: end)
        try showPoints(of: found.number, place, with: shown, until: end)
    }

    /// The transcript that is chosen, or else the latest that is here.
    private func showTranscript(of number: Int64, _ id: Meeting.ID) throws -> Int {
        let chosen = try sharedFields(.shown, id.rawValue)?.shownTranscript
        var shown = try chosen.flatMap { try transcriptNumber($0, of: number) }
        if shown == nil {
            try forEachRow(
                """
                SELECT transcript.number, created_at, transcript.id FROM transcript WHERE meeting = ?1
                UNION ALL SELECT 1, started_at, id || '/1' FROM meeting WHERE number = ?1 AND keeps_live
                ORDER BY 2 DESC, 3 DESC LIMIT 1
                """,
                [number]
            ) { shown = Int($0.integer(0)) }
        }
        try run("UPDATE meeting SET transcript = ? WHERE number = ?", [shown ?? 1, number])
        return shown ?? 1
    }

    /// The latest time that a passage or a point of a meeting may have; nil if the meeting is not here.
    func end(of id: Meeting.ID) throws -> Duration? {
        var end: Duration?
        try forEachRow("SELECT duration FROM meeting WHERE id = ?", [id.rawValue]) {
            end = $0.duration(0) + .nanoseconds(RowRule.tolerance)
        }
        return end
    }

    private func showMarks(of number: Int64, _ id: Meeting.ID, _ place: SharedPlace, until end: Duration) throws {
        let marks = try sharedItems(.mark, in: place)
            .compactMap { item, fields in try fields.isMarked ? PassageMark(sharedID: item, in: id) : nil }
            .filter { $0.end <= end }
            .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        try run("DELETE FROM mark WHERE meeting = ?", [number])
        for mark in marks {
            try run(
                "INSERT INTO mark (meeting, start_at, end_at) VALUES (?, ?, ?)",
                [number, mark.start.nanoseconds, mark.end.nanoseconds])
        }
    }

    private func showPoints(
        of number: Int64, _ place: SharedPlace, with transcript: Int, until end: Duration
    ) throws {
        var points: [Point] = []
        let known = try sharedItems(.point, in: place).map { (SharedPoint(item: $0.key), $0.value) }
        for (id, items) in Dictionary(grouping: known, by: \.0.id) {
            // Words come with their transcript.
            guard let (shared, fields) = try shownPoint(items, of: number) else { continue }
            var shown = fields
            shown["state"] = items.compactMap { $0.1["state"] }.max { $0.clock < $1.clock }
            let source = try shared.transcript.flatMap { try transcriptNumber($0, of: number) }
            if let point = try shown.point(id, transcript: source), point.start <= point.end, point.end <= end {
                points.append(point)
            }
        }
        points.sort { ($0.start, $0.id.rawValue) < ($1.start, $1.id.rawValue) }
        var (current, last): (Int64, Int64) = (0, 0)
        try forEachRow("SELECT points, last_points FROM meeting WHERE number = ?", [number]) {
            (current, last) = ($0.integer(0), $0.integer(1))
        }
        let before = try self.points(of: number, version: current)
        let key = { (point: Point) in point.id.rawValue }
        guard before.sorted(by: { key($0) < key($1) }) != points.sorted(by: { key($0) < key($1) }) else { return }
        let states = Dictionary(uniqueKeysWithValues: points.map { ($0.id, $0.state) })
        let isOnlyState =
            before.count == points.count
            && before.allSatisfy { old in
                var old = old
                guard let state = states[old.id] else { return false }
                old.state = state
                return points.contains(old)
            }
        if !isOnlyState {
            let byHand = points.contains { $0.maker == .hand }
            try insert(
                points, of: number, version: Int(last) + 1, by: byHand ? .hand : points.first?.maker ?? .rules,
                from: transcript, at: wallClock())
        }
        for (id, state) in states {
            try run(
                "UPDATE point SET state = ? WHERE meeting = ? AND id = ?", [state.rawValue, number, id.rawValue])
        }
    }
}
