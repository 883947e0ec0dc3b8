import CCurl

/// URLs, parsed by libcurl, which also connects to them.
package enum HTTPAddress {
    /// Resolves a reference against a base address; nil unless the result is http or https.
    package static func resolve(_ reference: String, against base: String) -> String? {
        guard let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, base, 0) == CURLUE_OK,
            curl_url_set(url, CURLUPART_URL, reference, 0) == CURLUE_OK,
            curl_url_set(url, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK,
            let scheme = part(CURLUPART_SCHEME, of: url), ["http", "https"].contains(scheme)
        else { return nil }
        return part(CURLUPART_URL, of: url)
    }

    /// The host of an address, safe to display: an address may contain a password.
    package static func host(of address: String) -> String? {
        guard let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, address, 0) == CURLUE_OK else { return nil }
        return part(CURLUPART_HOST, of: url)
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard standup_curl_url_get(url, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
