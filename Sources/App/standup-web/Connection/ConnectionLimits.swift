#if Web
import NIOCore
import Synchronization
import WebGuard

/// The open connections of all event loops. [any thread]
final class ConnectionLimits: Sendable {
    private struct State {
        var limit = ConnectionLimit()
        /// The clients of the open connections, and whether they are known.
        var connections: [ObjectIdentifier: (client: String, isKnown: Bool)] = [:]
    }

    private let state = Mutex(State())

    /// Counts a connection; false if there are too many.
    func open(_ channel: any Channel) -> Bool {
        let client = channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }?.client ?? ""
        return state.withLock { state in
            guard state.limit.open(client) else { return false }
            state.connections[ObjectIdentifier(channel)] = (client, false)
            return true
        }
    }

    /// A request with a valid cookie came over a connection.
    func becomeKnown(_ channel: any Channel) {
        state.withLock { state in
            guard let (client, isKnown) = state.connections[ObjectIdentifier(channel)], !isKnown else { return }
            state.connections[ObjectIdentifier(channel)] = (client, true)
            state.limit.becomeKnown(client)
        }
    }

    /// A connection was closed.
    func close(_ channel: any Channel) {
        state.withLock { state in
            guard let (client, isKnown) = state.connections.removeValue(forKey: ObjectIdentifier(channel)) else {
                return
            }
            state.limit.close(client, isKnown: isKnown)
        }
    }
}
#endif
