internal import MeetingHistory

/// Why a connection or a statement failed.
///
/// No case holds a password.
enum PostgreSQLError: Error, Hashable, Sendable {
    /// libpq is missing.
    case noLibrary
    /// The server cannot be reached, or the connection was cut.
    case unreachable(String)
    /// The server did not answer in time.
    case slow
    /// The server does not accept the user or the password.
    case login(String)
    /// The server asks for the password in a way in which whoever listens on a port of this machine would get it.
    case exposed
    /// There is no TLS, or the certificate is wrong.
    case unsafe(String)
    /// The server refused a statement, with this SQLSTATE.
    case refused(state: String, message: String)

    /// The error for the user of the team's server.
    func teamError(of server: String) -> TeamError {
        switch self {
        case .noLibrary: .noLibrary("libpq", package: "libpq5")
        case .unreachable(let reason): .unreachable(server: server, reason: reason)
        case .slow: .slow(server: server)
        case .login(let reason): .login(server: server, reason: reason)
        case .exposed: .exposed(server: server)
        case .unsafe(let reason): .unsafe(server: server, reason: reason)
        case .refused(let state, let message): Self.meaning(of: state, message, on: server)
        }
    }

    /// The meaning of an SQLSTATE: "PostgreSQL Error Codes" in its manual.
    private static func meaning(of state: String, _ message: String, on server: String) -> TeamError {
        switch state {
        // Disk full.
        case "53100": .full(server: server)
        case "3D000": .noDatabase(server: server, reason: message)
        // A read-only transaction: a standby, or default_transaction_read_only.
        case "25006": .readOnly(server: server)
        // Statement and lock timeouts.
        case "57014", "55P03": .slow(server: server)
        // Connection exceptions, too many connections, shutdown, crash, start, a database that is gone, an idle session.
        case "53300", "57P01", "57P02", "57P03", "57P04", "57P05", "25P03":
            .unreachable(server: server, reason: message)
        case _ where state.hasPrefix("08"): .unreachable(server: server, reason: message)
        case _ where state.hasPrefix("28"): .login(server: server, reason: message)
        default: .refused(server: server, reason: message)
        }
    }
}
