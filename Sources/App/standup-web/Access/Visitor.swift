#if Web
import MeetingModel
import MeetingSocket
import Web

/// Who sends a request.
struct Visitor: Hashable, Sendable {
    let invitation: Invitation
    let cookie: SecretDigest

    var role: Role { invitation.role }

    /// Whether the visitor may see anything of a standup.
    func sees(_ standup: Standup.ID) -> Bool { invitation.standup.map { $0 == standup } ?? true }
}
#endif
