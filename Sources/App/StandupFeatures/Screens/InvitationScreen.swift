package import MeetingModel
package import Presentation

/// The invitation: a link to a standup's pages, with its QR code.
package struct InvitationScreen: Hashable, Sendable, Codable {
    package var title: String
    package var theme: Theme
    /// Whom the link is for.
    var invitee: String
    /// The roles; `select` is an index into them.
    var roles: [String]
    /// The index of the role of the link shown.
    var selected: Int
    /// What that role may do.
    package var may = ""
    /// When the link is to end, as the user types it.
    package var end = FieldScreen(label: "")
    /// A sentence for the chat of a call that is recorded, shown instead of the link; nil unless it was asked for.
    var callNotice: Fact?
    /// The link; empty while there is none.
    package var link = ""
    /// The QR code as lines of half blocks; nil if there is none.
    package var code: [String]?
    /// What stands in its place if there is none, or no room for it.
    var noCode = ""
    package var until = ""
    /// That only this computer can open the link; empty if others can.
    var warning = ""
    /// Where the web server runs, or how others reach it.
    package var server = ""
    /// Why there is no link yet, such as "Creating the link…".
    package var state: String?
    /// Why there is no link.
    package var problem: String?
    /// In a running meeting, the speaker and their time.
    package var countdown: String?
}
