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

    @Test func `from before the first release are refused, and stay as they were`() throws {
        let database = try TeamDatabase()
        let administrator = try database.connect(.administrator)
        try administrator.createTables()
        let keeper = try database.connection()
        try keeper.perform("UPDATE standup.server SET version = 1")
        let refusal = #expect(throws: TeamError.self) { try administrator.createTables() }
        #expect(refusal?.description.contains("from before the first release") == true)
        #expect(try keeper.rows("SELECT version FROM standup.server").first?.integer(0) == 1)
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
