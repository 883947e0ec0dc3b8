/// What `standup serve` tells `standup-web`, as JSON in its only argument.
package struct WebServerSettings: Hashable, Sendable, Codable {
    package enum Certificate: Hashable, Sendable, Codable {
        /// Files in PEM.
        case files(certificate: String, key: String)
        /// One that the server makes at its first start, and keeps in the data folder.
        case own
    }

    /// The version of the program.
    package var version: String
    /// The absolute path of the data folder.
    package var data: String
    /// Whether the data folder may hold other files.
    package var isShared: Bool
    /// The address to listen on: a literal one, or a name.
    package var host: String
    package var port: Int
    /// The address that browsers use, if it is not the one listened on.
    package var url: WebOrigin?
    /// The certificate; nil without TLS.
    package var certificate: Certificate?
    /// The addresses of the proxies that requests come from; empty without a proxy.
    package var proxies: [String]
    /// Whether to make the points of a transcript that was corrected in a browser.
    package var makesMinutes: Bool

    package init(
        version: String, data: String, isShared: Bool = false, host: String = Self.defaultHost,
        port: Int = Self.defaultPort,
        url: WebOrigin? = nil, certificate: Certificate? = nil, proxies: [String] = [],
        makesMinutes: Bool = true
    ) {
        self.version = version
        self.data = data
        self.isShared = isShared
        self.host = host
        self.port = port
        self.url = url
        self.certificate = certificate
        self.proxies = proxies
        self.makesMinutes = makesMinutes
    }

    package static let defaultHost = "127.0.0.1"
    package static let defaultPort = 7810

    /// The address listened on; nil if it is a name.
    private var address: IPAddress? { IPAddress(host: host) }

    var listensOnAll: Bool { address?.isUnspecified ?? false }

    /// The origins under which browsers reach the server, the main one first.
    ///
    /// `addresses` are this machine's, for a server that listens on all of them. Those that other machines reach come
    /// first.
    package func origins(addresses: [IPAddress]) -> [WebOrigin] {
        var hosts: [String] = []
        if let address {
            if address.isUnspecified {
                // Listening on all IPv6 addresses also reaches those of IPv4.
                let reached = addresses.filter { address.isVersion6 || !$0.isVersion6 }
                hosts += (reached.filter { !$0.isLoopback } + reached.filter(\.isLoopback)).map(\.host)
            } else {
                hosts.append(address.host)
            }
            if address.isLoopback || address.isUnspecified { hosts.append("localhost") }
        } else {
            hosts.append(host)
        }
        let own = hosts.compactMap { WebOrigin(isSecure: certificate != nil, host: $0, port: port) }
        return (url.map { [$0] } ?? []) + own.filter { $0 != url }
    }

    /// The hosts that the server's own certificate has to name.
    ///
    /// The addresses of a server that listens on all of them change, and people have compared the fingerprint.
    package var certifiedHosts: [String] {
        (url.map { [$0.host] } ?? []) + (listensOnAll ? [] : [address?.host ?? host])
    }
}
