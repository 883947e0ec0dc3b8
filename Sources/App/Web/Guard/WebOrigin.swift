/// An origin: a scheme, a host and a port, as in `https://standup.example.org`.
package struct WebOrigin: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Whether the scheme is https.
    package let isSecure: Bool
    /// The host in lower case: a name, or an address; IPv6 in brackets.
    package let host: String
    package let port: Int

    /// An origin of these parts; nil for a host that no URL has.
    package init?(isSecure: Bool, host: String, port: Int) {
        let host = host.lowercased()
        guard Self.isHost(host), (1...65535).contains(port) else { return nil }
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// Reads a URL that consists of an origin, with or without a slash at its end.
    package init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        let isSecure: Bool
        if rest.hasPrefix("https://") {
            (isSecure, rest) = (true, rest.dropFirst(8))
        } else if rest.hasPrefix("http://") {
            (isSecure, rest) = (false, rest.dropFirst(7))
        } else {
            return nil
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let authority = Authority(rest) else { return nil }
        self.init(isSecure: isSecure, host: authority.host, port: authority.port ?? (isSecure ? 443 : 80))
    }

    package var isLoopback: Bool {
        let address = IPAddress(host: host)
        return address?.isLoopback ?? (host == "localhost" || host.hasSuffix(".localhost"))
    }

    /// The host and the port, without the scheme's own: what a browser sends as `Host`.
    package var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

    /// The origin as a browser sends it as `Origin`.
    package var description: String { (isSecure ? "https://" : "http://") + authority }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let origin = WebOrigin(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an origin")
        }
        self = origin
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// A name of letters, digits, `-` and `.`, or an IPv6 address in brackets.
    static func isHost(_ host: String) -> Bool {
        guard (1...255).contains(host.utf8.count) else { return false }
        if host.hasPrefix("["), host.hasSuffix("]") {
            return IPAddress(host.dropFirst().dropLast()).map { $0.isVersion6 } ?? false
        }
        return host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        } && !host.hasPrefix(".")
    }
}

/// A host and perhaps a port, as in `127.0.0.1:7810`.
package struct Authority: Hashable, Sendable {
    /// The host; IPv6 in brackets.
    package let host: String
    package let port: Int?

    package init?(_ text: some StringProtocol) {
        var host = Substring(text)
        var port: Int?
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            let digits = host[host.index(after: colon)...]
            guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(digits), (1...65535).contains(number)
            else { return nil }
            port = number
            host = host[..<colon]
        }
        guard WebOrigin.isHost(host.lowercased()) else { return nil }
        self.host = host.lowercased()
        self.port = port
    }
}
