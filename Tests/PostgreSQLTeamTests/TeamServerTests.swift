import Dispatch
import Glibc
import MeetingModel
import Synchronization
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupTesting
@testable import Team

/// A database for a team, with logins of its own: roles belong to the whole server.
struct TeamDatabase: Sendable {
    let server: PostgreSQLServer
    let name = Support.name("team")
    private let isPooled: Bool

    init(on server: PostgreSQLServer? = nil, isPooled: Bool = false) throws {
        self.server = try server ?? Support.server.get()
        self.isPooled = isPooled
        let connection = try Support.connection(to: self.server)
        try connection.perform("CREATE DATABASE \(name)")
        for login in TeamServerConformance.Login.allCases where login != .administrator {
            try connection.perform("CREATE ROLE \(user(login)) LOGIN")
        }
    }

    func user(_ login: TeamServerConformance.Login) -> String {
        login == .administrator ? "postgres" : "\(name)_\(login)"
    }

    func connect(
        _ login: TeamServerConformance.Login, _ limits: PostgreSQLTimeLimits = .init()
    ) throws -> PostgreSQLTeamServer {
        if login != .administrator {
            let role = login == .reader ? "standup_reader" : "standup_member"
            try Support.connection(to: server).perform("GRANT \(role) TO \(user(login))")
        }
        let address = server.address(user: user(login), database: name, isPooled: isPooled)
        return PostgreSQLTeamServer(at: try PostgreSQLAddress(address), limits)
    }

