/// How many connections may be open, so that nobody keeps the others out.
///
/// A connection counts as unknown until a request on it has a valid cookie.
package struct ConnectionLimit: Sendable {
    private var all = 0
    private var unknown = 0
    private var unknownOfClient: [String: Int] = [:]
    private let mostAll: Int
    private let mostUnknown: Int
    private let mostUnknownOfClient: Int

    /// Limits for all connections, for unknown ones, and for unknown ones of one client.
    package init(all: Int = 4096, unknown: Int = 1024, unknownOfClient: Int = 256) {
        mostAll = all
        mostUnknown = unknown
        mostUnknownOfClient = unknownOfClient
    }

    /// Whether a further connection of a client may be opened; counts it if so.
    package mutating func open(_ client: String) -> Bool {
        let ofClient = unknownOfClient[client] ?? 0
        guard all < mostAll, unknown < mostUnknown, ofClient < mostUnknownOfClient else { return false }
        all += 1
        unknown += 1
        unknownOfClient[client] = ofClient + 1
        return true
    }

    /// A connection's client has become known.
    package mutating func becomeKnown(_ client: String) {
        unknown -= 1
        removeUnknown(of: client)
    }

    /// A connection was closed.
    package mutating func close(_ client: String, isKnown: Bool) {
        all -= 1
        guard !isKnown else { return }
        unknown -= 1
        removeUnknown(of: client)
    }

    private mutating func removeUnknown(of client: String) {
        guard let count = unknownOfClient[client] else { return }
        unknownOfClient[client] = count > 1 ? count - 1 : nil
    }
}
