import Testing

@testable import Web

struct `Whoever guesses secrets` {
    @Test func `has some attempts, and then waits twice as long each time`() {
        var limit = AttemptLimit()
        var (now, waits) = (Duration.zero, [Duration]())
        for _ in 0..<20 {
            #expect(limit.wait(of: "a", at: now) == nil)
            limit.fail("a", at: now)
            let wait = limit.wait(of: "a", at: now) ?? .zero
            waits.append(wait)
            now += wait
        }
        #expect(waits[0..<4].allSatisfy { $0 == .zero })
        #expect(Array(waits[4..<8]) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        #expect(waits[14...].allSatisfy { $0 == AttemptLimit.longestWait })
    }

    @Test func `holds up nobody else`() {
        var limit = AttemptLimit()
        for _ in 0..<9 { limit.fail("a", at: .zero) }
        #expect(limit.wait(of: "b", at: .zero) == nil)
    }

    @Test func `begins anew after a success, and after a long time`() {
        var limit = AttemptLimit()
        for _ in 0..<9 { limit.fail("a", at: .zero) }
        limit.succeed("a")
        limit.fail("a", at: .zero)
        #expect(limit.wait(of: "a", at: .zero) == nil)
        for _ in 0..<9 { limit.fail("a", at: .zero) }
        let later = AttemptLimit.longestWait * 2 + .seconds(1)
        limit.fail("a", at: later)
        #expect(limit.wait(of: "a", at: later) == nil)
    }

    @Test func `from many addresses costs a limited amount of memory`() {
        var limit = AttemptLimit()
        for number in 0..<20_000 { limit.fail("\(number)", at: .milliseconds(number)) }
        for _ in 0..<9 { limit.fail("last", at: .seconds(20)) }
        #expect(limit.wait(of: "last", at: .seconds(20)) != nil)
        #expect(limit.clientCount <= AttemptLimit.mostClients)
    }
}

struct `Open connections` {
    /// Opens connections with the next numbers, each of the client whose letter stands for it.
    private func open(_ clients: String, in limit: inout ConnectionLimit<Int>, from first: Int) -> [Int?] {
        clients.enumerated().map { index, client in
            switch limit.open(first + index, of: String(client)) {
            case .opened: nil
            case .replaced(let old): old
            case .refused: -1
            }
        }
    }

    @Test func `of an address with too many strangers replace its oldest`() {
        var limit = ConnectionLimit<Int>(all: 10, unknown: 6, unknownOfClient: 4)
        #expect(open("aaabaaa", in: &limit, from: 0) == [nil, nil, nil, nil, nil, 0, 1])
        limit.close(2)
        #expect(open("aa", in: &limit, from: 7) == [nil, 4])
        #expect(limit.count == 5)
    }

    @Test func `of strangers at many addresses replace the oldest of the address that has most`() {
        var limit = ConnectionLimit<Int>(all: 10, unknown: 6, unknownOfClient: 4)
        #expect(open("baaaacd", in: &limit, from: 0) == [nil, nil, nil, nil, nil, nil, 1])
        #expect(open("e", in: &limit, from: 7) == [2])
        #expect(limit.count == 6)
    }

    @Test func `with a cookie are never replaced`() {
        var limit = ConnectionLimit<Int>(all: 5, unknown: 2, unknownOfClient: 1)
        for number in 0..<4 {
            #expect(limit.open(number, of: "a") == .opened)
            #expect(limit.becomeKnown(number, of: "x", browser: "\(number)") == nil)
        }
        // A stranger has the last place until somebody else comes.
        #expect(open("bc", in: &limit, from: 4) == [nil, 4])
        #expect(limit.becomeKnown(5, of: "x", browser: "5") == nil)
        #expect(open("a", in: &limit, from: 6) == [-1])
        #expect(limit.count == 5)
        limit.close(0)
        #expect(open("a", in: &limit, from: 7) == [nil])
    }

