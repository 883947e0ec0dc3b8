import Dispatch
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import Team

/// A wait must not hold up others.
@Suite(.timeLimit(.minutes(10)))
struct `Waiting for a team's server` {
    @Test(arguments: [false, true])
    func `ends when another thread closes the connection, or asks something`(isClosing: Bool) throws {
        let database = try TeamDatabase()
        let server = try database.connect(.administrator)
        try server.createTables()
        _ = try server.heads()
        let group = DispatchGroup()
        DispatchQueue(label: "standup.tests.waiting").async(group: group) {
            _ = server.waitForChanges(for: .seconds(86_400))
        }
        let observer = try Support.connection(to: database.server)
        try eventually("it waits") {
            try observer.value(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = '\(database.name)' AND state = 'idle' AND query LIKE 'SELECT id, sequence%'
                """) == 1
        }
        if isClosing { server.close() } else { #expect(try server.heads().isEmpty) }
        group.wait()
    }
}
