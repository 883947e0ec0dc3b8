/// How to connect so that a password goes to nobody who only listens on a port of this machine.
extension PostgreSQLAddress {
    struct Attempt: Hashable {
        var parameters: [Parameter]
        /// Whether the user's password is kept back, and something else is sent if the server asks for one.
        var withholdsPassword = false
    }

    /// The methods by which a password or what stands for it reaches a server that does not know it.
    static let unsafeMethods = "!password,!md5"

    /// The ways to connect in the order to try them, for a version of libpq.
    ///
    /// Only a certificate says who listens on a loopback port: any user, or nobody while a tunnel is down. Since libpq 16 a
    /// client can refuse to send a password in clear or as MD5. An older one refuses it only with channel binding, which
    /// needs TLS and SCRAM; without these it connects only if the server asks for no password.
    func attempts(libpq version: CInt) -> [Attempt] {
        guard isUnverified else { return [Attempt(parameters: parameters)] }
        guard version < 160_000 else {
            let choice = effectiveMethods.isEmpty ? Self.unsafeMethods : effectiveMethods
            return [Attempt(parameters: parameters + [Parameter(keyword: "require_auth", value: choice)])]
        }
        let withheld = Attempt(
            parameters: parameters + [Parameter(keyword: "password", value: "withheld")], withholdsPassword: true)
        guard mode != "disable" else { return [withheld] }
        let bound = [
            Parameter(keyword: "sslmode", value: mode == "verify-ca" ? mode : "require"),
            Parameter(keyword: "channel_binding", value: "require"),
        ]
        let others = parameters.filter { own in !bound.contains { $0.keyword == own.keyword } }
        return [Attempt(parameters: others + bound), withheld]
    }
}
