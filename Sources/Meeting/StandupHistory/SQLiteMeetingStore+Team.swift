internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore: TeamCopy {
    package func membership() throws(HistoryError) -> TeamMembership? {
        try read { try $0.membership() }
    }

    package func join(
        _ server: ServerIdentity, at address: String, named deviceName: String
    ) throws(HistoryError) {
        try write { database in
            try database.run(
                """
                UPDATE team SET server = ?, epoch = ?, address = CAST(? AS TEXT), member = CAST(? AS TEXT),
                    machine = CAST(? AS TEXT), device = new_id()
                """,
                [server.id, server.epoch, FreeText(address), FreeText(server.member), FreeText(deviceName)])
            try database.sendAll()
            try database.run("DELETE FROM team_received", [])
        }
    }

    package func move(to address: String) throws(HistoryError) {
        try write { try $0.run("UPDATE team SET address = CAST(? AS TEXT)", [FreeText(address)]) }
    }

    package func forgetHidden() throws(HistoryError) {
        try write { database in
            try database.run("DELETE FROM team_hidden", [])
            try database.becomeNewDevice()
            try database.run("UPDATE team_received SET sequence = 0", [])
        }
    }

    package func ended(of standups: [RunningStandup]) throws -> [RunningStandup] {
        try standups.filter { running in
            var latest: [Meeting.ID] = []
            try read { database in
                try database.forEachRow(
                    "SELECT id FROM meeting WHERE standup = ? AND state <> 'live' ORDER BY number DESC LIMIT 20",
                    [running.standup.rawValue]
                ) { latest.append($0.id(0)) }
            }
            return try latest.contains { try RunningStandup.reference(to: $0) == running.meeting }
        }
    }

    /// What is here stays, and is no longer shared.
    package func leave() throws(HistoryError) {
        try write { database in
            try database.run(
                """
                UPDATE team SET server = NULL, epoch = NULL, address = NULL, member = NULL, machine = NULL, sequence = 0,
                    hash = '', pending_sequence = NULL, pending_hash = NULL, deletions = NULL
                """, [])
            try database.run("UPDATE standup SET shared = 0", [])
            try database.run("UPDATE meeting SET shared = 0, live_shared = 0", [])
            try database.run("UPDATE transcript SET shared = 0", [])
            for table in [
                "team_item", "team_lead", "team_outbox", "team_pending", "team_received", "team_waiting",
                "team_past_value", "team_holding", "team_tombstone", "team_hidden",
            ] { try database.run("DELETE FROM \(table)", []) }
        }
    }

    /// The shared meetings that other members recorded.
    package func meetingsOfOthers() throws(HistoryError) -> [Meeting.ID] {
        try read { database in
            var meetings: [Meeting.ID] = []
            try database.forEachRow(
                """
                SELECT id FROM meeting WHERE shared AND recorded_by <> (SELECT member FROM team) AND deleted_by IS NULL
                ORDER BY number
                """
            ) { meetings.append($0.id(0)) }
            return meetings
        }
    }

    package func recorder(of meeting: Meeting.ID) throws(HistoryError) -> String? {
        try read { database in
            var recorder: String?
            // The user has other computers too.
            try database.forEachRow(
                """
                SELECT recorded_by FROM meeting WHERE id = ? AND shared
                    AND (recorded_by <> (SELECT member FROM team) OR recorded_by IS NOT NULL AND NOT keeps_live)
                """, [meeting.rawValue]
            ) { recorder = $0.text(0) }
            return recorder
        }
    }

    package func deletionReach(of item: DeletedItem) throws(HistoryError) -> DeletionReach? {
        try read { database in
            switch item {
            case .standup(let id): try database.deletionReach(in: id, of: [])
            case .meeting(let id):
                try database.sharedMeeting(id).flatMap { try database.deletionReach(in: $0.standup, of: [$0.recorder]) }
            case .transcript(let id, let version):
                try TranscriptRows.find(id, in: database)?.sharing(of: version)
                    .flatMap { try database.deletionReach(in: $0.standup, of: $0.owners) }
            }
        }
    }

    package func shareAgain(
        with server: ServerIdentity, heads: [Device.ID: DeviceHead]
    ) throws(HistoryError) {
        try write { database in
            try database.becomeNewDevice()
            try database.run("UPDATE team SET epoch = ?", [server.epoch])
            for (device, sequence) in try database.received() where (heads[device]?.sequence ?? 0) < sequence {
                try database.setReceived(heads[device]?.sequence ?? 0, of: device)
            }
            try database.sendAll()
        }
    }

    package func becomeNewDevice() throws(HistoryError) {
        try write { try $0.becomeNewDevice() }
    }

    package func keepTimes(at now: Int64, until latest: Int64, mayWrite: Bool) throws(HistoryError) {
        guard try !read({ try $0.keepsTimes(until: latest) }) else { return }
        try write { try $0.keepTimes(at: now, until: latest, mayWrite: mayWrite) }
    }

    package func nextBatch(until latest: Int64 = HybridClock.latest) throws(HistoryError) -> SharedBatch? {
        try write { database in
            guard let own = try database.membership() else { return nil }
            try database.run("DELETE FROM team_pending", [])
            let changes = try database.nextChanges(by: own.member, until: latest)
            return changes.isEmpty ? nil : try database.pendingBatch(of: changes, own)
        }
    }

    package func batch(
        handing standup: Standup.ID, to member: String, until latest: Int64 = HybridClock.latest
    ) throws(HistoryError) -> SharedBatch? {
        try write { database in
            guard let own = try database.membership(), try database.isShared(standup) else { return nil }
            try database.run("DELETE FROM team_pending", [])
            let change = SharedChange(
                kind: .lead, item: standup.rawValue, standup: standup, member: member,
                clock: try database.nextClock().clamped(to: latest),
                content: "{}")
            // No row of the outbox has this number.
            return try database.pendingBatch(of: [(0, change)], own)
        }
    }

    package func lead(of standup: Standup.ID) throws(HistoryError) -> String? {
        try read { try $0.lead(of: standup) }
    }

    package func confirm(_ head: DeviceHead, refused: Set<Int64>) throws(HistoryError) {
        try write { database in
            guard let own = try database.membership() else { return }
            var rows: [(sequence: Int64, kind: String, item: String, lead: PendingLead?)] = []
            try database.forEachRow("SELECT sequence, kind, item, clock FROM team_pending") { row in
                rows.append(
                    (row.integer(0), row.text(1), row.text(2), row.isNull(3) ? nil : try row.json(3)))
            }
            // What was refused is sent no more, or under another id.
            try database.run("DELETE FROM team_outbox WHERE number IN (SELECT outbox FROM team_pending)", [])
            var renewed: Set<Meeting.ID> = []
            for row in rows where refused.contains(row.sequence) {
                try database.takeBack(row.kind, row.item, row.sequence, own, &renewed)
            }
            for row in rows where !refused.contains(row.sequence) {
                if let lead = row.lead {
                    try database.setLead(lead.member ?? own.member, of: Identifier(rawValue: row.item), at: lead.clock)
                }
                try database.run("UPDATE meeting SET shared = 1 WHERE id = ? AND ? = 'meeting'", [row.item, row.kind])
                try database.run(
                    "UPDATE transcript SET shared = 1 WHERE id = ? AND ? = 'transcript'", [row.item, row.kind])
            }
            try database.run("DELETE FROM team_pending", [])
            try database.run(
                "UPDATE team SET sequence = ?, hash = ?, pending_sequence = NULL, pending_hash = NULL",
                [head.sequence, head.hash])
        }
    }

    package func received() throws(HistoryError) -> [Device.ID: Int64] {
        try read { try $0.received() }
    }

    package func apply(
        _ changes: [ReceivedChange], covering numbers: [Device.ID: ClosedRange<Int64>], deletingAtMost limit: Int?,
        until latest: Int64 = HybridClock.latest
    ) throws(HistoryError) -> AppliedChanges {
        let (result, mustErase): (AppliedChanges, Bool) = try write { database in
            guard let own = try database.membership() else {
                return (AppliedChanges(deletions: 0, isRefused: false), false)
            }
            var receiver = TeamReceiver(database: database, user: own.member, latest: latest)
            var isRefused = false
            try database.inSavepoint {
                try receiver.receive(changes)
                isRefused = limit.map { receiver.deletions > $0 } ?? false
                return isRefused ? .rollback : .commit
            }
            guard !isRefused else { return (AppliedChanges(deletions: receiver.deletions, isRefused: true), false) }
            let received = try database.received()
            for (device, numbers) in numbers where received[device] ?? 0 == numbers.lowerBound - 1 {
                try database.setReceived(numbers.upperBound, of: device)
            }
            return (AppliedChanges(deletions: receiver.deletions, isRefused: false), receiver.mustErase)
        }
        if mustErase { _ = try finishErasure(within: .seconds(1)) }
        return result
    }

    package func deletionLimit() throws(HistoryError) -> Int {
        try max(1, meetingCount(of: nil) / 10)
    }

    package func askBeforeDeleting(_ count: Int?) throws(HistoryError) {
        try write { try $0.run("UPDATE team SET deletions = ?", [count]) }
    }

    package func note(_ standups: [RunningStandup]) throws(HistoryError) {
        let known = try teamStatus().runningStandups
        guard Set(known) != Set(standups) else { return }
        try write { database in
            try database.run("DELETE FROM team_holding", [])
            for running in standups {
                try database.run(
                    """
                    INSERT OR REPLACE INTO team_holding (meeting, standup, member, machine, started_at)
                    VALUES (?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?)
                    """,
                    [
                        running.meeting, running.standup.rawValue, FreeText(running.member),
                        FreeText(running.deviceName), running.startedAt.nanosecondsSince1970,
                    ])
            }
        }
    }

    package func teamStatus() throws(HistoryError) -> TeamStatus {
        try read { database in
            var (unsent, waiting) = (0, 0)
            try database.forEachRow(
                """
                SELECT (SELECT count(*) FROM team_outbox), (SELECT count(*) FROM team_waiting WHERE reason IS NULL
                    AND NOT (\(Database.isEarlyDeletion)))
                """
            ) { (unsent, waiting) = (Int($0.integer(0)), Int($0.integer(1))) }
            var aside: [String] = []
            try database.forEachRow(
                "SELECT member, reason FROM team_waiting WHERE reason IS NOT NULL ORDER BY device, sequence"
            ) { aside.append("\(DisplayText($0.text(0))): \(DisplayText($0.text(1)))") }
            var standups: [RunningStandup] = []
            try database.forEachRow(
                "SELECT standup, meeting, member, machine, started_at FROM team_holding ORDER BY started_at, meeting"
            ) { row in
                standups.append(
                    RunningStandup(
                        standup: row.id(0), meeting: row.text(1), member: row.text(2), deviceName: row.text(3),
                        startedAt: Timestamp(nanosecondsSince1970: row.integer(4))))
            }
            return TeamStatus(unsent: unsent, aside: aside, waiting: waiting, runningStandups: standups)
        }
    }

    package func replacedValues(of standup: Standup.ID) throws(HistoryError) -> [ReplacedValue] {
        try read { database in
            var values: [ReplacedValue] = []
            try database.forEachRow(
                """
                SELECT past.kind, past.item, past.meeting, field, value, coalesce(fields, '{}'), meeting.number
                FROM team_past_value AS past LEFT JOIN team_item AS item USING (kind, item)
                    LEFT JOIN meeting ON meeting.id = past.meeting
                WHERE past.standup = ? ORDER BY past.number
                """,
                [standup.rawValue]
            ) { row in
                guard let kind = SharedKind(rawValue: row.text(0)) else { return }
                var (value, present): (SharedField, SharedFields) = (try row.json(4), try row.json(5))
                if kind == .shown {
                    value = try database.withTranscriptNumber(value, of: row.integer(6))
                    present = try present.mapValues { try database.withTranscriptNumber($0, of: row.integer(6)) }
                }
                values.append(
                    ReplacedValue(
                        kind: kind, item: row.text(1), meeting: row.isNull(2) ? nil : row.id(2), field: row.text(3),
                        value: value, present: present))
            }
            return values
        }
    }
}

