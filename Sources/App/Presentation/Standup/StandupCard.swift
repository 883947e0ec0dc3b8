package import Localization
package import MeetingModel

/// A standup in the list of standups.
package struct StandupCard: Hashable, Sendable, Codable {
    package var id: String
    package var title: String
    /// The number of attendees, such as "3 attendees".
    package var attendees: String
    /// The attendees' names as one text.
    package var names: String
    /// The length, such as "15 min".
    package var length: String
    /// When the last meeting took place; nil if there was none.
    package var lastMeeting: String?
    package var theme: Theme
}

extension StandupCard {
    /// `lastMeeting` says when the last meeting took place, or that one is running.
    package init(_ standup: Standup, lastMeeting: String?, _ localizer: Localizer) {
        id = standup.id.rawValue
        title = DisplayText(standup.title).description
        attendees = localizer(.listAttendees(count: .count(standup.attendees.count)))
        names = localizer.list(standup.attendees.map(\.name))
        length = localizer.duration(standup.length)
        self.lastMeeting = lastMeeting
        theme = standup.theme
    }
}
