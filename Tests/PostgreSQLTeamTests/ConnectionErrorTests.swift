import Dispatch
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import MeetingHistory
@testable import Team

/// Every error is provoked on a real server.
@Suite(.timeLimit(.minutes(10)))
struct `A connection that fails says why` {
    private let server: PostgreSQLServer

    init() throws { server = try Support.server.get() }

    /// The error of an address, and its line.
    private func problem(_ address: String, _ limits: PostgreSQLTimeLimits = .init()) throws -> TeamError? {
        let address = try PostgreSQLAddress(address)
        return error { () throws(PostgreSQLError) in try PostgreSQLConnection(to: address, limits) }?
            .teamError(of: address.server)
    }

    @Test func `no server is there`() throws {
        let socket = try problem("host=/nowhere dbname=team")
        guard case .unreachable("localhost/team", let reason) = socket else {
            Issue.record("\(String(describing: socket))")
            return
        }
        #expect(reason == "No such file or directory")
        let port = try problem("host=127.0.0.1 port=1 dbname=team")
        #expect(port == .unreachable(server: "127.0.0.1:1/team", reason: "Connection refused"))
    }

    @Test func `the name of the server is unknown`() throws {
        let problem = try problem("postgres://nobody@no-such-host.invalid/team")
        guard case .unreachable("no-such-host.invalid/team", let reason) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(reason.hasPrefix("could not translate host name"), "\(reason)")
    }

    @Test func `the server accepts, and says nothing`() throws {
        let silent = try SilentServer()
        let problem = try problem(
            "host=127.0.0.1 port=\(silent.port) dbname=team", PostgreSQLTimeLimits(connection: .milliseconds(300)))
        #expect(problem == .slow(server: "127.0.0.1:\(silent.port)/team"))
    }

    @Test func `the database does not exist`() throws {
        let problem = try problem(server.address(database: "nothing"))
        guard case .noDatabase(_, let reason) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(reason == "database \"nothing\" does not exist")
    }

