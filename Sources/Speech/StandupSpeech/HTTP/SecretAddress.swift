import CCurl

/// An address that is itself a secret, such as that of a webhook; never displayed. [any thread]
package struct SecretAddress: Sendable {
    /// Why an address is rejected, without the address.
    package enum Problem: Error, Hashable, Sendable {
        /// It is not a URL with http or https.
        case notAnAddress
        /// The connection would be unencrypted.
        case plain
    }

    /// The address, for requests only.
    package let secret: String

    /// Checks an address; `plainHosts` are the hosts, besides this machine, to which data may be sent unencrypted.
    package init(_ address: String, plainHosts: Set<String> = []) throws(Problem) {
        guard let url = curl_url() else { throw .notAnAddress }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, address, 0) == CURLUE_OK,
            let scheme = ServerAddress.part(CURLUPART_SCHEME, of: url), scheme == "http" || scheme == "https",
            let host = ServerAddress.part(CURLUPART_HOST, of: url)?.lowercased()
        else { throw .notAnAddress }
        guard scheme == "https" || ServerAddress.isLoopback(host) || plainHosts.contains(host) else { throw .plain }
        secret = address
    }

    /// Replaces the address, and its parts that are long enough to be secrets, in a text from the server.
    package func hidden(in text: String) -> String {
        let parts = [secret] + secret.split { "/?&=#@".contains($0) }.map(String.init)
        return parts.filter { $0.utf8.count >= 9 }.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, part in
            text.split(separator: part, omittingEmptySubsequences: false).joined(separator: "(address)")
        }
    }
}

extension SecretAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(address)" }
    package var debugDescription: String { description }
    /// Hides the address from `dump` and reflection.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