    /// A connection to the database.
    func connection(_ login: TeamServerConformance.Login = .administrator) throws -> PostgreSQLConnection {
        try Support.connection(to: server, user: user(login), database: name)
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `A team's server in PostgreSQL` {
    @Test(arguments: [false, true])
    func `keeps its promises`(isPooled: Bool) throws {
        let broken = try TeamServerConformance.check {
            let database = try TeamDatabase(isPooled: isPooled)
            return { try database.connect($0) }
        }
        #expect(broken == [])
    }

    @Test(arguments: 1...4)
    func `agrees with the one in memory about random batches`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (database, memory) = (try TeamDatabase(), InMemoryTeamServer())
        let logins: [TeamServerConformance.Login] = [.administrator, .anna, .ben]
        try database.connect(.administrator).createTables()
        try memory.connection(of: "postgres").createTables()
        let pairs = try logins.map { (try database.connect($0), memory.connection(of: database.user($0))) }
        let devices = logins.map { _ in Device.ID() }
        for ((real, model), device) in zip(pairs, devices) {
            for server in [real as any TeamServer, model] { try server.register(device, named: "x") }
        }
        for _ in 0..<150 {
            let index = Int.random(in: 0..<3, using: &generator)
            let (real, model) = pairs[index]
            let changes = (0..<Int.random(in: 1...6, using: &generator))
                .map { _ in Self.change(members: logins.map(database.user), using: &generator) }
            let heads = try model.heads()
            let isNext = Int.random(in: 0..<10, using: &generator) > 0
            let head = isNext ? heads[devices[index]] ?? DeviceHead() : DeviceHead(sequence: 1, hash: "other")
            let batch = try SharedBatch(of: devices[index], changes, after: head)
            for _ in 0...Int.random(in: 0...1, using: &generator) {
                #expect(try real.push(batch) == model.push(batch))
            }
            #expect(try real.heads() == model.heads())
            #expect(try real.refused(of: devices[index]) == model.refused(of: devices[index]))
        }
        let received = try devices.map { device in
            let head = try pairs[0].0.heads()[device]?.sequence ?? 0
            return try pairs.map { (real, model) in
                try [Self.all(real, device, head), Self.all(model, device, head)]
            }
        }
        for servers in received { #expect(Set(servers.flatMap { $0 }).count == 1) }
    }

    private static func all(
        _ server: any TeamServer, _ device: Device.ID, _ head: Int64
    ) throws -> [ReceivedChange] {
        var (changes, through): ([ReceivedChange], Int64) = ([], 0)
        while through < head {
            let part = try server.changes([device: through + 1...head])
            changes += part.changes
            through = part.through[device] ?? head
        }
        return changes
    }

    /// A change of few items, so that they meet.
    private static func change(members: [String], using generator: inout SeededGenerator) -> SharedChange {
        let number = { (range: Range<Int>, generator: inout SeededGenerator) in Int.random(in: range, using: &generator)
        }
        let standup = "s\(number(0..<8, &generator))"
        let meeting = standup + "m\(number(0..<2, &generator))"
        let transcript = meeting + "t\(number(0..<2, &generator))"
        let member = members[number(0..<members.count, &generator)]
        return switch number(0..<18, &generator) {
        case 0..<3: SharedSamples.standup(standup)
        case 3..<5: SharedSamples.lead(of: standup, member)
        case 5..<8: SharedSamples.meeting(meeting, of: standup, by: member)
        case 8..<11: SharedSamples.transcript(transcript, in: meeting, of: standup)
        case 11: SharedSamples.mark(meeting + "/0-1", in: meeting, of: standup)
        case 12..<14: SharedSamples.point(transcript + "p", from: transcript, in: meeting, of: standup)
        case 14: SharedSamples.deletion(of: transcript, .transcript)
        case 15: SharedSamples.deletion(of: meeting, .meeting)
        case 16: SharedSamples.deletion(of: standup, .standup)
        default: SharedSamples.deletion(of: transcript + "p", .point)
        }
    }

    // MARK: Rights

    @Test func `knows no one who was not let in`() throws {
        let database = try TeamDatabase()
        try database.connect(.administrator).createTables()
        let address = try PostgreSQLAddress(
            database.server.address(user: database.user(.anna), database: database.name))
        let server = PostgreSQLTeamServer(at: address)
        let expected = TeamError.notMember(server: server.name, user: database.user(.anna))
        #expect(error { () throws(TeamError) in try server.identity() } == expected)
        #expect(error { () throws(TeamError) in try server.heads() } == expected)
        #expect(error { () throws(TeamError) in try server.register(Device.ID(), named: "x") } == expected)
    }

    @Test func `is written only through its functions, even after a mistake with rights`() throws {
        let database = try TeamDatabase()
        let administrator = try database.connect(.administrator)
        try administrator.createTables()
        let (anna, device) = (try database.connect(.anna), Device.ID())
        try anna.register(device, named: "x")
        _ = try anna.push(SharedBatch(of: device, [SharedSamples.standup("s")], after: DeviceHead()))
        let statements = [
            "INSERT INTO standup.lead VALUES ('s', 'mallory')", "UPDATE standup.device SET member = 'mallory'",
            "DELETE FROM standup.change", "UPDATE standup.server SET epoch = 7",
            "SELECT standup.remove('standup', 's')",
            "SELECT standup.restored()", "TRUNCATE standup.change",
        ]
        let connection = try database.connection(.anna)
        for statement in statements {
            guard
                case .refused("42501", _)? = error(of: { () throws(PostgreSQLError) in try connection.run(statement) })
            else {
                Issue.record("\(statement) is allowed")
                continue
            }
        }
        try database.connection().perform(
            "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA standup TO standup_member")
        for statement in statements.prefix(4) { try? connection.run(statement) }
        #expect(try anna.heads() == [device: administrator.heads()[device]])
        #expect(try anna.changes([device: 1...1]).changes.first?.change == SharedSamples.standup("s"))
        #expect(try database.connection().value("SELECT count(*) FROM standup.lead") == 0)
        #expect(try anna.identity().epoch == 1)
    }

    @Test func `is made by one who may make roles and a schema, who is a member then`() throws {
        let database = try TeamDatabase()
        let founder = Support.name("founder")
        let administrator = try Support.connection()
        try administrator.perform(
            "CREATE ROLE \(founder) LOGIN CREATEROLE", "GRANT CREATE ON DATABASE \(database.name) TO \(founder)")
        // Another test may have made the roles. Since PostgreSQL 16, only who made a role may grant it, and has this.
        if try administrator.value(
            """
            SELECT count(*) FROM pg_roles
            WHERE rolname = 'standup_member' AND current_setting('server_version_num')::int >= 160000
            """) == 1
        {
            try administrator.perform(
                "GRANT standup_member TO \(founder) WITH ADMIN TRUE, INHERIT FALSE, SET FALSE")
        }
        let address = try PostgreSQLAddress(database.server.address(user: founder, database: database.name))
        let server = PostgreSQLTeamServer(at: address)
        try server.createTables()
        #expect(try server.identity().mayWrite)
        #expect(try server.members().filter { $0.name == founder }.map(\.role) == [.member])
        try database.connect(.anna).register(Device.ID(), named: "x")
    }

    @Test func `cannot be made without the rights, and leaves nothing behind`() throws {
        let database = try TeamDatabase()
        let address = try PostgreSQLAddress(
            database.server.address(user: database.user(.anna), database: database.name))
        let server = PostgreSQLTeamServer(at: address)
        guard case .refused(_, let reason)? = error(of: { () throws(TeamError) in try server.createTables() }) else {
            Issue.record("no error")
            return
        }
        #expect(reason.contains("permission denied"), "\(reason)")
        #expect(error { () throws(TeamError) in try server.identity() } == .noTeam(server: server.name))
    }

    // MARK: Versions

    @Test func `of a newer version is left alone by an older program`() throws {
        let database = try TeamDatabase()
        let server = try database.connect(.administrator)
        try server.createTables()
        try database.connection().perform("UPDATE standup.server SET version = 99")
        let expected = TeamError.newer(server: server.name)
        #expect(error { () throws(TeamError) in try server.identity() } == expected)
        #expect(error { () throws(TeamError) in try server.createTables() } == expected)
        #expect(try database.connection().value("SELECT version FROM standup.server") == 99)
    }

    @Test func `in a database that cannot store every letter is refused`() throws {
        let name = Support.name("latin")
        try Support.connection().perform(
            "CREATE DATABASE \(name) ENCODING LATIN1 LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
        let server = PostgreSQLTeamServer(at: try PostgreSQLAddress(Support.server.get().address(database: name)))
        #expect(
            error { () throws(TeamError) in try server.createTables() }
                == .refused(server: server.name, reason: "the database's encoding is not UTF8"))
    }

    @Test func `that was restored has another epoch when its administrator says so`() throws {
        let database = try TeamDatabase()
        let server = try database.connect(.administrator)
        try server.createTables()
        let before = try server.identity()
        #expect(try database.connection().value("SELECT standup.restored()") == 2)
        let after = try server.identity()
        #expect(after.id == before.id && after.epoch == before.epoch + 1)
    }

    @Test func `passes on rows that no program of ours wrote`() throws {
        let database = try TeamDatabase()
        let (server, device) = (try database.connect(.administrator), Device.ID())
        try server.createTables()
        try server.register(device, named: "x")
        try database.connection().perform(
            """
            INSERT INTO standup.change (device, sequence, kind, item, time, counter, writer, content)
            VALUES ('\(device)', 1, 'mood', 'i', 1, 0, 'w', 'bad')
            """)
        let received = try server.changes([device: 1...1]).changes
        #expect(received.map(\.change) == [nil])
        #expect(received.first?.unreadable?.contains("mood i") == true, "\(received)")
    }

    // MARK: Failures

    @Test func `that only reads for now is read`() throws {
        let database = try TeamDatabase()
        try database.connect(.administrator).createTables()
        let (anna, device) = (try database.connect(.anna), Device.ID())
        try anna.register(device, named: "x")
        anna.close()
        try Support.connection().perform("ALTER ROLE \(database.user(.anna)) SET default_transaction_read_only = on")
        #expect(try !anna.identity().mayWrite)
        #expect(try anna.heads()[device] == DeviceHead())
        let batch = try SharedBatch(of: device, [SharedSamples.standup("s")], after: DeviceHead())
        #expect(error { () throws(TeamError) in try anna.push(batch) } == .readOnly(server: anna.name))
    }

    @Test(arguments: [false, true])
    func `takes the next call after an administrator has ended its session`(isPooled: Bool) throws {
        let database = try TeamDatabase(isPooled: isPooled)
        let server = try database.connect(.administrator)
        try server.createTables()
        for _ in 0..<3 {
            try database.connection().perform(
                """
                SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                WHERE datname = '\(database.name)' AND pid <> pg_backend_pid()
                """)
            #expect(try server.identity().member == "postgres")
        }
    }

    @Test func `is made while another team on the same server makes the roles`() throws {
        let server = try PostgreSQLServer()
        let one = try Support.connection(to: server)
        try one.perform("CREATE DATABASE other", "BEGIN", TeamSchema.roles)
        let other = PostgreSQLTeamServer(at: try PostgreSQLAddress(server.address(database: "other")))
        let outcome = Mutex<TeamError?>(nil)
        let group = DispatchGroup()
        DispatchQueue(label: "standup.tests.create").async(group: group) {
            do throws(TeamError) { try other.createTables() } catch { outcome.withLock { $0 = error } }
        }
        let observer = try Support.connection(to: server)
        try eventually("the other team waits") {
            try observer.value("SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted") == 1
        }
        try one.perform("COMMIT")
        group.wait()
        #expect(outcome.withLock { $0 } == nil)
    }

    @Test func `that is killed in the middle of a batch has all of it or nothing, and says so afterwards`() throws {
        let database = try TeamDatabase(on: try PostgreSQLServer())
        let (server, device) = (try database.connect(.administrator), Device.ID())
        try server.createTables()
        try server.register(device, named: "x")
        let changes = (0..<20).map { SharedSamples.standup("\($0)") }
        // It waits for another batch, which is never stored.
        let holder = try database.connection()
        try holder.perform("BEGIN", "SELECT FROM standup.server FOR UPDATE")
        let batch = try SharedBatch(of: device, changes, after: DeviceHead())
        let outcome = Mutex<TeamError?>(nil)
        let group = DispatchGroup()
        DispatchQueue(label: "standup.tests.push").async(group: group) {
            do throws(TeamError) { _ = try server.push(batch) } catch { outcome.withLock { $0 = error } }
        }
        let observer = try database.connection()
        try eventually("the batch waits") {
            try observer.value("SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted") == 1
        }
        database.server.kill()
        group.wait()
        guard case .unreachable? = outcome.withLock({ $0 }) else {
            Issue.record("\(String(describing: outcome.withLock { $0 }))")
            return
        }
        database.server.start()
        #expect(try server.heads() == [device: DeviceHead()])
        #expect(try server.push(batch) == .stored(refused: []))
        database.server.kill()
        database.server.start()
        #expect(try server.push(batch) == .known(refused: []))
        #expect(try server.changes([device: 1...20]).changes.compactMap(\.change) == changes)
    }

    @Test(.enabled(if: geteuid() == 0, "mounting a disk needs root"))
    func `whose disk is full stores nothing of a batch, and all of it when there is room`() throws {
        let server = try PostgreSQLServer("--disk", "40M")
        try Support.connection(to: server).perform(
            "CREATE TABLESPACE small LOCATION '\(server.folder)/small/space'", "CREATE DATABASE small TABLESPACE small")
        let address = try PostgreSQLAddress(server.address(database: "small"))
        let (team, device) = (PostgreSQLTeamServer(at: address), Device.ID())
        try team.createTables()
        try team.register(device, named: "x")
        let batch = try SharedBatch(of: device, (0..<4).map { Self.large("\($0)") }, after: DeviceHead())
        let connection = try Support.connection(to: server, database: "small")
        try connection.perform("CREATE TABLE filler (text text)", "ALTER TABLE filler ALTER text SET STORAGE EXTERNAL")
        #expect(throws: PostgreSQLError.self) {
            while true { try connection.run("INSERT INTO filler SELECT repeat($1, 500000)", ["x"]) }
        }
        #expect(error { () throws(TeamError) in try team.push(batch) } == .full(server: team.name))
        #expect(try team.heads() == [device: DeviceHead()])
        try connection.perform("DROP TABLE filler")
        #expect(try team.push(batch) == .stored(refused: []))
    }

    /// A change whose content does not shrink.
    private static func large(_ id: String) -> SharedChange {
        var generator = SeededGenerator(seed: 1)
        let content = (0..<20_000).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 36) }
        return SharedChange(
            kind: .meeting, item: id, standup: Standup.ID(rawValue: id), meeting: Meeting.ID(rawValue: id),
            clock: HybridClock(time: 1, counter: 0, writer: "w"), content: content.joined())
    }

    @Test func `sends large contents in parts`() throws {
        let database = try TeamDatabase()
        let (server, device) = (try database.connect(.administrator), Device.ID())
        try server.createTables()
        try server.register(device, named: "x")
        let changes = (0..<30).map { Self.large("\($0)") }
        let batch = try SharedBatch(of: device, changes, after: DeviceHead())
        #expect(try server.push(batch) == .stored(refused: []))
        let first = try server.changes([device: 1...batch.last])
        #expect(first.changes.count < 30 && first.through == [device: Int64(first.changes.count)], "\(first.through)")
        #expect(try Self.all(server, device, batch.last).compactMap(\.change) == changes)
    }

    // MARK: The doorbell

    @Test(arguments: [false, true])
    func `wakes whoever waits when another device has written`(isAnnouncement: Bool) throws {
        let database = try TeamDatabase()
        try database.connect(.administrator).createTables()
        let (waiter, other, device) = (try database.connect(.anna), try database.connect(.ben), Device.ID())
        try other.register(device, named: "x")
        // A device that the waiter has not seen is a change that nobody announces; it returns at once.
        #expect(waiter.waitForChanges(for: .seconds(86_400)))
        let group = DispatchGroup()
        DispatchQueue(label: "standup.tests.bell").async(group: group) {
            #expect(waiter.waitForChanges(for: .seconds(86_400)))
        }
        if isAnnouncement {
            let running = RunningStandup(
                standup: Standup.ID(rawValue: "s"), meeting: "m", member: database.user(.ben),
                deviceName: "x", startedAt: Timestamp(nanosecondsSince1970: 1))
            try other.announce(running, isOver: false)
        } else {
            _ = try other.push(SharedBatch(of: device, [SharedSamples.standup("s")], after: DeviceHead()))
        }
        group.wait()
    }

    @Test func `does not wake again for what was seen`() throws {
        let database = try TeamDatabase()
        let (server, device) = (try database.connect(.administrator), Device.ID())
        try server.createTables()
        try server.register(device, named: "x")
        _ = try server.push(SharedBatch(of: device, [SharedSamples.standup("s")], after: DeviceHead()))
        for _ in 0..<3 {
            // As a program that opens a connection for each look.
            _ = try server.heads()
            let start = ContinuousClock.now
            #expect(server.waitForChanges(for: .milliseconds(100)))
            // It may come later, never earlier.
            #expect(ContinuousClock.now - start >= .milliseconds(100))
            server.close()
        }
    }

    @Test func `cannot tell behind a pooler, and waits until the time has passed`() throws {
        let database = try TeamDatabase(isPooled: true)
        let server = try database.connect(.administrator)
        try server.createTables()
        #expect(!server.waitForChanges(for: .milliseconds(1)))
        #expect(try server.identity().member == "postgres")
    }

    @Test func `that cannot be reached cannot tell either`() throws {
        let server = PostgreSQLTeamServer(at: try PostgreSQLAddress("host=/nowhere dbname=team"))
        #expect(!server.waitForChanges(for: .milliseconds(1)))
    }
}