extension Database {
    fileprivate func membership() throws -> TeamMembership? {
        var membership: TeamMembership?
        try forEachRow(
            """
            SELECT server, epoch, address, member, device, machine, sequence, hash, pending_sequence, pending_hash,
                deletions
            FROM team WHERE server IS NOT NULL
            """
        ) { row in
            membership = TeamMembership(
                server: row.text(0), epoch: row.integer(1), address: row.text(2), member: row.text(3),
                device: row.id(4), deviceName: row.text(5),
                confirmed: DeviceHead(sequence: row.integer(6), hash: row.text(7)),
                pending: row.isNull(8) ? nil : DeviceHead(sequence: row.integer(8), hash: row.text(9)),
                deletionsToConfirm: row.isNull(10) ? nil : Int(row.integer(10)))
        }
        return membership
    }

    fileprivate func received() throws -> [Device.ID: Int64] {
        var received: [Device.ID: Int64] = [:]
        try forEachRow("SELECT device, sequence FROM team_received") { received[$0.id(0)] = $0.integer(1) }
        return received
    }

    fileprivate func setReceived(_ sequence: Int64, of device: Device.ID) throws {
        try run(
            """
            INSERT INTO team_received (device, sequence) VALUES (?, ?)
            ON CONFLICT (device) DO UPDATE SET sequence = excluded.sequence
            """,
            [device.rawValue, sequence])
    }

