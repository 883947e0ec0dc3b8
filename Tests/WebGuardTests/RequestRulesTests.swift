import Testing
import Web

struct `Rules for requests` {
    private static let origin = WebOrigin("http://127.0.0.1:7810")!
    private let rules = RequestRules(origins: [origin, WebOrigin("http://localhost:7810")!])
    private let peer = IPAddress("127.0.0.1")

    private func head(
        _ method: String = "GET", _ target: String = "/", host: String? = "127.0.0.1:7810",
        _ headers: [(String, String)] = []
    ) -> RequestHead {
        let hosts = host.map { [RequestHead.Header("Host", $0)] } ?? []
        return RequestHead(
            method: method, target: target, headers: hosts + headers.map { RequestHead.Header($0.0, $0.1) })
    }

    private func status(_ head: RequestHead) -> Int? {
        do throws(Refusal) {
            _ = try rules.check(head, from: peer)
            return nil
        } catch {
            return error.status
        }
    }

    @Test func `A plain request is accepted, with the origin that it was sent to`() throws {
        let accepted = try rules.check(head("GET", "/standup/1?from=2", host: "LOCALHOST:7810"), from: peer)
        #expect(accepted.origin.description == "http://localhost:7810")
        #expect(accepted.target == "/standup/1?from=2")
        #expect(accepted.client == peer)
        #expect(!accepted.isFromOwnPage)
    }

    @Test(arguments: [
        "", "127.0.0.1", "127.0.0.1:7811", "localhost.:7810", "127.0.0.1:7810.example.org", "127.0.0.1:07810",
        "127.1:7810",
        " 127.0.0.1:7810", "evil@127.0.0.1:7810",
    ])
    func `Another host is refused`(host: String) {
        #expect(status(head(host: host)) == 421)
    }

