import CCurl

/// The base address of a speech server that speaks OpenAI's interface, such as `https://api.openai.com/v1`.
///
/// It is read by libcurl, which also connects to it: so what is checked here is what is connected to.
package struct ServerAddress: Hashable, Sendable {
    /// The base without a slash at its end, as it is shown and kept.
    package let text: String
    /// The host's name or number, in lower case.
    package let host: String
    /// Whether what is sent can be read on the way.
    package let isPlain: Bool

    /// Reads a base address; the whole address of the transcriptions is taken for its base.
    ///
    /// `plainHosts` are the hosts besides this machine to which sound may go unencrypted.
    package init(_ address: String, plainHosts: Set<String> = []) throws(ServerAddressError) {
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
        if path.hasSuffix(Self.endpoint) { path.removeLast(Self.endpoint.count) }
        while path.hasSuffix("/") { path.removeLast() }
        guard curl_url_set(url, CURLUPART_PATH, path.isEmpty ? "/" : String(path), 0) == CURLUE_OK,
            var text = Self.part(CURLUPART_URL, of: url)
        else { throw .notAnAddress(Self.withoutSecrets(address)) }
        while text.hasSuffix("/") { text.removeLast() }
        self.text = text
    }

    /// Where transcriptions are asked for.
    package var transcriptions: String { text + Self.endpoint }

    /// Whether the server runs on this machine, so that nothing leaves it.
    package var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether it is OpenAI's own, which refuses what it does not know.
    package var isOpenAI: Bool { host == "api.openai.com" }

    private static let endpoint = "/audio/transcriptions"

    /// libcurl writes every form of such a number, `127.1` or `0x7f000001`, as four parts, and never looks `localhost` up.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard standup_curl_url_get(url, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// What may be shown of something that is no address: a slip may hold a password.
    private static func withoutSecrets(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@") else { return address }
        return "…" + address[at...]
    }
}

extension ServerAddress: CustomStringConvertible {
    /// The base.
    package var description: String { text }
}

/// Why sound is not sent to an address; `description` is one line that says what, which and what to do.
package enum ServerAddressError: Error, Hashable, Sendable {
    /// It cannot be read.
    case notAnAddress(String)
    /// It has something behind the path.
    case notABase(host: String)
    /// It has a user or a password in it.
    case holdsSecret(host: String)
    /// It is neither http nor https.
    case scheme(String, host: String)
    /// What is sent could be read on the way.
    case plain(host: String)
}

extension ServerAddressError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        switch self {
        case .notAnAddress(let text):
            "not the address of a speech server, \(text), write it like https://api.openai.com/v1"
        case .notABase(let host):
            "not the base of a speech server, the address on \(host) has a ? or # in it, write it without"
        case .holdsSecret(let host):
            "a user or password in an address is seen by everybody on this machine, \(host), take it out and set "
                + "STANDUP_API_KEY instead"
        case .scheme(let scheme, let host):
            "speech servers are reached by https, not by \(scheme), on \(host), write https:// in front"
        case .plain(let host):
            "what is said would go unencrypted to \(host), use https, or allow it in the configuration: "
                + "allow-plain-http: \(host)"
        }
    }
}
