/// Which requests the server looks at, before it knows who sends them.
package struct RequestRules: Hashable, Sendable {
    /// The origins under which browsers reach the server, the main one first.
    package let origins: [WebOrigin]
    /// The addresses of the proxies that requests come from; empty without a proxy.
    package let proxies: Set<IPAddress>

    package init(origins: [WebOrigin], proxies: Set<IPAddress> = []) {
        self.origins = origins
        self.proxies = proxies
    }

    /// A request that follows the rules.
    package struct Accepted: Hashable, Sendable {
        /// The origin that it was sent to.
        package let origin: WebOrigin
        /// The path with the query, in origin form.
        package let target: String
        /// The address that the request comes from; nil if it is unknown.
        package let client: IPAddress?
        /// Whether a page of this server sent it: its `Origin` is this server's.
        package let isFromOwnPage: Bool
        /// Whether the browser itself says that a page of this server sent it.
        package let isSameOriginByBrowser: Bool
    }

    /// The longest target in bytes.
    package static let longestTarget = 2048
    /// The largest body in bytes.
    package static let largestBody = 64 << 10

    package func check(_ head: RequestHead, from peer: IPAddress?) throws(Refusal) -> Accepted {
        let isFromProxy = peer.map(proxies.contains) ?? false
        guard proxies.isEmpty || isFromProxy else { throw Refusal(403, "this server is reached through its proxy") }
        let hosts = head.values("host")
        guard hosts.count == 1 else { throw Refusal(400, "a request has one Host header") }
        let forwardedHosts = isFromProxy ? head.values("x-forwarded-host") : []
        guard forwardedHosts.count <= 1 else { throw Refusal(400, "a request has one X-Forwarded-Host header") }
        let origin = try origin(ofHost: forwardedHosts.first ?? hosts[0])
        if isFromProxy, let scheme = head.values("x-forwarded-proto").last,
            scheme.lowercased() != (origin.isSecure ? "https" : "http")
        {
            throw Refusal(421, "this server is reached by \(origin)")
        }
        let target = try target(head, sentTo: origin)
        try checkLength(head)
        let isFromOwnPage = try checkOrigin(head, sentTo: origin)
        let site = head.values("sec-fetch-site")
        try checkSite(head, site)
        if !head.isSafe, !isFromOwnPage { throw Refusal(403, "a change needs an Origin header") }
        return Accepted(
            origin: origin, target: target, client: client(head, peer: peer, isFromProxy: isFromProxy),
            isFromOwnPage: isFromOwnPage, isSameOriginByBrowser: site == ["same-origin"])
    }

    private func origin(ofHost host: String) throws(Refusal) -> WebOrigin {
        let host = host.lowercased()
        guard let origin = origins.first(where: { $0.authority == host }) else {
            throw Refusal(421, "this server has another address")
        }
        return origin
    }

    /// The target in origin form.
    private func target(_ head: RequestHead, sentTo origin: WebOrigin) throws(Refusal) -> String {
        guard ["GET", "HEAD", "POST"].contains(head.method) else {
            throw .method(allowed: ["GET", "HEAD", "POST"])
        }
        guard head.target.utf8.count <= Self.longestTarget else { throw Refusal(414, "the address is too long") }
        var target = Substring(head.target)
        if !target.hasPrefix("/") {
            let prefix = origin.description
            guard target.hasPrefix(prefix), target.dropFirst(prefix.count).first == "/" else {
                throw Refusal(target.contains("://") ? 421 : 400, "the target is no path of this server")
            }
            target = target.dropFirst(prefix.count)
        }
        guard !target.hasPrefix("//"), target.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw Refusal(400, "the target is no path of this server") }
        return String(target)
    }

    private func checkLength(_ head: RequestHead) throws(Refusal) {
        let lengths = head.values("content-length")
        let encodings = head.values("transfer-encoding")
        guard lengths.count <= 1, encodings.isEmpty || lengths.isEmpty, encodings.count <= 1,
            encodings.allSatisfy({ $0.lowercased() == "chunked" })
        else { throw Refusal(400, "the length of the body is unclear") }
        guard let length = lengths.first else { return }
        guard !length.isEmpty, length.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw Refusal(400, "Content-Length must be a number")
        }
        guard let bytes = Int(length), bytes <= Self.largestBody else { throw Refusal(413, "the body is too large") }
    }

    /// Whether the request has this server's `Origin`; refuses every other.
    private func checkOrigin(_ head: RequestHead, sentTo origin: WebOrigin) throws(Refusal) -> Bool {
        let values = head.values("origin")
        guard let value = values.first else { return false }
        guard values.count == 1, value == origin.description else { throw Refusal(403, "the page is another server's") }
        return true
    }

    /// Refuses what pages of other servers load or send; following a link is fine.
    private func checkSite(_ head: RequestHead, _ site: [String]) throws(Refusal) {
        guard let value = site.first else { return }
        if site.count == 1 {
            if value == "same-origin" { return }
            let isNavigation =
                head.values("sec-fetch-mode") == ["navigate"]
                && head.values("sec-fetch-dest") == ["document"]
            if head.isSafe, value == "none" || isNavigation { return }
        }
        throw Refusal(403, "the page is another server's")
    }

    /// The address of the browser: the proxies' own statement counts, and what the proxies in front of it did not add does
    /// not.
    private func client(_ head: RequestHead, peer: IPAddress?, isFromProxy: Bool) -> IPAddress? {
        guard isFromProxy else { return peer }
        let forwarded = head.values("x-forwarded-for").flatMap { $0.split(separator: ",") }
        for text in forwarded.reversed() {
            guard let address = IPAddress(text.withoutOptionalWhitespace) else { return peer }
            if !proxies.contains(address) { return address }
        }
        return peer
    }
}
