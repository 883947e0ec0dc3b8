import MeetingModel
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import Team

/// What logins with SQL of their own cannot do.
@Suite(.timeLimit(.minutes(10)))
struct `A team's tables` {
    @Test(arguments: [TeamServerConformance.Login.anna, .reader])
    func `have no lock that a member or a reader can take`(login: TeamServerConformance.Login) throws {
        let database = try TeamDatabase()
        try database.connect(.administrator).createTables()
        let (ben, device) = (try database.connect(.ben), Device.ID())
        try ben.register(device, named: "x")
        _ = try database.connect(login)
        let statements = [
            "SELECT FROM standup.server FOR UPDATE", "SELECT FROM standup.server FOR KEY SHARE",
            "SELECT FROM standup.device FOR UPDATE", "LOCK TABLE standup.server IN ROW EXCLUSIVE MODE",
            "LOCK TABLE standup.server IN SHARE MODE", "LOCK TABLE standup.change",
        ]
        let holder = try database.connection(login)
        for statement in statements {
            try holder.perform("BEGIN")
            guard case .refused("42501", _)? = error(of: { () throws(PostgreSQLError) in try holder.run(statement) })
            else {
                Issue.record("\(statement) is allowed")
                continue
            }
            try holder.perform("ROLLBACK")
        }
        // Locks that everybody may take hold nobody up.
        try holder.perform(
            "BEGIN", "SELECT pg_advisory_lock(7305804402566)", "SELECT pg_advisory_lock(7305804402567)",
            "LOCK TABLE standup.server, standup.change, standup.device IN ACCESS SHARE MODE")
        let batch = try SharedBatch(of: device, [SharedSamples.standup("s")], after: DeviceHead())
        #expect(try ben.push(batch) == .stored(refused: []))
        try database.connect(.administrator).createTables()
    }

    @Test func `store nothing on the ground of an older snapshot`() throws {
        let database = try TeamDatabase()
        try database.connect(.administrator).createTables()
        _ = try database.connect(.anna)
        let connection = try database.connection(.anna)
        try connection.perform("BEGIN ISOLATION LEVEL REPEATABLE READ")
        let call = """
            SELECT standup.push('d', 1, '', 'h', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')
            """
        guard case .refused("25000", _)? = error(of: { () throws(PostgreSQLError) in try connection.run(call) }) else {
            Issue.record("a batch is accepted")
            return
        }
    }

    @Test func `of the first version are brought up to date with what they have`() throws {
        let database = try TeamDatabase()
        let keeper = try database.connection()
        try keeper.perform(
            TeamSchema.roles, TeamSchema.migrations[0], "UPDATE standup.server SET version = 1",
            "SELECT standup.register('old', 'x')",
            """
            INSERT INTO standup.change (device, sequence, kind, item, standup, meeting, member, time, counter, writer, content)
            VALUES ('old', 1, 'meeting', 'm', 's', 'm', NULL, 1, 0, 'w', '{}'),
                ('old', 2, 'meeting', 'gone', NULL, NULL, NULL, 1, 0, 'w', NULL)
            """,
            "UPDATE standup.device SET sequence = 2, hash = 'h'", "INSERT INTO standup.lead VALUES ('s', 'postgres')")
        let administrator = try database.connect(.administrator)
        for _ in 0..<2 { try administrator.createTables() }
        let anna = try Attacking(try database.connect(.anna))
        let outcome = try anna.send([
            SharedSamples.meeting("m", of: "s", by: "postgres"),
            SharedSamples.meeting("m", of: "s", by: database.user(.anna)),
            SharedSamples.meeting("gone", of: "s", by: "x"),
            SharedSamples.deletion(of: "m", .meeting), SharedSamples.deletion(of: "s", .standup),
        ])
        #expect(outcome == .stored(refused: [2, 4, 5]))
        let changes = try administrator.changes([Device.ID(rawValue: "old"): 1...2]).changes
        #expect(changes.map { $0.change?.isDeletion } == [false, true] && !changes.contains { $0.isEarly })
    }

    @Test func `are given back as whose they are only after the server was restored`() throws {
        let database = try TeamDatabase()
        try database.connect(.administrator).createTables()
        let (anna, ben) = (try Attacking(try database.connect(.anna)), try Attacking(try database.connect(.ben)))
        _ = try anna.send([SharedSamples.standup("s"), SharedSamples.lead(of: "s", database.user(.anna))])
        try database.connection().perform("SELECT standup.restored()")
        let outcome = try ben.send([SharedSamples.meeting("m", of: "s", by: "somebody")])
        #expect(outcome == .stored(refused: []))
        #expect(try ben.changes().map { $0.change?.member } == ["somebody"])
        #expect(try ben.changes().map(\.member) == [database.user(.ben)])
    }
}

/// A device that sends batches one after the other.
private final class Attacking {
    let server: PostgreSQLTeamServer
    private let device = Device.ID()
    private var head = DeviceHead()

    init(_ server: PostgreSQLTeamServer) throws {
        self.server = server
        try server.register(device, named: "x")
    }

    func send(_ changes: [SharedChange]) throws -> PushOutcome {
        let batch = try SharedBatch(of: device, changes, after: head)
        head = DeviceHead(sequence: batch.last, hash: batch.hash)
        return try server.push(batch)
    }

    func changes() throws -> [ReceivedChange] { try server.changes([device: 1...max(1, head.sequence)]).changes }
}
