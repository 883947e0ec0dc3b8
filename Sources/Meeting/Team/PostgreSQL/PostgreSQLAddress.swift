internal import CPostgreSQL
internal import Glibc
package import MeetingHistory
internal import MeetingModel

/// Where a PostgreSQL server is: a URL, a service, or what psql's environment variables say.
///
/// It never holds a password: libpq reads it from `~/.pgpass`, `PGPASSFILE`, `PGPASSWORD` or the service's file.
package struct PostgreSQLAddress: Hashable, Sendable {
    /// The server in messages: its host, port and database.
    package let server: String
    /// The parameters for libpq; what they leave out comes from the service and the environment.
    let parameters: [Parameter]
    /// Whether a port of this machine is connected to without a verified certificate.
    let isUnverified: Bool
    /// The `sslmode` that counts.
    let mode: String
    /// The `require_auth` that the user has chosen; empty if none.
    let effectiveMethods: String

    struct Parameter: Hashable, Sendable {
        var keyword: String
        var value: String
    }

    /// Reads an address, without using the network.
    ///
    /// A server on another machine is connected to with TLS, and its certificate must be its own (`sslmode=verify-full`) and
    /// signed by an authority of this system, or by those in `sslrootcert` or psql's `~/.postgresql/root.crt`.
    ///
    /// - Parameter text: `postgres://USER@HOST:PORT/DATABASE`, with libpq's parameters; libpq's `KEYWORD=VALUE …`; the name of
    ///   a service; or nothing for the environment alone.
    /// - Throws: `TeamError.address` if the text or the environment cannot be used; `TeamError.noLibrary` without libpq.
    package init(_ text: String) throws(TeamError) {
        guard PQlibVersion() > 0 else { throw PostgreSQLError.noLibrary.teamError(of: "") }
        var parameters = try Self.parse(text)
        for secret in ["password", "sslpassword"] where parameters.contains(where: { $0.keyword == secret }) {
            throw .address("the address of a team's server must not contain a password; write it to ~/.pgpass")
        }
        let effective = try Self.effective(parameters)
        try Self.checkPasswordFile(effective)
        let hosts = Self.hosts(in: effective)
        server = Self.name(of: hosts.first ?? "", effective)
        if !hosts.allSatisfy(Self.isLocal) {
            parameters += try Self.security(parameters, effective, of: server)
        }
        mode = effective["sslmode"] ?? ""
        effectiveMethods = effective["require_auth"] ?? ""
        isUnverified = mode != "verify-full" && hosts.contains { Self.isLocal($0) && !Self.isSocket($0) }
        self.parameters = parameters.filter { !Self.own.map(\.keyword).contains($0.keyword) } + Self.own
    }

    /// What standup decides, whatever the address says.
    private static let own = [
        Parameter(keyword: "application_name", value: "standup"),
        Parameter(keyword: "client_encoding", value: "UTF8"),
        // GSSAPI may encrypt instead of TLS, and first waits for a Kerberos server.
        Parameter(keyword: "gssencmode", value: "disable"),
        // A peer that has gone is noticed after a minute.
        Parameter(keyword: "keepalives", value: "1"),
        Parameter(keyword: "keepalives_idle", value: "30"),
        Parameter(keyword: "keepalives_interval", value: "10"),
        Parameter(keyword: "keepalives_count", value: "3"),
        Parameter(keyword: "tcp_user_timeout", value: "60000"),
    ]

    // MARK: Reading

    private static func parse(_ text: String) throws(TeamError) -> [Parameter] {
        // libpq's reason would repeat the address, and with it a password.
        let problem = TeamError.address(
            "the address of the team's server cannot be read; write postgres://USER@HOST/DATABASE or the name of a service"
        )
        guard !text.utf8.contains(0) else { throw problem }
        guard text.contains("://") || text.contains("=") else {
            guard text.utf8.allSatisfy({ $0 >= 0x80 || isalnum(CInt($0)) != 0 || "._- ".utf8.contains($0) }) else {
                throw problem
            }
            return text.isEmpty ? [] : [Parameter(keyword: "service", value: text)]
        }
        var reason: UnsafeMutablePointer<CChar>?
        defer { PQfreemem(reason) }
        guard !text.contains("#"), let options = PQconninfoParse(text, &reason) else { throw problem }
        defer { PQconninfoFree(options) }
        let parameters = read(options)
        // In a wrong place, a password would be a port, and said in an error.
        let ports = parameters.filter { $0.keyword == "port" }.flatMap(\.value.utf8)
        guard ports.allSatisfy({ $0 == UInt8(ascii: ",") || isdigit(CInt($0)) != 0 }) else { throw problem }
        return parameters
    }

    /// The options that have a value.
    private static func read(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [Parameter] {
        var parameters: [Parameter] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                parameters.append(Parameter(keyword: String(cString: keyword), value: String(cString: value)))
            }
            option += 1
        }
        return parameters
    }

    /// All parameters, with those from the service, the environment and libpq's defaults.
    private static func effective(_ parameters: [Parameter]) throws(TeamError) -> [String: String] {
        // libpq tells them only for an attempt to connect; one with an impossible value ends before the network is used. With a
        // password, libpq looks for none in a file.
        let impossible = Parameter(keyword: "channel_binding", value: "standup")
        let anyPassword = Parameter(keyword: "password", value: "none")
        let others = parameters.filter { $0.keyword != impossible.keyword }
        let attempt = withParameters(others + [impossible, anyPassword]) {
            PQconnectStartParams($0, $1, 0)
        }
        guard let attempt else { throw PostgreSQLError.noLibrary.teamError(of: "") }
        defer { PQfinish(attempt) }
        guard let options = PQconninfo(attempt) else { throw PostgreSQLError.noLibrary.teamError(of: "") }
        defer { PQconninfoFree(options) }
        let effective = Dictionary(read(options).map { ($0.keyword, $0.value) }) { $1 }
        guard effective[impossible.keyword] == impossible.value else {
            // The service is unknown, or its file cannot be read.
            let reason = PQerrorMessage(attempt).map { String(cString: $0) } ?? ""
            let line = reason.split(separator: "\n").first.map(String.init) ?? "the environment cannot be used"
            throw .address("the address of the team's server cannot be used: \(DisplayText(line).description)")
        }
        return effective
    }

    /// Refuses a file of passwords that others may read: libpq would print a warning, and ignore the file.
    private static func checkPasswordFile(_ effective: [String: String]) throws(TeamError) {
        guard getenv("PGPASSWORD") == nil else { return }
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        let path = effective["passfile"].flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.pgpass"
        guard let status = FileStatus(path), status.isFile, status.isOpenToOthers else { return }
        let name = DisplayText(path).description
        throw .address("others may read the passwords in \(name); take that right from them with: chmod 600 \(name)")
    }

    /// Calls with libpq's two lists of parameters.
    static func withParameters<Result>(
        _ parameters: [Parameter],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let keywords = parameters.map { strdup($0.keyword) }
        let values = parameters.map { strdup($0.value) }
        defer { for pointer in keywords + values { free(pointer) } }
        let lists = [keywords, values].map { $0.map { $0.map { UnsafePointer<CChar>($0) } } + [nil] }
        return lists[0].withUnsafeBufferPointer { keywords in
            lists[1].withUnsafeBufferPointer { values in
                // Neither is empty: a null ends each.
                body(keywords.baseAddress!, values.baseAddress!)
            }
        }
    }

    // MARK: Safety

    /// The hosts that libpq tries; a numeric address comes before a name.
    private static func hosts(in effective: [String: String]) -> [String] {
        func list(_ keyword: String) -> [String] {
            guard let text = effective[keyword], !text.isEmpty else { return [] }
            return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (names, addresses) = (list("host"), list("hostaddr"))
        return (0..<max(names.count, addresses.count, 1)).map { index in
            let address = index < addresses.count ? addresses[index] : ""
            return address.isEmpty ? index < names.count ? names[index] : "" : address
        }
    }

    /// Whether a host is this machine: a Unix socket, or a loopback address.
    private static func isLocal(_ host: String) -> Bool {
        if isSocket(host) || host == "localhost" { return true }
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        guard inet_pton(AF_INET6, host, &six) == 1 else { return false }
        return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }

    private static func isSocket(_ host: String) -> Bool {
        host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@")
    }

    private static func name(of host: String, _ effective: [String: String]) -> String {
        let first = { (keyword: String) in effective[keyword]?.split(separator: ",").first.map(String.init) ?? "" }
        let port = first("port")
        let shown = isSocket(host) ? "localhost" : host.contains(":") ? "[\(host)]" : host
        let database = effective["dbname"] ?? ""
        return DisplayText(shown + (port.isEmpty || port == "5432" ? "" : ":" + port) + "/" + database).description
    }

    /// The parameters that keep a connection to another machine safe, unless the user's are.
    private static func security(
        _ parameters: [Parameter], _ effective: [String: String], of server: String
    ) throws(TeamError) -> [Parameter] {
        let mode = effective["sslmode"] ?? ""
        let isChosen = parameters.contains { $0.keyword == "sslmode" } || getenv("PGSSLMODE") != nil
        // `prefer` is libpq's default.
        guard mode == "verify-full" || mode == "prefer" && !isChosen else {
            throw .unsafe(
                server: server, reason: "sslmode=\(mode) does not verify the server, sslmode=verify-full does")
        }
        let safe = [Parameter(keyword: "sslmode", value: "verify-full")]
        guard effective["sslrootcert"] ?? "" == "", !hasOwnAuthorities else { return safe }
        return safe + [Parameter(keyword: "sslrootcert", value: try systemAuthorities(for: server))]
    }

    /// Whether the user has a file of authorities for psql.
    private static var hasOwnAuthorities: Bool {
        // libpq takes the home folder from the environment since version 15, before that from the user's entry.
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        return !home.isEmpty && access(home + "/.postgresql/root.crt", R_OK) == 0
    }

    private static func systemAuthorities(for server: String) throws(TeamError) -> String {
        if PQlibVersion() >= 160_000 { return "system" }
        let bundles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
        guard let bundle = bundles.first(where: { access($0, R_OK) == 0 }) else {
            throw .unsafe(server: server, reason: "this system has no list of certificate authorities")
        }
        return bundle
    }
}
