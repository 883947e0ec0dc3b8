/// Which connections may be open, so that nobody keeps the others out.
///
/// A connection counts as unknown until a request on it has a valid cookie. Where there are too many, the oldest unknown
/// one makes room: somebody who is invited sends a cookie at once, and strangers who hold connections do not. Known ones
/// make room for others of their own browser or invitation only.
package struct ConnectionLimit<ID: Hashable & Sendable>: Sendable {
    package let mostAll: Int
    package let mostUnknown: Int
    package let mostUnknownOfClient: Int

    /// The maximum number of known connections of one invitation.
    let mostOfInvitation: Int
    /// The maximum number of known connections of one browser, by its cookie.
    let mostOfBrowser: Int

    private struct Guest: Hashable, Sendable {
        let invitation: String
        let browser: String
    }

    private var known: [ID: Guest] = [:]
    /// The known connections of each invitation's browsers, oldest first.
    private var guests: [String: [String: [ID]]] = [:]
    private var unknown: [ID: String] = [:]
    /// The unknown connections of each client, oldest first.
    private var queues: [String: [ID]] = [:]

    package enum Opening: Hashable, Sendable {
        case opened
        /// There is room once this one, which does not count any more, is closed.
        case replaced(ID)
        /// There is none: all connections are known.
        case refused
    }

    package init(
        all: Int = 4096, unknown: Int = 1024, unknownOfClient: Int = 256, ofInvitation: Int = 512, ofBrowser: Int = 64
    ) {
        mostAll = all
        mostUnknown = unknown
        mostUnknownOfClient = unknownOfClient
        mostOfInvitation = ofInvitation
        mostOfBrowser = ofBrowser
    }

    package var count: Int { known.count + unknown.count }

    /// Counts a new connection of a client; a proxy, from which those of many clients come, has no limit of its own.
    package mutating func open(_ id: ID, of client: String, isProxy: Bool = false) -> Opening {
        guard known.count < mostAll else { return .refused }
        var oldest: ID?
        if !isProxy, let queue = queues[client], queue.count >= mostUnknownOfClient {
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

    /// A request with a valid cookie, that of a browser with an invitation, came over a connection.
    ///
    /// - Returns: The connection that has to make room for it and does not count any more; nil if there is room.
    package mutating func becomeKnown(_ id: ID, of invitation: String, browser: String) -> ID? {
        guard unknown[id] != nil else { return nil }
        close(id)
        let queues = guests[invitation, default: [:]]
        var oldest: ID?
        if let queue = queues[browser], queue.count >= mostOfBrowser {
            oldest = queue.first
        } else if queues.values.reduce(0, { $0 + $1.count }) >= mostOfInvitation {
            // The browser that holds most makes room, not those with a few.
            oldest = queues.values.max { $0.count < $1.count }?.first
        }
        if let oldest { close(oldest) }
        known[id] = Guest(invitation: invitation, browser: browser)
        guests[invitation, default: [:]][browser, default: []].append(id)
        return oldest
    }

    /// A connection was closed.
    package mutating func close(_ id: ID) {
        if let client = unknown.removeValue(forKey: id) {
            queues[client]?.removeAll { $0 == id }
            if queues[client]?.isEmpty == true { queues[client] = nil }
        } else if let guest = known.removeValue(forKey: id) {
            guests[guest.invitation]?[guest.browser]?.removeAll { $0 == id }
            if guests[guest.invitation]?[guest.browser]?.isEmpty == true {
                guests[guest.invitation]?[guest.browser] = nil
            }
            if guests[guest.invitation]?.isEmpty == true { guests[guest.invitation] = nil }
        }
    }
}
