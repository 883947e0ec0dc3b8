import CCurl

/// What a server with OpenAI's API is used for.
package struct ServerService: Hashable, Sendable {
    /// The server in errors, such as `a speech server`.
    package let server: String
    /// The path of its endpoint below the base URL, such as `/audio/transcriptions`.
    let endpoint: String
    /// The data it gets, such as `sound`.
    package let data: String
    /// The environment variable with its key.
    package let keyVariable: String

    package init(server: String, endpoint: String, data: String, keyVariable: String) {
        self.server = server
        self.endpoint = endpoint
        self.data = data
        self.keyVariable = keyVariable
    }
}

/// The base URL of a server with OpenAI's API, such as `https://api.openai.com/v1`.
///
/// libcurl parses it and connects to it, so the checked address is the one connected to.
package struct ServerAddress: Hashable, Sendable {
    /// The base URL without a final slash, for display and storage.
    package let text: String
    /// The host name or number, in lower case.
    package let host: String
    /// Whether the connection is unencrypted.
    package let isPlain: Bool
    package let endpoint: String

    /// Parses a base URL; also accepts the full URL of the endpoint.
    ///
    /// `plainHosts` are the hosts, besides this machine, to which data may be sent unencrypted.
    package init(
        _ address: String, service: ServerService, plainHosts: Set<String> = []
    ) throws(ServerAddressError) {
        do throws(ServerAddressError.Reason) {
            try self.init(checking: address, endpoint: service.endpoint, plainHosts)
        } catch {
            throw ServerAddressError(error, service)
        }
    }

    private init(
        checking address: String, endpoint: String, _ plainHosts: Set<String>
    ) throws(ServerAddressError.Reason) {
        guard let url = curl_url() else { throw .notAnAddress(Self.withoutSecrets(address)) }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, address, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: url),
            let host = Self.part(CURLUPART_HOST, of: url)?.lowercased()
        else { throw .notAnAddress(Self.withoutSecrets(address)) }
        guard Self.part(CURLUPART_USER, of: url) == nil, Self.part(CURLUPART_PASSWORD, of: url) == nil else {
            throw .holdsSecret(host: host)
        }
        guard scheme == "http" || scheme == "https" else { throw .scheme(scheme, host: host) }
        guard Self.part(CURLUPART_QUERY, of: url) == nil, Self.part(CURLUPART_FRAGMENT, of: url) == nil else {
            throw .notABase(host: host)
        }
        isPlain = scheme == "http"
        self.host = host
        guard !isPlain || Self.isLoopback(host) || plainHosts.contains(host) else { throw .plain(host: host) }
        var path = (Self.part(CURLUPART_PATH, of: url) ?? "")[...]
        while path.hasSuffix("/") { path.removeLast() }
        if path.hasSuffix(endpoint) { path.removeLast(endpoint.count) }
        while path.hasSuffix("/") { path.removeLast() }
        guard curl_url_set(url, CURLUPART_PATH, path.isEmpty ? "/" : String(path), 0) == CURLUE_OK,
            var text = Self.part(CURLUPART_URL, of: url)
        else { throw .notAnAddress(Self.withoutSecrets(address)) }
        while text.hasSuffix("/") { text.removeLast() }
        self.text = text
        self.endpoint = text + endpoint
    }

    package var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether it is OpenAI's server, which rejects unknown fields.
    package var isOpenAI: Bool { host == "api.openai.com" }

    /// libcurl normalizes all forms of an IPv4 address, `127.1` or `0x7f000001`, and never looks up `localhost`.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard standup_curl_url_get(url, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// An invalid address for display, without a possible password.
    private static func withoutSecrets(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@") else { return address }
        return "…" + address[at...]
    }
}

extension ServerAddress: CustomStringConvertible {
    package var description: String { text }
}

/// An address that is rejected; `description` is one line with the problem and the remedy.
package struct ServerAddressError: Error, Hashable, Sendable {
    package enum Reason: Error, Hashable, Sendable {
        case notAnAddress(String)
        /// It has a query or a fragment.
        case notABase(host: String)
        /// It contains a user or a password.
        case holdsSecret(host: String)
        /// The scheme is neither http nor https.
        case scheme(String, host: String)
        /// The connection would be unencrypted.
        case plain(host: String)
    }

    package let reason: Reason
    package let service: ServerService

    init(_ reason: Reason, _ service: ServerService) {
        self.reason = reason
        self.service = service
    }
}

extension ServerAddressError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .notAnAddress(let text):
            "'\(text)' is not the address of \(service.server); write it like https://api.openai.com/v1"
        case .notABase(let host):
            "the address on \(host) contains a ? or #; leave that out"
        case .holdsSecret(let host):
            "the address on \(host) contains a user or password, which others on this machine can see; "
                + "set \(service.keyVariable) instead"
        case .scheme(let scheme, let host):
            "cannot reach \(host) by \(scheme); use https://"
        case .plain(let host):
            "\(service.data) would go unencrypted to \(host); use https, or allow it in the configuration: "
                + "allow-plain-http: \(host)"
        }
    }
}