    fileprivate func becomeNewDevice() throws {
        // What the former device sent after this copy was made is not here.
        try run(
            """
            INSERT OR REPLACE INTO team_received (device, sequence) SELECT device, sequence FROM team
            """, [])
        let former = "(SELECT device FROM team)"
        try run(
            """
            UPDATE team_tombstone SET writer = '' WHERE writer = \(former) AND (kind, item) IN (SELECT kind, item FROM team_outbox)
            """, [])
        try run(
            """
            UPDATE team SET device = new_id(), sequence = 0, hash = '', pending_sequence = NULL, pending_hash = NULL
            """, [])
        try run("UPDATE team_tombstone SET writer = (SELECT device FROM team) WHERE writer = ''", [])
        try run("DELETE FROM team_pending", [])
    }

    /// Adds all that is shared to the outbox, whoever wrote it.
    fileprivate func sendAll() throws {
        var shared: [Standup.ID] = []
        try forEachRow("SELECT id FROM standup WHERE shared ORDER BY number") { shared.append($0.id(0)) }
        for standup in shared { try addAllToOutbox(of: standup) }
        try run("INSERT INTO team_outbox (kind, item) SELECT kind, item FROM team_tombstone", [])
    }

    /// Adds all that is shared of a standup to the outbox, whoever wrote it: what others belong to comes first.
    func addAllToOutbox(of standup: Standup.ID) throws {
        try run(
            """
            INSERT INTO team_outbox (kind, item)
            SELECT kind, item FROM team_item WHERE standup = ?1 AND meeting IS NULL
            UNION ALL SELECT 'lead', ?1
            UNION ALL SELECT 'meeting', id FROM meeting WHERE standup = ?1 AND shared
            UNION ALL SELECT 'transcript', id || '/1' FROM meeting WHERE standup = ?1 AND live_shared AND keeps_live
            UNION ALL SELECT 'transcript', transcript.id FROM transcript JOIN meeting ON meeting.number = meeting
                WHERE standup = ?1 AND transcript.shared
            UNION ALL SELECT kind, item FROM team_item WHERE standup = ?1 AND meeting IS NOT NULL
            """, [standup.rawValue])
    }
}

