import Testing
import WebGuard

@Suite struct `A link for browsers` {
    @Test(arguments: [
        ("http://127.0.0.1:7810", true), ("http://127.5.0.1:80", true), ("http://[::1]:7810", true),
        ("http://localhost:7810", true), ("https://192.168.1.5:7810", false), ("https://[fe80::1]:7810", false),
        ("https://standup.example.org", false), ("https://127.example.org", false),
        ("https://localhost.example.org", false),
    ])
    func `to a loopback address is for this machine only`(_ url: String, _ isOnlyHere: Bool) {
        #expect(WebOrigin(url)?.isLoopback == isOnlyHere)
    }
}
