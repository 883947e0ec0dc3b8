package import MeetingHistory
internal import MeetingModel

extension PostgreSQLTeamServer {
    package func register(_ device: Device.ID, named name: String) throws(TeamError) {
        try perform { (connection) throws(PostgreSQLError) in
            try connection.run("SELECT standup.register($1, $2)", [.text(device.rawValue), .text(name)])
        }
    }

    package func push(_ batch: SharedBatch) throws(TeamError) -> PushOutcome {
        let changes = batch.changes
        let parameters: [PostgreSQLValue] = [
            .text(batch.device.rawValue), .integer(batch.first), .text(batch.previousHash), .text(batch.hash),
            .texts(changes.map(\.kind.rawValue)), .texts(changes.map(\.item)),
            .texts(changes.map { $0.standup?.rawValue }), .texts(changes.map { $0.meeting?.rawValue }),
            .texts(changes.map(\.transcript)), .texts(changes.map(\.member)), .integers(changes.map(\.clock.time)),
            .integers(changes.map(\.clock.counter)), .texts(changes.map(\.clock.writer)),
            .texts(changes.map(\.content)),
        ]
        let row = try perform { (connection) throws(PostgreSQLError) in
            // One statement for all: a batch takes one round trip, and the server decides about each change itself.
            try connection.rows(
                """
                SELECT outcome, refused
                FROM standup.push($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
                """, parameters
            ).first
        }
        let refused = Set(row?.integers(1) ?? [])
        switch row?.text(0) {
        case "stored": return .stored(refused: refused)
        case "known": return .known(refused: refused)
        default: return .notNext
        }
    }

    package func refused(of device: Device.ID) throws(TeamError) -> Set<Int64> {
        try perform { (connection) throws(PostgreSQLError) in
            let rows = try connection.rows(
                "SELECT refused FROM standup.device WHERE id = $1", [.text(device.rawValue)])
            return Set(rows.first?.integers(0) ?? [])
        }
    }

    package func changes(
        _ numbers: [Device.ID: ClosedRange<Int64>]
    ) throws(TeamError) -> (changes: [ReceivedChange], through: [Device.ID: Int64]) {
        let limit = 200
        let asked = Self.part(of: numbers, limit: limit)
        let changes = try perform { (connection) throws(PostgreSQLError) in
            var changes: [ReceivedChange] = []
            // As many as have 1 MB together, and one more if that alone is larger: what is received at once is taken over in one
            // transaction, for which a running meeting waits when it stores its words.
            try connection.run(
                """
                SELECT sequence, member, kind, item, standup, meeting, transcript, writer_member, time, counter, writer, content,
                    device, is_early
                FROM (
                    SELECT a.position, c.device, c.sequence, d.member, c.kind, c.item, c.standup, c.meeting, c.transcript,
                        c.member AS writer_member, c.time, c.counter, c.writer, c.content,
                        c.content IS NULL AND EXISTS (
                            SELECT FROM standup.early_deletion AS e WHERE e.device = c.device AND e.sequence = c.sequence
                        ) AS is_early,
                        sum(coalesce(octet_length(c.content), 0)) OVER (ORDER BY a.position, c.sequence)
                            - coalesce(octet_length(c.content), 0) AS bytes_before
                    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS a (device, first, last, position)
                    JOIN standup.device AS d ON d.id = a.device
                    JOIN standup.change AS c ON c.device = a.device AND c.sequence BETWEEN a.first AND a.last
                    ORDER BY a.position, c.sequence LIMIT $4
                ) AS part
                WHERE bytes_before < 1000000 ORDER BY position, sequence
                """,
                [
                    .texts(asked.map(\.device.rawValue)), .integers(asked.map(\.numbers.lowerBound)),
                    .integers(asked.map(\.numbers.upperBound)), .integer(Int64(limit)),
                ]
            ) { (row: PostgreSQLRow) in
                changes.append(ReceivedChange(row))
            }
            return changes
        }
        // Only the server's limits leave any out.
        let bytes = changes.reduce(0) { $0 + ($1.change?.content?.utf8.count ?? $1.unreadable?.utf8.count ?? 0) }
        let isPart = changes.count == limit || bytes >= 1_000_000
        let end = isPart ? asked.firstIndex { $0.device == changes.last?.device } ?? asked.count : asked.count
        var through: [Device.ID: Int64] = [:]
        for (device, numbers) in asked[..<end] { through[device] = numbers.upperBound }
        if isPart, let last = changes.last { through[last.device] = last.sequence }
        return (changes, through)
    }

    /// The devices to ask about at once: as many as have no more changes together than the limit, or one that has more.
    ///
    /// So the server never sorts changes that it then leaves out.
    private static func part(
        of numbers: [Device.ID: ClosedRange<Int64>], limit: Int
    ) -> ArraySlice<(device: Device.ID, numbers: ClosedRange<Int64>)> {
        // Those with the fewest first: most devices are done after one call.
        let all = numbers.map { (device: $0.key, numbers: $0.value) }
            .sorted { ($0.numbers.count, $0.device.rawValue) < ($1.numbers.count, $1.device.rawValue) }
        var count = 0
        let together = all.prefix { device in
            // A server could claim any numbers.
            count += min(device.numbers.count, limit + 1)
            return count <= limit
        }
        return together.isEmpty ? all.prefix(1) : together
    }
}

extension ReceivedChange {
    /// A change of a row, or the row's text if it is none.
    fileprivate init(_ row: PostgreSQLRow) {
        let device = Device.ID(rawValue: row.text(12) ?? "")
        let (sequence, member) = (row.integer(0) ?? 0, row.text(1) ?? "")
        let place = row.text(4)
            .map { SharedPlace(Standup.ID(rawValue: $0), row.text(5).map { Meeting.ID(rawValue: $0) }) }
        guard let kind = row.text(2).flatMap(SharedKind.init), let item = row.text(3), let time = row.integer(8),
            let counter = row.integer(9), let writer = row.text(10)
        else {
            self.init(
                device: device, sequence: sequence, member: member,
                unreadable: row.values.map(\.description).joined(separator: " "), place: place)
            return
        }
        self.init(
            device: device, sequence: sequence, member: member,
            change: SharedChange(
                kind: kind, item: item, standup: row.text(4).map { Standup.ID(rawValue: $0) },
                meeting: row.text(5).map { Meeting.ID(rawValue: $0) }, transcript: row.text(6), member: row.text(7),
                clock: HybridClock(time: time, counter: counter, writer: writer), content: row.text(11)),
            isEarly: row.truth(13))
    }
}
