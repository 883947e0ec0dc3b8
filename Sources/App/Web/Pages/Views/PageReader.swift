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
    /// When the page is read; nil for a page that writes out all dates.
    package let now: Timestamp?

    package init(_ localizer: Localizer, role: Role? = nil, attendee: Attendee.ID? = nil, now: Timestamp? = nil) {
        self.localizer = localizer
        self.role = role
        self.attendee = attendee
        self.now = now
    }

    /// A date and time as the reader says it now.
    func date(_ instant: Timestamp) -> String {
        now.map { localizer.spokenDate(instant, now: $0) } ?? localizer.dateAndTime(instant)
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
