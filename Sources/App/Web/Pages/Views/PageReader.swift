package import Localization
package import MeetingModel
package import MeetingSocket

/// Who reads a page, and in which language.
package struct PageReader: Sendable {
    package let localizer: Localizer
    /// The role; nil for somebody without an invitation.
    package let role: Role?
    /// The attendee as whom the reader was invited; nil for everybody else.
    package let attendee: Attendee.ID?

    package init(_ localizer: Localizer, role: Role? = nil, attendee: Attendee.ID? = nil) {
        self.localizer = localizer
        self.role = role
        self.attendee = attendee
    }

    func may(_ right: Right) -> Bool { role?.may(right) == true }

    /// The attendees for whom the reader may use a right: a lead for all, others for themselves.
    func attendees(of standup: Standup, with right: Right) -> [Attendee] {
        guard may(right) else { return [] }
        return standup.attendees.filter { may(.controlMeeting) || $0.id == attendee }
    }
}

package protocol WebPage: Sendable {
    var document: HTMLDocument { get }
}
