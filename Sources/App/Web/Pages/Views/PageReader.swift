package import Localization
package import MeetingModel
package import MeetingSocket

/// Who reads a page, and in which language.
package struct PageReader: Sendable {
    /// The texts.
    package let localizer: Localizer
    /// The role; nil for somebody without an invitation.
    package let role: Role?
    /// The attendee as whom the reader was invited; nil for everybody else.
    package let attendee: Attendee.ID?

    /// A reader; by default one without an invitation.
    package init(_ localizer: Localizer, role: Role? = nil, attendee: Attendee.ID? = nil) {
        self.localizer = localizer
        self.role = role
        self.attendee = attendee
    }

    /// Whether the reader has a right.
    func may(_ right: Right) -> Bool { role?.may(right) == true }
}

package protocol WebPage: Sendable {
    /// The page as markup.
    var document: HTMLDocument { get }
}
