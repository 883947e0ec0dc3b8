import Glibc
import Testing
import TestSupport

@testable import MeetingHistory
@testable import Team

/// What the tests of this target share.
enum Support {
    /// A server with PgBouncer, TCP and TLS; it ends with the tests.
    ///
    /// No test kills or changes it.
    static let server = Swift.Result { try PostgreSQLServer("--tcp", "--pgbouncer") }

    /// A connection as the superuser, or another user.
    static func connection(
        to server: PostgreSQLServer? = nil, user: String = "postgres", database: String = "postgres",
        isPooled: Bool = false, statement: Duration = .seconds(60)
    ) throws -> PostgreSQLConnection {
        let server = try server ?? Self.server.get()
        let address = try PostgreSQLAddress(server.address(user: user, database: database, isPooled: isPooled))
        return try PostgreSQLConnection(to: address, PostgreSQLTimeLimits(statement: statement))
    }

    /// A name for a database or a user that no other test has.
    static func name(_ prefix: String) -> String { "\(prefix)_\(UInt32.random(in: .min ... .max))" }
}

extension PostgreSQLConnection {
    /// Runs statements one after the other, outside a transaction.
    func perform(_ statements: String...) throws {
        for statement in statements { try runSeveral(statement) }
    }

    /// The first value of a statement's first row.
    func value(_ statement: String, _ parameters: PostgreSQLValue...) throws -> PostgreSQLValue? {
        try rows(statement, parameters).first?.values.first
    }
}

/// The error that a call throws; a failure if it throws none.
func error<Failure: Error>(
    of body: () throws(Failure) -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) -> Failure? {
    do throws(Failure) {
        _ = try body()
        Issue.record("no error was thrown", sourceLocation: sourceLocation)
        return nil
    } catch { return error }
}
