internal import MeetingModel
package import TeamHistory

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
        of device: Device.ID, after sequence: Int64, through head: Int64
    ) throws(TeamError) -> (changes: [ReceivedChange], through: Int64) {
        let limit: Int64 = 1000
        let changes = try perform { (connection) throws(PostgreSQLError) in
            var changes: [ReceivedChange] = []
            // As many as have 4 MB together, and one more if that alone is larger.
            try connection.run(
                """
                SELECT sequence, member, kind, item, standup, meeting, transcript, writer_member, time, counter, writer, content
                FROM (
                    SELECT c.sequence, d.member, c.kind, c.item, c.standup, c.meeting, c.transcript,
                        c.member AS writer_member, c.time, c.counter, c.writer, c.content,
                        sum(coalesce(octet_length(c.content), 0)) OVER (ORDER BY c.sequence)
                            - coalesce(octet_length(c.content), 0) AS bytes_before
                    FROM standup.change AS c JOIN standup.device AS d ON d.id = c.device
                    WHERE c.device = $1 AND c.sequence > $2 AND c.sequence <= $3 ORDER BY c.sequence LIMIT $4
                ) AS part
                WHERE bytes_before < 4000000 ORDER BY sequence
                """,
                [.text(device.rawValue), .integer(sequence), .integer(head), .integer(limit)]
            ) { (row: PostgreSQLRow) in
                changes.append(ReceivedChange(row, of: device))
            }
            return changes
        }
        // Only the server's limits leave any out.
        let bytes = changes.reduce(0) { $0 + ($1.change?.content?.utf8.count ?? $1.unreadable?.utf8.count ?? 0) }
        let isPart = changes.count == Int(limit) || bytes >= 4_000_000
        return (changes, isPart ? changes.last?.sequence ?? head : head)
    }
}

extension ReceivedChange {
    /// A change of a row, or the row's text if it is none.
    fileprivate init(_ row: PostgreSQLRow, of device: Device.ID) {
        let (sequence, member) = (row.integer(0) ?? 0, row.text(1) ?? "")
        guard let kind = row.text(2).flatMap(SharedKind.init), let item = row.text(3), let time = row.integer(8),
            let counter = row.integer(9), let writer = row.text(10)
        else {
            self.init(
                device: device, sequence: sequence, member: member,
                unreadable: row.values.map(\.description).joined(separator: " "))
            return
        }
        self.init(
            device: device, sequence: sequence, member: member,
            change: SharedChange(
                kind: kind, item: item, standup: row.text(4).map { Standup.ID(rawValue: $0) },
                meeting: row.text(5).map { Meeting.ID(rawValue: $0) }, transcript: row.text(6), member: row.text(7),
                clock: HybridClock(time: time, counter: counter, writer: writer), content: row.text(11)))
    }
}
