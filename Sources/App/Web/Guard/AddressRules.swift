/// The rules of a server whose machine gets other addresses while it runs.
///
/// Instants are durations since any fixed one.
package struct AddressRules: Sendable {
    /// The rules for the addresses that were looked up last.
    package private(set) var rules: RequestRules

    private let settings: WebServerSettings
    private var lookedUp: Duration

    /// How often the addresses are looked up at most.
    package static let interval = Duration.seconds(1)

    package init(_ settings: WebServerSettings, addresses: [IPAddress], at now: Duration) {
        self.settings = settings
        rules = Self.rules(settings, addresses)
        lookedUp = now
    }

    /// Whether to look the addresses up again before a host is refused; true at most once in `interval`.
    package mutating func mayLookUp(at now: Duration) -> Bool {
        guard settings.listensOnAll, now - lookedUp >= Self.interval else { return false }
        lookedUp = now
        return true
    }

    package mutating func update(addresses: [IPAddress]) {
        rules = Self.rules(settings, addresses)
    }

    private static func rules(_ settings: WebServerSettings, _ addresses: [IPAddress]) -> RequestRules {
        RequestRules(
            origins: settings.origins(addresses: addresses),
            proxies: Set(settings.proxies.compactMap { IPAddress($0) }))
    }
}
