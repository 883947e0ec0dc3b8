import MeetingHistory
import MeetingModel
import MeetingSocket
import Web

struct InvitationDocument: Encodable {
    let id: String
    /// The standup; null for the owner's own, which are for all standups.
    @Nullable var standup: MeetingPart.Standup?
    /// Whom it is for; null for anybody.
    @Nullable var name: String?
    let role: Role
    let createdAt: String
    /// When it ends; null if it ends with a meeting.
    @Nullable var until: String?
    /// How many browsers opened the link.
    let browsers: Int
    /// The link, which is known only when the invitation is created; null later.
    @Nullable var link: String?

    init(_ invitation: Invitation, title: String?, link: String? = nil) {
        id = invitation.id.rawValue
        standup = invitation.standup.map { MeetingPart.Standup(id: $0.rawValue, title: title ?? "") }
        name = invitation.name
        role = invitation.role
        createdAt = LocalTime(invitation.createdAt).iso8601
        until = invitation.until.map { LocalTime($0).iso8601 }
        browsers = invitation.opened
        self.link = link
    }
}

/// An invitation as a sentence.
struct InvitationText: CustomStringConvertible {
    let description: String

    init(_ invitation: Invitation, title: String) {
        let whom = invitation.name.map { "\(DisplayText(quoting: $0))" } ?? "anybody"
        let end = invitation.until.map { "until \(LocalTime($0).minute)" } ?? "until the meeting ends"
        description =
            "this link is for \(whom), to \(Self.verb(invitation.role)) in \(DisplayText(quoting: title)), \(end); "
            + "to revoke it: standup invitations --revoke \(invitation.id.rawValue.prefix(ShortID.leastLength))"
    }

    private static func verb(_ role: Role) -> String {
        switch role {
        case .watch: "watch"
        case .speak: "speak"
        case .lead: "lead"
        }
    }
}
