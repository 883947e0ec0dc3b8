import Testing

@testable import Team

@Suite(.timeLimit(.minutes(10)))
struct `A statement` {
    private static let texts = [
        "", "plain", "'; DROP TABLE x; --", #"a\b"c"d$1"#, "zwei\nZeilen\ttab\r", "회의 👩‍👩‍👧 e\u{301}", "{1,NULL}", "NULL",
        "\u{1}\u{7f}\u{fffd}\u{10ffff}",
    ]

    @Test(arguments: [false, true])
    func `gets back what it was given`(isPooled: Bool) throws {
        let connection = try Support.connection(isPooled: isPooled)
        let values: [PostgreSQLValue] =
            Self.texts.map { .text($0) } + [.null, .integer(.min), .integer(.max), .integer(-1), .integer(0)]
            + [.bytes([]), .bytes([0, 1, 0, 255]), .integers([]), .integers([.min, 0, 7, .max])]
        let list = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        #expect(try connection.rows("SELECT \(list)", values).first?.values == values)
    }

    @Test func `takes lists of texts apart into rows`() throws {
        let connection = try Support.connection()
        let texts = Self.texts.map { Optional($0) } + [nil, "last"]
        let rows = try connection.rows("SELECT * FROM unnest($1)", [.texts(texts)])
        #expect(rows.map { $0.text(0) } == texts)
        #expect(try connection.rows("SELECT * FROM unnest($1)", [.texts([])]).isEmpty)
        #expect(try connection.value("SELECT cardinality($1)", .integers([1, 2, 3])) == 3)
    }

    @Test func `reads numbers and truth values of all sizes`() throws {
        let connection = try Support.connection()
        let row = try connection.rows("SELECT -2::smallint, -3::integer, true, false, 'name'::name").first
        #expect(row?.values == [-2, -3, 1, 0, "name"])
    }

    @Test func `with a NUL in a text is refused, and cuts nothing off`() throws {
        let connection = try Support.connection()
        for value: PostgreSQLValue in [.text("a\0b"), .texts(["a\0b"])] {
            let problem = error { () throws(PostgreSQLError) in try connection.rows("SELECT $1", [value]) }
            guard case .refused("22021", _) = problem else {
                Issue.record("\(String(describing: problem))")
                continue
            }
        }
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test func `with a result of another type is refused, and the connection goes on`() throws {
        let connection = try Support.connection()
        let problem = error { () throws(PostgreSQLError) in try connection.rows("SELECT 1.5::float8") }
        #expect(problem == .refused(state: "42804", message: "a result of the type 701"))
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test(arguments: [false, true])
    func `passes on many rows one by one`(isPooled: Bool) throws {
        let connection = try Support.connection(isPooled: isPooled)
        var (count, sum): (Int64, Int64) = (0, 0)
        try connection.run("SELECT n, repeat('x', 100) FROM generate_series(1, $1) AS n", [200_000]) { row in
            count += 1
            sum += row.integer(0) ?? 0
        }
        #expect(count == 200_000)
        #expect(sum == 200_000 * 200_001 / 2)
    }

    @Test func `sends more than the socket takes at once`() throws {
        let connection = try Support.connection()
        let texts = (0..<2000).map { Optional(String(repeating: "\($0 % 10)", count: 10_000)) }
        #expect(
            try connection.value("SELECT sum(length(t)) :: bigint FROM unnest($1) AS t", .texts(texts)) == 20_000_000)
    }

    @Test(arguments: [false, true])
    func `in a transaction that fails has no effect`(isPooled: Bool) throws {
        let connection = try Support.connection(isPooled: isPooled)
        let table = Support.name("kept")
        try connection.perform("CREATE TABLE \(table) (n bigint)")
        let problem = error { () throws(PostgreSQLError) in
            try connection.transaction { (connection: PostgreSQLConnection) throws(PostgreSQLError) in
                try connection.run("INSERT INTO \(table) VALUES ($1)", [1])
                try connection.run("SELECT 1 / $1", [0])
            }
        }
        #expect(problem == .refused(state: "22012", message: "division by zero"))
        #expect(connection.isUsable)
        #expect(try connection.value("SELECT count(*) FROM \(table)") == 0)
        try connection.transaction { (connection: PostgreSQLConnection) throws(PostgreSQLError) in
            try connection.run("INSERT INTO \(table) VALUES ($1)", [1])
        }
        #expect(try connection.value("SELECT count(*) FROM \(table)") == 1)
        try connection.perform("DROP TABLE \(table)")
    }

    @Test func `leaves no settings behind in a connection that a pooler gives to others`() throws {
        let connection = try Support.connection(isPooled: true)
        let settings = "SELECT current_setting('statement_timeout') || current_setting('application_name')"
        let inside = try connection.transaction { (connection) throws(PostgreSQLError) in
            try connection.rows(settings).first?.text(0)
        }
        #expect(inside == "1minstandup")
        #expect(try connection.value(settings) == "0standup")
    }

    @Test func `runs directly or through a pooler, and the connection says which`() throws {
        #expect(try Support.connection().isDirect())
        #expect(try !Support.connection(isPooled: true).isDirect())
    }
}
