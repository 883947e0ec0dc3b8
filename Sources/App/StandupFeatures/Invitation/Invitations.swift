package import MeetingModel
package import MeetingSocket

package struct ListedInvitation: Hashable, Sendable {
    package var id: String
    /// The name of the person that it is for; nil if it is for anybody.
    package var name: String?
    package var role: Role
    /// When it ends; nil if it ends with a meeting.
    package var until: Timestamp?
    /// The number of browsers that have opened it.
    package var browsers: Int

    package init(id: String, name: String?, role: Role, until: Timestamp?, browsers: Int) {
        self.id = id
        self.name = name
        self.role = role
        self.until = until
        self.browsers = browsers
    }
}

package struct InvitationRequest: Hashable, Sendable {
    package var standup: Standup.ID
    /// The attendee that the link is for; nil if it is for anybody.
    package var attendee: Attendee?
    package var role: Role
    /// When the link ends, as `standup invite --until` takes it; empty for the end of the meeting that runs or comes next.
    package var until: String

    init(standup: Standup.ID, attendee: Attendee? = nil, role: Role, until: String = "") {
        self.standup = standup
        self.attendee = attendee
        self.role = role
        self.until = until
    }
}

package struct InvitationLink: Hashable, Sendable {
    /// The id of the invitation.
    package var invitation: String
    package var link: String
    /// Its QR code as lines of half blocks; nil if this machine cannot make one.
    package var code: [String]?
    /// The address of the web server.
    package var server: String
    /// Whether only browsers on this machine reach the server.
    var isOnlyHere: Bool
    /// When it ends; nil if it ends with a meeting.
    package var until: Timestamp?

    package init(
        invitation: String = "", link: String, code: [String]?, server: String, isOnlyHere: Bool,
        until: Timestamp? = nil
    ) {
        self.until = until
        self.invitation = invitation
        self.link = link
        self.code = code
        self.server = server
        self.isOnlyHere = isOnlyHere
    }
}

/// Why there is no link.
package enum InvitationProblem: Error, Hashable, Sendable {
    /// The web server's program is not installed.
    case notInstalled
    /// The web server was started and did not get ready.
    case serverDidNotStart
    /// The invitation cannot be kept, with what failed and the remedy.
    case failed(String)
}