/// A lead that the server has not accepted yet, as the table of what was sent notes it.
private struct PendingLead: Codable {
    /// The member; nil for the user.
    var member: String?
    var clock: HybridClock

    init(_ member: String?, at clock: HybridClock) { (self.member, self.clock) = (member, clock) }

    private enum CodingKeys: String, CodingKey { case member = "m" }

    init(from decoder: any Decoder) throws {
        member = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .member)
        clock = try HybridClock(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(member, forKey: .member)
        try clock.encode(to: encoder)
    }
}

extension Database {
    /// Notes changes as sent, with their numbers in the outbox, so that the server can be asked about them after a crash.
    fileprivate func pendingBatch(
        of changes: [(outbox: Int64, change: SharedChange)], _ own: TeamMembership
    ) throws -> SharedBatch {
        let batch = try SharedBatch(of: own.device, changes.map(\.change), after: own.confirmed)
        for (index, (outbox, change)) in changes.enumerated() {
            try run(
                "INSERT INTO team_pending (sequence, outbox, kind, item, clock) VALUES (?, ?, ?, ?, ?)",
                [
                    batch.first + Int64(index), outbox, change.kind.rawValue, change.item,
                    change.kind == .lead ? SharedContent.json(PendingLead(change.member, at: change.clock)) : nil,
                ])
        }
        try run("UPDATE team SET pending_sequence = ?, pending_hash = ?", [batch.last, batch.hash])
        return batch
    }
}

extension Database {
    /// A field that holds a transcript's id, with the transcript's number instead; null if it is not here.
    fileprivate func withTranscriptNumber(_ field: SharedField, of meeting: Int64) throws -> SharedField {
        guard case .text(let id) = field.value else { return field }
        let number = try transcriptNumber(id, of: meeting)
        return SharedField(number.map { .text("\($0)") } ?? .null, at: field.clock)
    }
}
