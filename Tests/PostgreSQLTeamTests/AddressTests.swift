import Glibc
import Testing
import TestSupport

@testable import MeetingHistory
@testable import Team

@Suite(.timeLimit(.minutes(10)))
struct `The address of a team's server` {
    private func problem(_ address: String) -> TeamError? {
        error { () throws(TeamError) in try PostgreSQLAddress(address) }
    }

    @Test(arguments: [
        ("postgres://anna@db.example/team", "db.example/team"),
        ("postgresql://db.example:6543/team?connect_timeout=3", "db.example:6543/team"),
        ("postgres://anna@[2001:db8::1]/team", "[2001:db8::1]/team"),
        ("host=/run/postgresql dbname=team user=anna", "localhost/team"),
        ("postgres://a.example,b.example/team", "a.example/team"),
        ("host=db.example hostaddr=192.0.2.1 dbname=team user=anna", "192.0.2.1/team"),
    ])
    func `names host, port and database`(address: String, name: String) throws {
        #expect(try PostgreSQLAddress(address).server == name)
    }

    @Test(arguments: [
        "postgres://anna:geheim@db.example/team", "postgres://db.example/team?password=geheim",
        "postgres://db.example/team?sslpassword=geheim", "host=db.example password=geheim",
        "postgres://anna:geheim@heim@db.example/team",
    ])
    func `with a password is refused without repeating it`(address: String) {
        let problem = problem(address)
        #expect(
            problem
                == .address("the address of a team's server must not contain a password; write it to ~/.pgpass"))
    }

    @Test(arguments: [
        "postgres://anna:geheim@[db.example/team", "postgres://%zzgeheim@db.example", "anna:geheim@db.example/team",
        "postgres://db.example/team?geheim", "geheim=1", "http://anna:geheim@db.example", "postgres://db\0geheim",
    ])
    func `that cannot be read is refused without repeating it`(address: String) {
        let problem = problem(address)
        guard case .address(let line) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(line.hasPrefix("the address of the team's server cannot be read"))
        #expect(!line.contains("geheim"))
    }

    @Test func `of an unknown service is refused with its name`() {
        let problem = problem("no-such-service")
        guard case .address(let line) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(line.contains("\"no-such-service\" not found"), "\(line)")
    }

    @Test(arguments: ["disable", "allow", "prefer", "require", "verify-ca"])
    func `of another machine must not weaken TLS`(mode: String) {
        for address in [
            "postgres://db.example/team?sslmode=\(mode)", "host=127.0.0.1,db.example sslmode=\(mode) dbname=team",
        ] {
            guard case .unsafe(_, let reason) = problem(address) else {
                Issue.record("sslmode=\(mode) is accepted")
                continue
            }
            #expect(reason == "sslmode=\(mode) does not verify the server, sslmode=verify-full does")
        }
    }

    @Test func `of another machine asks for a verified certificate`() throws {
        for address in [
            "postgres://db.example/team", "postgres://db.example/team?sslmode=verify-full", "host=1270.0.0.1",
        ] {
            let parameters = try PostgreSQLAddress(address).parameters
            #expect(parameters.last { $0.keyword == "sslmode" }?.value == "verify-full")
            #expect(parameters.contains { $0.keyword == "sslrootcert" && $0.value != "" })
        }
        let own = try PostgreSQLAddress("postgres://db.example/team?sslrootcert=/own.crt").parameters
        #expect(own.filter { $0.keyword == "sslrootcert" }.map(\.value) == ["/own.crt"])
    }

    @Test(arguments: ["localhost", "127.0.0.1", "127.1.2.3", "::1", "/run/postgresql", "@abstract"])
    func `of this machine needs no TLS`(host: String) throws {
        let parameters = try PostgreSQLAddress("host=\(host) dbname=team sslmode=disable").parameters
        #expect(parameters.filter { $0.keyword == "sslmode" }.map(\.value) == ["disable"])
        #expect(try !PostgreSQLAddress("host=\(host) dbname=team").parameters.contains { $0.keyword == "sslmode" })
    }

    @Test func `sets the application's name and the encoding, whatever it says`() throws {
        let address = "host=localhost application_name=psql client_encoding=LATIN1 gssencmode=require"
        let parameters = try PostgreSQLAddress(address).parameters
        #expect(parameters.filter { $0.keyword == "application_name" }.map(\.value) == ["standup"])
        #expect(parameters.filter { $0.keyword == "client_encoding" }.map(\.value) == ["UTF8"])
        #expect(parameters.filter { $0.keyword == "gssencmode" }.map(\.value) == ["disable"])
    }
}

