#if Web
import MeetingModel
import MeetingSocket
import Web

/// Who sends a request.
struct Visitor: Hashable, Sendable {
    /// The invitation that let the browser in.
    let invitation: Invitation
    /// The digest of the browser's cookie.
    let cookie: SecretDigest

    /// What the visitor may do.
    var role: Role { invitation.role }

    /// Whether the visitor may see anything of a standup.
    func sees(_ standup: Standup.ID) -> Bool { invitation.standup.map { $0 == standup } ?? true }
}
#endif
