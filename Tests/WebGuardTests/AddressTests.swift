import Testing
import Web

struct `A server on all addresses` {
    private static let addresses = ["127.0.0.1", "192.168.1.5", "::1", "2001:db8::1"].compactMap { IPAddress($0) }

    private func settings(_ host: String, url: String? = nil) -> WebServerSettings {
        var settings = WebServerSettings(version: "1", data: "/d", host: host, port: 7810)
        settings.url = url.flatMap { WebOrigin($0) }
        return settings
    }

    private func head(_ host: String) -> RequestHead {
        RequestHead(method: "GET", target: "/", headers: [.init("Host", host)])
    }

    @Test(
        arguments: [
            ("0.0.0.0", nil, ["192.168.1.5", "127.0.0.1", "localhost"]),
            ("[::]", nil, ["192.168.1.5", "[2001:db8::1]", "127.0.0.1", "[::1]", "localhost"]),
            ("0.0.0.0", "standup.lan", ["standup.lan", "192.168.1.5", "127.0.0.1", "localhost"]),
        ] as [(String, String?, [String])])
    func `has the addresses that it is reached by, and loopback last`(host: String, url: String?, expected: [String]) {
        let origins = settings(host, url: url.map { "http://\($0):7810" }).origins(addresses: Self.addresses)
        #expect(origins.map(\.description) == expected.map { "http://\($0):7810" })
    }

    @Test func `takes an address that comes later, and looks for it at most once a second`() throws {
        var rules = AddressRules(settings("0.0.0.0"), addresses: [IPAddress("127.0.0.1")!], at: .zero)
        let isEarly = rules.mayLookUp(at: .milliseconds(999))
        let isDue = rules.mayLookUp(at: .seconds(1))
        let isAgain = rules.mayLookUp(at: .seconds(1.5))
        #expect([isEarly, isDue, isAgain] == [false, true, false])
        #expect(throws: Refusal.self) { try rules.rules.check(head("192.168.1.5:7810"), from: nil) }
        rules.update(addresses: Self.addresses)
        #expect(try rules.rules.check(head("192.168.1.5:7810"), from: nil).origin.host == "192.168.1.5")
        #expect(rules.rules.origins.first?.host == "192.168.1.5")
        #expect(throws: Refusal.self) { try rules.rules.check(head("192.168.1.6:7810"), from: nil) }
    }

    @Test func `keeps its certificate whatever the addresses are`() {
        #expect(settings("0.0.0.0").certifiedHosts == [])
        #expect(settings("0.0.0.0", url: "https://standup.lan").certifiedHosts == ["standup.lan"])
        #expect(settings("[2001:db8::1]").certifiedHosts == ["[2001:db8::1]"])
    }

    @Test func `is the only kind that looks for addresses`() {
        var rules = AddressRules(settings("192.168.1.5"), addresses: [], at: .zero)
        let mayLookUp = rules.mayLookUp(at: .seconds(9))
        #expect(!mayLookUp)
        #expect(rules.rules.origins.map(\.host) == ["192.168.1.5"])
    }

    @Test(arguments: [
        ("http://127.0.0.1:7810", true), ("http://127.5.0.1:80", true), ("http://[::1]:7810", true),
        ("http://localhost:7810", true), ("https://192.168.1.5:7810", false), ("https://[fe80::1]:7810", false),
        ("https://standup.example.org", false), ("https://127.example.org", false),
        ("https://localhost.example.org", false),
    ])
    func `An origin of the loopback address is for this machine only`(_ text: String, _ isOnlyHere: Bool) throws {
        #expect(try #require(WebOrigin(text)).isLoopback == isOnlyHere)
    }
}
