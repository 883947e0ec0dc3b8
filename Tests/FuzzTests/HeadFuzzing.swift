import Web

/// Heads of requests to the web server.
enum HeadFuzzing {
    private static let origins = ["http://127.0.0.1:7810", "https://standup.example.org"].compactMap { WebOrigin($0) }

    /// Reads a head: the line with the method and the target, then a header a line.
    ///
    /// What is accepted follows the rules that docs/security.md promises.
    static func readHead(_ bytes: [UInt8]) throws {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let headers = lines.dropFirst().prefix(100).map { line in
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return RequestHead.Header(String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
        }
        let head = RequestHead(
            method: words.first.map(String.init) ?? "", target: words.count > 1 ? String(words[1]) : "",
            headers: headers)
        for proxies in [Set<IPAddress>(), Set([IPAddress("127.0.0.1")].compactMap(\.self))] {
            try check(head, RequestRules(origins: origins, proxies: proxies))
        }
        for length: Int64 in [0, 1, 1000, .max] {
            for header in headers { try checkRange(header.value, length: length) }
        }
    }

    private static func check(_ head: RequestHead, _ rules: RequestRules) throws {
        let accepted: RequestRules.Accepted
        do throws(Refusal) {
            accepted = try rules.check(head, from: IPAddress("127.0.0.1"))
        } catch {
            try require((400...599).contains(error.status), "status \(error.status)")
            return try requireLine(error.reason)
        }
        try require(head.values("host").count == 1, "\(head.values("host")) are hosts")
        try require(origins.contains(accepted.origin), "\(accepted.origin) is not this server's")
        try require(accepted.target.hasPrefix("/") && !accepted.target.hasPrefix("//"), "\(accepted.target) is no path")
        try require(
            accepted.target.utf8.count <= RequestRules.longestTarget
                && accepted.target.utf8.allSatisfy { (0x21...0x7e).contains($0) }, "\(accepted.target) is no path")
        try require(["GET", "HEAD", "POST"].contains(head.method), "\(head.method) is accepted")
        let origins = head.values("origin")
        try require(origins.isEmpty || origins == [accepted.origin.description], "\(origins) is accepted")
        try require(head.isSafe || accepted.isFromOwnPage, "a change by another page")
        if let length = head.values("content-length").first {
            try require(Int(length).map { (0...RequestRules.largestBody).contains($0) } ?? false, "a body of \(length)")
        }
    }

    /// A range lies within the file.
    private static func checkRange(_ header: String, length: Int64) throws {
        guard case .part(let part) = ByteRange(header, length: length) else { return }
        try require(part.lowerBound >= 0 && part.upperBound < length, "'\(header)' of \(length) is \(part)")
    }
}
