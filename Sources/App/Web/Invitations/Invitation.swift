package import MeetingModel
package import MeetingSocket

/// A link that lets somebody into a standup's pages, with a role, until it ends.
package struct Invitation: Identifiable, Hashable, Sendable, Codable {
    package typealias ID = Identifier<Invitation>

    package let id: ID
    package let secret: SecretDigest
    /// The standup; nil for the owner, who sees all.
    package let standup: Standup.ID?
    /// The person invited; nil if the link is for anybody.
    package let name: String?
    /// The attendee that the person is; nil if they are none.
    package let attendee: Attendee.ID?
    package let role: Role
    package let createdAt: Timestamp
    /// When it ends; nil if it ends with a meeting: the first one of the standup that ends after `createdAt`.
    package let until: Timestamp?
    /// Until when the link can be opened, once; nil if it can be opened by several browsers for as long as the
    /// invitation lasts.
    let opensOnceUntil: Timestamp?
    /// The number of browsers that opened the link.
    package internal(set) var opened: Int

    package init(
        id: ID, secret: SecretDigest, standup: Standup.ID, name: String? = nil, attendee: Attendee.ID? = nil,
        role: Role, createdAt: Timestamp, until: Timestamp?
    ) {
        self.id = id
        self.secret = secret
        self.standup = standup
        self.name = name
        self.attendee = attendee
        self.role = role
        self.createdAt = createdAt
        self.until = until
        opensOnceUntil = nil
        opened = 0
    }

    /// The owner's own: for all standups, with all rights, and a link that opens once.
    package init(owner id: ID, secret: SecretDigest, createdAt: Timestamp) {
        self.id = id
        self.secret = secret
        standup = nil
        name = nil
        attendee = nil
        role = .lead
        self.createdAt = createdAt
        until = createdAt + Self.ownerLength
        opensOnceUntil = createdAt + Self.ownerLinkLength
        opened = 0
    }

    package var isOwner: Bool { standup == nil }

    var endsWithMeeting: Bool { until == nil }

    /// How long the owner's browser stays signed in.
    static let ownerLength = Duration.seconds(30 * 24 * 3600)
    /// How long the owner's link can be opened.
    static let ownerLinkLength = Duration.seconds(3600)
}

/// A browser that opened an invitation's link: its cookie.
package struct BrowserSession: Hashable, Sendable, Codable {
    package let cookie: SecretDigest
    /// The invitation that it came with, and ends with.
    package let invitation: Invitation.ID
    /// When the link was opened.
    let openedAt: Timestamp
}
