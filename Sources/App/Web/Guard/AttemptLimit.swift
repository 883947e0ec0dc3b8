/// Slows down whoever tries secrets: after some failures of one client, each further one doubles the wait.
///
/// Instants are durations since any fixed one.
package struct AttemptLimit: Sendable {
    private struct Client {
        var failures: Int
        var last: Duration
        var blockedUntil: Duration
    }

    private var clients: [String: Client] = [:]

    /// The number of failures without a wait.
    static let free = 5
    static let longestWait = Duration.seconds(15 * 60)
    static let mostClients = 4096

    var clientCount: Int { clients.count }

    package init() {}

    /// How long a client has to wait before its next attempt; nil if it need not.
    package func wait(of client: String, at now: Duration) -> Duration? {
        guard let until = clients[client]?.blockedUntil, until > now else { return nil }
        return until - now
    }

    package mutating func fail(_ client: String, at now: Duration) {
        if clients[client] == nil, clients.count >= Self.mostClients { removeOldest(at: now) }
        var entry = clients[client] ?? Client(failures: 0, last: now, blockedUntil: now)
        // After a while without failures, a client is new again.
        if now - entry.last > Self.longestWait * 2 { entry.failures = 0 }
        entry.failures += 1
        entry.last = now
        if entry.failures >= Self.free {
            let doublings = min(entry.failures - Self.free, 20)
            entry.blockedUntil = now + min(.seconds(1 << doublings), Self.longestWait)
        }
        clients[client] = entry
    }

    /// Forgets a client that had the right secret.
    package mutating func succeed(_ client: String) {
        clients[client] = nil
    }

    private mutating func removeOldest(at now: Duration) {
        let old = clients.filter { now - $0.value.last > Self.longestWait * 2 }
        for client in old.keys { clients[client] = nil }
        guard clients.count >= Self.mostClients else { return }
        for (client, _) in clients.sorted(by: { $0.value.last < $1.value.last }).prefix(Self.mostClients / 4) {
            clients[client] = nil
        }
    }
}
