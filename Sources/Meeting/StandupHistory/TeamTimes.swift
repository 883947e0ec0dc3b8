internal import GRDB
internal import MeetingHistory
internal import MeetingModel

extension Database {
    /// Whether no time here is later than a server accepts: no field is later than the device's clock, which follows what it sees.
    func keepsTimes(until latest: Int64) throws -> Bool {
        var isKept = true
        try forEachRow("SELECT time, counter FROM team") { row in
            isKept = HybridClock(time: row.integer(0), counter: row.integer(1), writer: "").isPossible(until: latest)
        }
        return isKept
    }

    /// Keeps the times of what is here within what a server accepts: `TeamCopy.keepTimes`.
    func keepTimes(at now: Int64, until latest: Int64, mayWrite: Bool) throws {
        var device = ""
        try forEachRow("SELECT device FROM team") { device = $0.text(0) }
        try run("UPDATE team SET time = ?, counter = 0", [now])
        var items: [(kind: SharedKind, item: String, place: SharedPlace, fields: SharedFields)] = []
        try forEachRow("SELECT kind, item, standup, meeting, fields FROM team_item") { row in
            guard let kind = SharedKind(rawValue: row.text(0)) else { return }
            let fields: SharedFields = try row.json(4)
            guard fields.values.contains(where: { !$0.clock.isPossible(until: latest) }) else { return }
            items.append((kind, row.text(1), SharedPlace(row.id(2), row.isNull(3) ? nil : row.id(3)), fields))
        }
        for (kind, item, place, fields) in items {
            let kept = try fields.mapValues { field in
                guard !field.clock.isPossible(until: latest) else { return field }
                let isOwn = mayWrite && field.clock.writer == device
                let clock =
                    try isOwn
                    ? nextClock(at: now) : HybridClock(time: 0, counter: 0, writer: field.clock.writer)
                return SharedField(field.value, at: clock)
            }
            try store(kept, replacing: [:], of: kind, item, in: place)
            try addToOutbox(kind, item)
        }
        let isLate = "time > ?1 OR counter > \(HybridClock.largestCounter)"
        try run("UPDATE team_tombstone SET time = ?2, counter = 0 WHERE \(isLate)", [latest, now])
        // The server decides about leads: the next one that it accepts is later.
        try run("UPDATE team_lead SET time = 0, counter = 0 WHERE \(isLate)", [latest])
    }
}