    @Test func `the password is wrong, or there is none`() throws {
        let user = Support.name("anna")
        try Support.connection().perform("CREATE ROLE \(user) LOGIN PASSWORD 'right'")
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        try write("*:*:*:\(user):wrong-secret\n", to: folder + "/pgpass")
        try mustSucceed(chmod(folder + "/pgpass", 0o600))
        let name = "127.0.0.1:\(server.port)/postgres"
        let address = server.tcpAddress(host: "127.0.0.1", user: user, "passfile=\(folder)/pgpass")
        let wrong = try #require(try problem(address))
        #expect(
            wrong == .login(server: name, reason: "password authentication failed for user \"\(user)\""))
        #expect(!"\(wrong)".contains("wrong-secret"))
        let missing = try problem(server.tcpAddress(host: "127.0.0.1", user: user, "passfile=/nowhere"))
        #expect(missing == .login(server: name, reason: "no password is known"))
        try write("*:*:*:\(user):right\n", to: folder + "/pgpass")
        _ = try PostgreSQLConnection(to: PostgreSQLAddress(address))
    }

    // MARK: TLS

    /// 0.0.0.0 reaches this machine too, and is no loopback address.
    private func remote(_ more: String = "") -> String {
        server.tcpAddress(host: "0.0.0.0", user: "postgres", "passfile=/nowhere " + more)
    }

    @Test func `the certificate of another machine is of no known authority`() throws {
        let problem = try problem(remote())
        guard case .unsafe("0.0.0.0:\(server.port)/postgres", let reason) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(reason.contains("certificate verify failed"), "\(reason)")
    }

    @Test func `the certificate is for another name`() throws {
        let problem = try problem(
            server.tcpAddress(
                host: "localhost", user: "postgres", "sslmode=verify-full sslrootcert=\(server.authority)"))
        guard case .unsafe(_, let reason) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(reason.contains("does not match host name \"localhost\""), "\(reason)")
    }

    @Test func `the server has no TLS`() throws {
        let plain = try SilentServer(answer: [UInt8(ascii: "N")])
        let problem = try problem("host=0.0.0.0 port=\(plain.port) dbname=team")
        guard case .unsafe(_, let reason) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(reason.contains("server does not support SSL"), "\(reason)")
    }

    @Test func `a right certificate is accepted, and the connection is encrypted`() throws {
        let user = Support.name("tls")
        try Support.connection().perform("CREATE ROLE \(user) LOGIN PASSWORD 'right'")
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        try write("*:*:*:*:right\n", to: folder + "/pgpass")
        try mustSucceed(chmod(folder + "/pgpass", 0o600))
        let address = server.tcpAddress(
            host: "0.0.0.0", user: user, "passfile=\(folder)/pgpass sslrootcert=\(server.authority)")
        let connection = try PostgreSQLConnection(to: PostgreSQLAddress(address))
        #expect(connection.isEncrypted)
        #expect(try connection.value("SELECT session_user") == .text(user))
    }

    // MARK: In the middle

    @Test(arguments: [false, true])
    func `a table is locked`(isPooled: Bool) throws {
        let table = Support.name("locked")
        let holder = try Support.connection()
        try holder.perform("CREATE TABLE \(table) (n bigint)", "BEGIN", "LOCK TABLE \(table)")
        let waiter = try Support.connection(isPooled: isPooled)
        waiter.limits.statement = .seconds(1)
        let problem = error { () throws(PostgreSQLError) in
            try waiter.transaction { (waiter) throws(PostgreSQLError) in try waiter.rows("SELECT n FROM \(table)") }
        }
        #expect(problem?.teamError(of: "x") == .slow(server: "x"))
        #expect(waiter.isUsable)
        try holder.perform("ROLLBACK", "DROP TABLE \(table)")
    }

    @Test func `the server stops to answer`() throws {
        let connection = try Support.connection()
        let process = try #require(try connection.rows("SELECT pg_backend_pid()").first?.integer(0))
        connection.limits.statement = .milliseconds(100)
        try mustSucceed(kill(pid_t(process), SIGSTOP))
        defer { _ = kill(pid_t(process), SIGCONT) }
        let problem = error { () throws(PostgreSQLError) in
            try connection.transaction { (connection) throws(PostgreSQLError) in try connection.rows("SELECT 1") }
        }
        #expect(problem == .slow)
        #expect(!connection.isUsable)
    }

    @Test func `an administrator ends the session`() throws {
        let connection = try Support.connection()
        let process = try #require(try connection.rows("SELECT pg_backend_pid()").first?.integer(0))
        let problem = error { () throws(PostgreSQLError) in
            try connection.transaction { (connection) throws(PostgreSQLError) in
                // It ends while this statement runs, by another session.
                try connection.run(
                    "SELECT pg_terminate_backend($1::integer), pg_sleep(300)", [.integer(process)])
            }
        }
        #expect(
            problem?.teamError(of: "x")
                == .unreachable(server: "x", reason: "terminating connection due to administrator command"))
        #expect(!connection.isUsable)
    }

    @Test func `the server is killed`() throws {
        let server = try PostgreSQLServer()
        let connection = try Support.connection(to: server)
        let problem = error { () throws(PostgreSQLError) in
            try connection.transaction { (connection) throws(PostgreSQLError) in
                server.kill()
                // The session's process ends when it notices, at the latest when it is to wait.
                try connection.run("SELECT pg_sleep(300)")
            }
        }
        guard case .unreachable = problem?.teamError(of: "x") else {
            Issue.record("\(String(describing: problem))")
            return
        }
        let down = try PostgreSQLAddress(server.address())
        #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(to: down) }
        server.start()
        #expect(try Support.connection(to: server).value("SELECT 1") == 1)
    }

    @Test func `the user may only read`() throws {
        let connection = try Support.connection()
        try connection.perform("SET default_transaction_read_only = on")
        let problem = error { () throws(PostgreSQLError) in
            try connection.transaction { (connection) throws(PostgreSQLError) in
                try connection.run("CREATE TABLE never (n bigint)")
            }
        }
        #expect(problem?.teamError(of: "x") == .readOnly(server: "x"))
    }

    @Test(.enabled(if: geteuid() == 0, "mounting a disk needs root"))
    func `the disk is full`() throws {
        let server = try PostgreSQLServer("--disk", "16M")
        let connection = try Support.connection(to: server)
        // The log of changes is on another disk: the server would stop if that were full.
        try connection.perform(
            "CREATE TABLESPACE small LOCATION '\(server.folder)/small/space'",
            "CREATE TABLE filled (text text) TABLESPACE small", "ALTER TABLE filled ALTER text SET STORAGE EXTERNAL")
        let fill = { () throws(PostgreSQLError) in
            try connection.transaction { (connection) throws(PostgreSQLError) in
                try connection.run("INSERT INTO filled SELECT repeat($1, 1000000) FROM generate_series(1, 100)", ["x"])
            }
        }
        #expect(error(of: fill)?.teamError(of: "x") == .full(server: "x"))
        #expect(try connection.value("SELECT count(*) FROM filled") == 0)
    }
}

/// A server on a port of 127.0.0.1 that accepts, sends an answer, and then says nothing.
private final class SilentServer: Sendable {
    let port: UInt16
    private let descriptor: CInt

    init(answer: [UInt8] = []) throws {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) | listen(descriptor, 4) | getsockname(descriptor, address, &size)
            }
        }
        try mustSucceed(code)
        port = UInt16(bigEndian: address.sin_port)
        self.descriptor = descriptor
        guard !answer.isEmpty else { return }
        DispatchQueue(label: "standup.tests.silent").async {
            let connection = accept(descriptor, nil, nil)
            var request: UInt64 = 0
            _ = recv(connection, &request, 8, 0)
            _ = send(connection, answer, answer.count, CInt(MSG_NOSIGNAL))
            // Until the client gives up.
            _ = recv(connection, &request, 1, 0)
            close(connection)
        }
    }

    deinit {
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
    }
}