/// As psql: through a process whose environment says it.
@Suite(.timeLimit(.minutes(10)))
struct `The environment` {
    private let program: Program
    private let server: PostgreSQLServer

    init() throws {
        program = try Program()
        server = try Support.server.get()
    }

    /// What the probe prints, line by line, and what it prints to standard error.
    private func probe(_ address: String = "", _ environment: [String: String]) throws -> [String] {
        let path = Program.path.dropLast("standup".count) + "team-server-probe"
        let result = try program.run(program: String(path), [address], environment: environment)
        #expect(result.errors == "")
        #expect(!result.output.contains("geheim"))
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func `says where the server is, as for psql`() throws {
        let variables = [
            "PGHOST": server.folder, "PGPORT": server.port, "PGUSER": "postgres", "PGDATABASE": "template1",
        ]
        let name = "localhost:\(server.port)/template1"
        #expect(try probe("", variables).last == "\(TeamError.noTeam(server: name))")
    }

    @Test func `names a service, whose file has the rest`() throws {
        let user = Support.name("service")
        try Support.connection().perform("CREATE ROLE \(user) LOGIN PASSWORD 'geheim'")
        let file = program.folder + "/services.conf"
        try write(
            "[team]\nhost=127.0.0.1\nport=\(server.port)\nuser=\(user)\ndbname=template1\npassword=geheim\n", to: file)
        let name = "127.0.0.1:\(server.port)/template1"
        let expected = [name, "\(TeamError.noTeam(server: name))"]
        #expect(try probe("team", ["PGSERVICEFILE": file]) == expected)
        #expect(try probe("", ["PGSERVICEFILE": file, "PGSERVICE": "team"]) == expected)
    }

    @Test func `has the password, in PGPASSWORD or a file`() throws {
        let user = Support.name("password")
        try Support.connection().perform("CREATE ROLE \(user) LOGIN PASSWORD 'geheim'")
        let address = "postgres://\(user)@127.0.0.1:\(server.port)/template1"
        let expected = "\(TeamError.noTeam(server: "127.0.0.1:\(server.port)/template1"))"
        #expect(try probe(address, ["PGPASSWORD": "geheim"]).last == expected)
        let wrong = try #require(try probe(address, ["PGPASSWORD": "geheimer"]).last)
        #expect(wrong.contains("refuses the login (password authentication failed for user \"\(user)\")"), "\(wrong)")
    }

    @Test func `is refused with a file of passwords that others may read`() throws {
        let file = program.folder + "/.pgpass"
        try write("*:*:*:*:geheim\n", to: file)
        try mustSucceed(chmod(file, 0o640))
        let line = "others may read the passwords in \(file); take that right from them with: chmod 600 \(file)"
        #expect(try probe("postgres://127.0.0.1:\(server.port)/template1", [:]) == [line])
    }

    @Test func `must not weaken TLS either`() throws {
        let lines = try probe("postgres://db.example/team", ["PGSSLMODE": "require"])
        let problem = TeamError.unsafe(
            server: "db.example/team", reason: "sslmode=require does not verify the server, sslmode=verify-full does")
        #expect(lines == ["\(problem)"])
    }

    @Test func `without libpq gets a line that names it`() throws {
        let libraries = program.folder + "/libraries"
        try mustSucceed(mkdir(libraries, 0o700))
        try write("", to: libraries + "/libpq.so.5")
        let lines = try probe("postgres://db.example/team", ["LD_LIBRARY_PATH": libraries])
        #expect(lines == ["libpq is missing: install the package libpq5"])
    }
}
