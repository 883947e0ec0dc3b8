#if Web
import MeetingHistory
import Synchronization
import Web

/// The rules for requests, which follow the addresses of this machine. [any thread]
final class ServerRules: Sendable {
    let proxies: Set<IPAddress>

    private let rules: Mutex<AddressRules>
    /// The origin in the server's file.
    private let written = Mutex<WebOrigin?>(nil)
    private static let start = ContinuousClock.now

    init(_ settings: WebServerSettings) {
        let rules = AddressRules(
            settings, addresses: NetworkInterfaces.addresses(), at: ContinuousClock.now - Self.start)
        proxies = rules.rules.proxies
        self.rules = Mutex(rules)
    }

    /// The origins under which browsers reach the server, the main one first.
    var origins: [WebOrigin] { rules.withLock { $0.rules.origins } }

    /// Checks a request from an address; an unknown host may be an address that this machine got since the last look.
    func check(_ head: RequestHead, from peer: IPAddress?) throws(Refusal) -> RequestRules.Accepted {
        do {
            return try rules.withLock { $0.rules }.check(head, from: peer)
        } catch {
            guard error.status == 421, lookUp() else { throw error }
            return try rules.withLock { $0.rules }.check(head, from: peer)
        }
    }

    /// Writes the server's file if the main origin is another one than before. [waits for the disk]
    func write(in folder: DataFolder) throws {
        _ = lookUp()
        let main = origins.first
        try written.withLock { written in
            guard let main, main != written else { return }
            try WebServerFile(url: main.description).write(in: folder)
            written = main
        }
    }

    /// Looks the addresses up if they can change; false if they were looked up a short while ago.
    private func lookUp() -> Bool {
        guard rules.withLock({ $0.mayLookUp(at: ContinuousClock.now - Self.start) }) else { return false }
        let addresses = NetworkInterfaces.addresses()
        rules.withLock { $0.update(addresses: addresses) }
        return true
    }
}
#endif
