import Testing
import TestSupport

@testable import Team

/// The histories of a team meet on a real server as they do on the one in memory.
@Suite(.timeLimit(.minutes(10)))
struct `Histories that meet in PostgreSQL` {
    private static let members = (0..<5).map { "member\($0)" }
    /// A server on which the members of the model have logins; it ends with the tests.
    private static let server = Swift.Result {
        let server = try PostgreSQLServer("--pgbouncer")
        try PostgreSQLTeamServer(at: PostgreSQLAddress(server.address())).createTables()
        let connection = try Support.connection(to: server)
        for member in members { try connection.perform("CREATE ROLE \(member) LOGIN IN ROLE standup_member") }
        return server
    }

    @Test(arguments: 1...6)
    func `agree after partitions, crashes, restored and copied devices`(seed: UInt64) throws {
        let (server, database, folder) = (try Self.server.get(), Support.name("model"), try makeTemporaryFolder())
        defer { removeFolder(folder) }
        // The first member makes the tables.
        try Support.connection(to: server).perform("CREATE DATABASE \(database) OWNER \(Self.members[0])")
        let isPooled = seed.isMultiple(of: 2)
        let model = TeamModel(seed: seed, folder: folder) { member in
            let address = server.address(user: member, database: database, isPooled: isPooled)
            return PostgreSQLTeamServer(at: try PostgreSQLAddress(address))
        }
        try model.run(steps: 60)
    }
}
