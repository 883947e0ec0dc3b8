package import MeetingHistory

extension DataFolder {
    /// The path of the invitations.
    package var invitationsPath: String { path + "/" + Self.invitationsName }
}