    @Test func `of one browser make room for each other`() {
        var limit = ConnectionLimit<Int>(all: 9, ofInvitation: 4, ofBrowser: 2)
        func come(_ id: Int, _ browser: String, _ invitation: String = "x") -> Int? {
            _ = limit.open(id, of: "a")
            return limit.becomeKnown(id, of: invitation, browser: browser)
        }
        #expect([come(0, "p"), come(1, "q"), come(2, "p"), come(3, "p")] == [nil, nil, nil, 0])
        // A request more over the same connection changes nothing.
        #expect(limit.becomeKnown(2, of: "x", browser: "p") == nil)
        #expect(come(4, "r") == nil)
        // The invitation has all it may have: the browser with most makes room.
        #expect(come(5, "s") == 2)
        #expect(come(6, "p", "y") == nil)
        #expect(limit.count == 5)
        for id in [1, 3, 4, 5, 6] { limit.close(id) }
        #expect(limit.count == 0)
        #expect([come(7, "p"), come(8, "p")] == [nil, nil])
    }

    @Test func `of a proxy are limited together with all others only`() {
        var limit = ConnectionLimit<Int>(all: 10, unknown: 3, unknownOfClient: 1)
        let openings = (0..<4).map { limit.open($0, of: "a", isProxy: true) }
        #expect(openings == [.opened, .opened, .opened, .replaced(0)])
    }

    @Test func `that were replaced or refused do not count when they close`() {
        var limit = ConnectionLimit<Int>(all: 2, unknown: 1, unknownOfClient: 1)
        #expect(open("aa", in: &limit, from: 0) == [nil, 0])
        limit.close(0)
        #expect(limit.becomeKnown(0, of: "x", browser: "a") == nil)
        #expect(limit.count == 1)
        limit.close(1)
        limit.close(1)
        #expect(limit.count == 0)
    }
}

struct `An address` {
    @Test(
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::ffff:1.2.3.4", "1.2.3.4"), ("2001:DB8::1", "2001:db8::1"),
            ("127.1", nil), ("", nil), ("[::1]", nil), ("1.2.3.4:5", nil), ("fe80::1%eth0", nil), ("localhost", nil),
        ] as [(String, String?)])
    func `is read strictly`(text: String, expected: String?) {
        #expect(IPAddress(text)?.description == expected)
    }

    @Test func `of IPv6 counts as its network`() {
        #expect(IPAddress("2001:db8::1")?.client == IPAddress("2001:db8::ffff:1")?.client)
        #expect(IPAddress("2001:db8::1")?.client != IPAddress("2001:db8:0:1::1")?.client)
        #expect(IPAddress("10.0.0.1")?.client != IPAddress("10.0.0.2")?.client)
    }

    @Test(
        arguments: [
            ("http://a.example", "http://a.example"), ("https://A.example:443/", "https://a.example"),
            ("http://a.example:80", "http://a.example"), ("http://[::1]:7810", "http://[::1]:7810"), ("a.example", nil),
            ("ftp://a.example", nil), ("http://a.example/b", nil), ("http://", nil), ("http://u@a.example", nil),
            ("http://a.example:0", nil), ("http://a_b", nil), ("http://[::1", nil), ("http://[fe80::1%25a]", nil),
        ] as [(String, String?)])
    func `of a server is an origin`(text: String, expected: String?) {
        #expect(WebOrigin(text)?.description == expected)
    }
}

struct `The limit of messages` {
    @Test func `lets the same message through again after ten minutes`() {
        var limit = MessageLimit()
        #expect(limit.line(for: "no TagLib", at: .zero) == "no TagLib")
        #expect(limit.line(for: "no TagLib", at: MessageLimit.interval - .seconds(1)) == nil)
        #expect(limit.line(for: "no TagLib", at: MessageLimit.interval) == "no TagLib")
    }

    @Test func `says once that there are more, and leaves them out`() {
        var limit = MessageLimit()
        let lines = (0..<1000).compactMap { limit.line(for: "recording \($0)", at: .zero) }
        #expect(lines.count == MessageLimit.mostMessages + 1)
        #expect(lines.last == "more messages are left out for ten minutes")
        #expect(limit.line(for: "recording 1", at: MessageLimit.interval) == "recording 1")
    }
}
