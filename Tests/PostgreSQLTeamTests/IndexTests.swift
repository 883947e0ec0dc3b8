import MeetingModel
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import Team

/// A team with tens of thousands of changes, whose statements are counted by how they find rows.
@Suite(.timeLimit(.minutes(10)))
struct `With many changes on the server` {
    private static let count: Int64 = 30_000

    /// A database with changes of one device, a tenth of which are deletions.
    private func filled() throws -> (database: TeamDatabase, device: Device.ID) {
        let (database, device) = (try TeamDatabase(), Device.ID())
        let server = try database.connect(.administrator)
        try server.createTables()
        try server.register(device, named: "x")
        server.close()
        try database.connection().run(
            """
            INSERT INTO standup.change (
                device, sequence, kind, item, standup, meeting, transcript, time, counter, writer, content)
            SELECT $1, n, (ARRAY['meeting', 'transcript', 'point', 'mark', 'shown'])[(n % 5)::integer + 1],
                'item' || n, 'standup' || n % 200,
                'meeting' || n / 5, CASE WHEN n % 5 IN (1, 2) THEN 'transcript' || n / 5 END, n, 0, 'w',
                CASE WHEN n % 10 < 9 THEN repeat('x', 50) END
            FROM generate_series(1, $2) AS n
            """, [.text(device.rawValue), .integer(Self.count)])
        try database.connection().perform(
            "UPDATE standup.device SET sequence = \(Self.count)", "ANALYZE standup.change")
        return (database, device)
    }

    /// How often the table of changes was searched from end to end, and by an index, during calls of a member.
    private func searches(
        in database: TeamDatabase, _ body: (PostgreSQLTeamServer) throws -> Void
    ) throws -> (whole: Int64, byIndex: Int64) {
        let observer = try database.connection()
        let server = try database.connect(.anna)
        try observer.run("SELECT pg_stat_reset()")
        try body(server)
        server.close()
        // A session reports its searches when it ends.
        let sessions: PostgreSQLValue = .text(database.user(.anna))
        try eventually("the session has ended") {
            try observer.value("SELECT count(*) FROM pg_stat_activity WHERE usename = $1", sessions) == 0
        }
        let row = try observer.rows(
            """
            SELECT seq_scan, idx_scan FROM pg_stat_user_tables WHERE schemaname = 'standup' AND relname = 'change'
            """
        ).first
        return (row?.integer(0) ?? -1, row?.integer(1) ?? -1)
    }

    @Test func `a device receives by an index`() throws {
        let (database, device) = try filled()
        let found = try searches(in: database) { server in
            let part = try server.changes([device: Self.count - 99...Self.count])
            #expect(part.changes.count == 100)
        }
        #expect(found == (0, 1))
    }

    @Test func `a batch of all kinds is stored by indexes`() throws {
        let (database, _) = try filled()
        let changes =
            [
                SharedSamples.standup("standup7"), SharedSamples.meeting("new", of: "standup7", by: "x"),
                SharedSamples.transcript("t", in: "new", of: "standup7"),
                SharedSamples.point("p", from: "t", in: "new", of: "standup7"),
                SharedSamples.mark("m", in: "new", of: "standup7"),
            ]
        let found = try searches(in: database) { server in
            let device = Device.ID()
            try server.register(device, named: "y")
            #expect(try server.push(SharedBatch(of: device, changes, after: DeviceHead())) == .stored(refused: []))
        }
        #expect(found.whole == 0)
        #expect(found.byIndex >= Int64(changes.count))
    }

    @Test(arguments: [SharedKind.standup, .meeting, .transcript])
    func `a deletion finds what belongs to it by indexes`(kind: SharedKind) throws {
        let (database, _) = try filled()
        let found = try searches(in: database) { server in
            let device = Device.ID()
            try server.register(device, named: "y")
            let (standup, meeting) = (kind == .standup ? "standup7" : "own", kind == .meeting ? "meeting7" : "own")
            let own = [
                SharedSamples.standup(standup), SharedSamples.meeting(meeting, of: standup, by: "x"),
                SharedSamples.transcript("transcript7", in: meeting, of: standup),
            ]
            let batch = try SharedBatch(
                of: device, own + [SharedSamples.deletion(of: "\(kind.rawValue)7", kind)], after: DeviceHead())
            #expect(try server.push(batch) == .stored(refused: []))
        }
        #expect(found.whole == 0)
        #expect(found.byIndex >= 2)
        let left = "SELECT count(*) FROM standup.change WHERE \(kind.rawValue) = '\(kind.rawValue)7'"
        #expect(try database.connection().value(left) == 0)
    }

    @Test func `a search from end to end is noticed`() throws {
        let (database, _) = try filled()
        let found = try searches(in: database) { server in
            _ = try server.perform { (connection) throws(PostgreSQLError) in
                try connection.rows("SELECT count(*) FROM standup.change WHERE writer = 'z'")
            }
        }
        #expect(found.whole >= 1)
    }
}