    @Test func `A request has one host`() {
        #expect(status(head(host: nil)) == 400)
        #expect(status(head("GET", "/", [("host", "127.0.0.1:7810")])) == 400)
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:7810/a", nil), ("http://127.0.0.1:7810", 421), ("http://evil.example/a", 421),
            ("*", 400),
            ("a", 400), ("//evil.example", 400), ("/a b", 400), ("/é", 400), ("/a#b", 400), ("", 400),
            ("/" + String(repeating: "a", count: 2048), 414),
        ] as [(String, Int?)])
    func `The target is a path of this server`(target: String, expected: Int?) {
        #expect(status(head("GET", target)) == expected)
    }

    @Test(arguments: ["PUT", "DELETE", "CONNECT", "get", ""]) func `Other methods are refused`(method: String) {
        #expect(status(head(method)) == 405)
    }

    @Test func `A change needs the own origin`() throws {
        let own = [("Origin", Self.origin.description)]
        #expect(status(head("POST", "/join", own)) == nil)
        #expect(try rules.check(head("POST", "/join", own), from: peer).isFromOwnPage)
        #expect(status(head("POST", "/join")) == 403)
        for origin in ["null", "http://127.0.0.1:7810/", "http://localhost:7810", "https://127.0.0.1:7810", "", "*"] {
            #expect(status(head("POST", "/join", [("Origin", origin)])) == 403, "\(origin)")
            #expect(status(head("GET", "/", [("Origin", origin)])) == 403, "\(origin)")
        }
        #expect(status(head("POST", "/join", own + own)) == 403)
    }

    @Test(
        arguments: [
            (["same-origin"], "", "", nil), (["none"], "", "", nil), (["cross-site"], "navigate", "document", nil),
            (["same-site"], "navigate", "document", nil), (["cross-site"], "navigate", "iframe", 403),
            (["cross-site"], "no-cors", "image", 403), (["same-site"], "cors", "empty", 403), ([""], "", "", 403),
            (["same-origin", "cross-site"], "", "", 403),
        ] as [([String], String, String, Int?)])
    func `What the browser says about the page counts`(sites: [String], mode: String, to: String, expected: Int?) {
        let headers = sites.map { ("Sec-Fetch-Site", $0) } + [("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", to)]
        #expect(status(head("GET", "/", headers)) == expected)
    }

    @Test(
        arguments: [
            ([("Content-Length", "65536")], nil), ([("Content-Length", "65537")], 413),
            ([("Content-Length", "-1")], 400),
            ([("Content-Length", "")], 400), ([("Content-Length", "+1")], 400), ([("Content-Length", "1, 1")], 400),
            ([("Content-Length", String(repeating: "9", count: 40))], 413),
            ([("Content-Length", "1"), ("Content-Length", "1")], 400), ([("Transfer-Encoding", "chunked")], nil),
            ([("Transfer-Encoding", "gzip")], 400), ([("Transfer-Encoding", "chunked"), ("Content-Length", "1")], 400),
        ] as [([(String, String)], Int?)])
    func `The length is clear`(headers: [(String, String)], expected: Int?) {
        #expect(status(head("POST", "/join", headers + [("Origin", Self.origin.description)])) == expected)
    }

    // MARK: Proxies

    private let behind = RequestRules(
        origins: [WebOrigin("https://standup.example.org")!, origin],
        proxies: [IPAddress("10.0.0.1")!, IPAddress("::1")!])

    private func forwarded(_ headers: [(String, String)], from peer: String, host: String = "standup.example.org")
        throws(Refusal) -> RequestRules.Accepted
    {
        try behind.check(head("GET", "/", host: host, headers), from: IPAddress(peer))
    }

    @Test func `Behind a proxy, only the proxy is served`() {
        #expect(throws: Refusal.self) { try forwarded([], from: "10.0.0.2") }
        #expect(throws: Refusal.self) { try behind.check(head(host: "standup.example.org"), from: nil) }
    }

    @Test func `The client is the last address that the proxies did not add themselves`() throws {
        func client(_ header: String) throws -> String? {
            try forwarded([("X-Forwarded-For", header)], from: "10.0.0.1").client?.description
        }
        #expect(try client("203.0.113.7") == "203.0.113.7")
        #expect(try client("1.2.3.4, 203.0.113.7") == "203.0.113.7")
        #expect(try client("203.0.113.7, 10.0.0.1,::1") == "203.0.113.7")
        #expect(try client("203.0.113.7, nonsense") == "10.0.0.1")
        #expect(try client("::ffff:203.0.113.7") == "203.0.113.7")
        #expect(try forwarded([], from: "10.0.0.1").client?.description == "10.0.0.1")
    }

    @Test func `The forwarded host and scheme are those of the public address`() throws {
        let host = [("X-Forwarded-Host", "standup.example.org")]
        #expect(try forwarded(host, from: "::1", host: "127.0.0.1:7810").origin.isSecure)
        #expect(throws: Refusal(421, "this server has another address")) {
            try forwarded([("X-Forwarded-Host", "evil.example")], from: "::1")
        }
        #expect(throws: Refusal.self) { try forwarded([("X-Forwarded-Proto", "http")], from: "::1") }
        #expect(throws: Refusal.self) { try forwarded(host + host, from: "::1") }
    }

    @Test func `Without a proxy, forwarded headers say nothing`() throws {
        let headers = [
            ("X-Forwarded-For", "1.2.3.4"), ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "x"),
        ]
        let accepted = try rules.check(head("GET", "/", headers), from: peer)
        #expect(accepted.client == peer)
        #expect(accepted.origin == Self.origin)
    }
}

struct `The head of a request` {
    @Test func `has all cookies of a name, however they are set`() {
        let head = RequestHead(
            method: "GET", target: "/",
            headers: [
                .init("Cookie", "standup-7810=planted; other=1;standup-7810 = right"), .init("Host", "x"),
                .init("cookie", "standup-78100=3; standup-7810=a=b; standup-7810"),
            ])
        #expect(head.cookies("standup-7810") == ["planted", "right", "a=b"])
        #expect(head.cookies("none").isEmpty)
    }

    @Test(arguments: ["\u{2003}", "\u{a0}", "\u{85}", " \u{301}", "\u{feff}", "\u{0}"])
    func `takes no cookie whose name only looks like the one wanted`(space: String) {
        for cookie in ["\(space)__Host-standup=planted", "__Host-standup\(space)=planted"] {
            let head = RequestHead(method: "GET", target: "/", headers: [.init("Cookie", cookie)])
            #expect(head.cookies("__Host-standup").isEmpty)
        }
    }
}
