#if Web
import MeetingModel
import NIOCore
import Synchronization
import Web

/// The open connections of all event loops. [any thread]
final class ConnectionLimits: Sendable {
    private struct State {
        var limit: ConnectionLimit<ObjectIdentifier>
        var channels: [ObjectIdentifier: any Channel] = [:]

        var report: String {
            "too many connections; at most \(limit.mostAll) are open, \(limit.mostUnknown) of them without an "
                + "invitation, \(limit.mostUnknownOfClient) from one address; the oldest without one are closed"
        }
    }

    private let state: Mutex<State>
    private let proxies: Set<IPAddress>

    /// Throws a `Failure` if the process may open too few files.
    init(openFiles: Int, proxies: Set<IPAddress>) throws(Failure) {
        self.proxies = proxies
        let room = openFiles - Self.otherFiles
        guard room >= Self.fewest else {
            throw Failure(
                .failed, "this user may open only \(openFiles) files; raise the limit to 1024 or more: ulimit -n")
        }
        state = Mutex(State(limit: ConnectionLimit(all: min(4096, room))))
    }

    /// The number of files that are open besides connections: recordings, the history, sockets of meetings.
    private static let otherFiles = 128
    /// The smallest useful number of connections.
    private static let fewest = 64

    /// Counts a connection; false if there are too many.
    func open(_ channel: any Channel) -> Bool {
        let peer = channel.peer
        let isProxy = peer.map(proxies.contains) ?? false
        let (opening, replaced, report) = state.withLock { state in
            let opening = state.limit.open(ObjectIdentifier(channel), of: peer?.client ?? "", isProxy: isProxy)
            var replaced: (any Channel)?
            if opening != .refused { state.channels[ObjectIdentifier(channel)] = channel }
            if case .replaced(let id) = opening { replaced = state.channels.removeValue(forKey: id) }
            return (opening, replaced, opening == .opened ? nil : state.report)
        }
        replaced?.close(promise: nil)
        if let report { Main.note(report) }
        return opening != .refused
    }

    /// A request with a visitor's cookie came over a connection.
    func becomeKnown(_ channel: any Channel, by visitor: Visitor) {
        let replaced = state.withLock { state in
            state.limit.becomeKnown(
                ObjectIdentifier(channel), of: visitor.invitation.id.rawValue, browser: visitor.cookie.rawValue
            ).flatMap { state.channels.removeValue(forKey: $0) }
        }
        replaced?.close(promise: nil)
    }

    /// A connection was closed.
    func close(_ channel: any Channel) {
        state.withLock { state in
            // One that was replaced does not count any more.
            guard state.channels.removeValue(forKey: ObjectIdentifier(channel)) != nil else { return }
            state.limit.close(ObjectIdentifier(channel))
        }
    }
}
#endif
