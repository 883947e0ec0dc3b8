package struct RequestHead: Hashable, Sendable {
    package struct Header: Hashable, Sendable {
        /// The name, in any case.
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var method: String
    /// The target: usually a path with a query.
    package var target: String
    package var headers: [Header]

    package init(method: String, target: String, headers: [Header]) {
        self.method = method
        self.target = target
        self.headers = headers
    }

    package func values(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    package func cookies(_ name: String) -> [String] {
        values("cookie").flatMap { $0.split(separator: ";") }.compactMap { cookie in
            let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].withoutOptionalWhitespace == name else { return nil }
            return String(parts[1].withoutOptionalWhitespace)
        }
    }

    /// Whether the request changes nothing: GET or HEAD.
    package var isSafe: Bool { method == "GET" || method == "HEAD" }
}
