/// Which connections may be open, so that nobody keeps the others out.
///
/// A connection counts as unknown until a request on it has a valid cookie. Where there are too many, the oldest unknown
/// one makes room: somebody who is invited sends a cookie at once, and strangers who hold connections do not.
package struct ConnectionLimit<ID: Hashable & Sendable>: Sendable {
    /// The maximum number of connections.
    package let mostAll: Int
    /// The maximum number of unknown connections.
    package let mostUnknown: Int
    /// The maximum number of unknown connections of one client.
    package let mostUnknownOfClient: Int

    private var known: Set<ID> = []
    private var unknown: [ID: String] = [:]
    /// The unknown connections of each client, oldest first.
    private var queues: [String: [ID]] = [:]

    /// The result of opening a connection.
    package enum Opening: Hashable, Sendable {
        /// There is room.
        case opened
        /// There is room once this one, which does not count any more, is closed.
        case replaced(ID)
        /// There is none: all connections are known.
        case refused
    }

    /// Limits for all connections, for unknown ones, and for unknown ones of one client.
    package init(all: Int = 4096, unknown: Int = 1024, unknownOfClient: Int = 256) {
        mostAll = all
        mostUnknown = unknown
        mostUnknownOfClient = unknownOfClient
    }

    /// The number of open connections.
    package var count: Int { known.count + unknown.count }

    /// Counts a new connection of a client.
    package mutating func open(_ id: ID, of client: String) -> Opening {
        guard known.count < mostAll else { return .refused }
        var oldest: ID?
        if let queue = queues[client], queue.count >= mostUnknownOfClient {
            oldest = queue.first
        } else if count >= mostAll || unknown.count >= mostUnknown {
            // Whoever holds most makes room, not those with a few.
            oldest = queues.values.max { $0.count < $1.count }?.first
        }
        if let oldest { close(oldest) }
        unknown[id] = client
        queues[client, default: []].append(id)
        return oldest.map { .replaced($0) } ?? .opened
    }

    /// A request with a valid cookie came over a connection.
    package mutating func becomeKnown(_ id: ID) {
        guard unknown[id] != nil else { return }
        close(id)
        known.insert(id)
    }

    /// A connection was closed.
    package mutating func close(_ id: ID) {
        guard let client = unknown.removeValue(forKey: id) else {
            known.remove(id)
            return
        }
        queues[client]?.removeAll { $0 == id }
        if queues[client]?.isEmpty == true { queues[client] = nil }
    }
}
