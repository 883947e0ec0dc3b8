import MeetingHistory

extension DataFolder {
    var invitationsPath: String { path + "/" + Self.invitationsName }
}
