package import MeetingModel

/// All invitations, and the browsers that opened them.
///
/// What depends on the time or on the history takes them as arguments.
package struct InvitationBook: Hashable, Sendable {
    /// The invitations, oldest first.
    package private(set) var invitations: [Invitation] = []
    private(set) var sessions: [BrowserSession] = []

    init() {}

    /// The number of invitations that are kept.
    package static let limit = 500
    /// How long browsers can read on after the meeting with which their invitation ends.
    package static let farewell = Duration.seconds(600)
    /// The number of browsers that can open one link.
    static let browserLimit = 100

    /// When the meeting with which an invitation ends was over: the end of the standup's first meeting that ended after
    /// an instant; nil if there is none.
    package typealias MeetingEnd = (Standup.ID, Timestamp) throws -> Timestamp?

    /// Why a link does not open.
    package enum Refusal: Hashable, Sendable {
        /// No invitation has this secret: it never existed, was revoked, or ended a while ago.
        case unknown
        case ended
        /// The link opens once, and was opened.
        case used
        case full
    }

    package mutating func add(_ invitation: Invitation) throws(InvitationError) {
        guard invitations.count < Self.limit else { throw .tooMany(limit: Self.limit) }
        invitations.append(invitation)
    }

    /// Opens a link in a browser that gets a cookie.
    package mutating func open(
        _ secret: SecretDigest, cookie: SecretDigest, at now: Timestamp, meetingEnd: MeetingEnd
    ) rethrows -> Result<Invitation, InvitationRefused> {
        guard let place = invitations.firstIndex(where: { $0.secret == secret }) else { return .refused(.unknown) }
        let invitation = invitations[place]
        guard try !Self.isOver(invitation, at: now, meetingEnd: meetingEnd) else { return .refused(.ended) }
        if let last = invitation.opensOnceUntil {
            guard invitation.opened == 0 else { return .refused(.used) }
            guard now < last else { return .refused(.ended) }
        }
        guard invitation.opened < Self.browserLimit else { return .refused(.full) }
        invitations[place].opened += 1
        sessions.append(BrowserSession(cookie: cookie, invitation: invitation.id, openedAt: now))
        return .success(invitations[place])
    }

    /// The invitation of a browser with a cookie; nil if there is none, or it has ended.
    ///
    /// When an invitation ends with its meeting, its link does not open any more, but the browsers that are there
    /// can read for `farewell`.
    package func invitation(
        of cookie: SecretDigest, at now: Timestamp, meetingEnd: MeetingEnd
    ) rethrows -> Invitation? {
        guard let session = sessions.first(where: { $0.cookie == cookie }),
            let invitation = invitations.first(where: { $0.id == session.invitation }),
            try !Self.isOver(invitation, at: now, farewell: Self.farewell, meetingEnd: meetingEnd)
        else { return nil }
        return invitation
    }

    /// Removes an invitation and the browsers that opened it; false if there is none with this id.
    @discardableResult
    package mutating func revoke(_ id: Invitation.ID) -> Bool {
        let count = invitations.count
        invitations.removeAll { $0.id == id }
        sessions.removeAll { $0.invitation == id }
        return invitations.count < count
    }

    /// Removes the invitations that have ended, and the owner's links that nobody opened in time.
    package mutating func removeEnded(at now: Timestamp, meetingEnd: MeetingEnd) rethrows {
        for invitation in invitations {
            let isUnopened = invitation.opensOnceUntil.map { $0 <= now && invitation.opened == 0 } ?? false
            let isOver = try Self.isOver(invitation, at: now, farewell: Self.farewell, meetingEnd: meetingEnd)
            if isUnopened || isOver { revoke(invitation.id) }
        }
    }

    /// Whether an invitation has ended; one that ends with a meeting lasts a farewell longer.
    private static func isOver(
        _ invitation: Invitation, at now: Timestamp, farewell: Duration = .zero, meetingEnd: MeetingEnd
    ) rethrows -> Bool {
        if let until = invitation.until { return now >= until }
        guard let standup = invitation.standup else { return true }
        return try meetingEnd(standup, invitation.createdAt).map { now >= $0 + farewell } ?? false
    }
}

package struct InvitationRefused: Error, Hashable, Sendable {
    package let reason: InvitationBook.Refusal

    package init(reason: InvitationBook.Refusal) {
        self.reason = reason
    }
}

extension Result where Failure == InvitationRefused {
    fileprivate static func refused(_ reason: InvitationBook.Refusal) -> Self {
        .failure(InvitationRefused(reason: reason))
    }
}

extension InvitationBook: Codable {
    static let version = 1

    private enum CodingKeys: CodingKey {
        case version, invitations, sessions
    }

    /// An error for a file of a later version.
    struct IsNewer: Error {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(Int.self, forKey: .version) == Self.version else { throw IsNewer() }
        invitations = try values.decode([Invitation].self, forKey: .invitations)
        sessions = try values.decode([BrowserSession].self, forKey: .sessions)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(invitations, forKey: .invitations)
        try values.encode(sessions, forKey: .sessions)
    }
}
