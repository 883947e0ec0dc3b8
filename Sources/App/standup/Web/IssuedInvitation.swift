import MeetingHistory
import MeetingModel
import MeetingSocket
import Web

/// A new invitation, kept in the data folder, with its link.
struct IssuedInvitation {
    let invitation: Invitation
    let link: String

    /// Creates an invitation and keeps it; `until` is nil if it ends with a meeting.
    init(
        standup: Standup.ID, name: String?, attendee: Attendee.ID?, role: Role, until: Timestamp?,
        server: WebServerFile, in folder: DataFolder
    ) throws {
        var generator = SystemRandomNumberGenerator()
        let secret = Secret(using: &generator)
        let invitation = Invitation(
            id: Invitation.ID(using: &generator), secret: try secret.digest, standup: standup, name: name,
            attendee: attendee, role: role, createdAt: .now, until: until)
        try InvitationStore(folder: folder).change { (book) throws(InvitationError) in try book.add(invitation) }
        self.invitation = invitation
        link = JoinLink(url: server.url, secret: secret).description
    }
}
