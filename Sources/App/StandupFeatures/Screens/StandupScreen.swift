package import MeetingModel

/// A standup's page: its facts, who takes part, how they used their time, its past meetings.
package struct StandupScreen: Hashable, Sendable, Codable {
    /// An attendee, with what the past meetings say.
    package struct AttendeeRow: Hashable, Sendable, Codable {
        /// The name.
        package var name: String
        /// The slot, such as "5 min".
        package var slot: String
        /// How much of the slot was used on average, such as "4:10"; empty before the first meeting.
        package var averageUsed: String
        /// How much of it was speech, such as "3:20".
        package var averageSpeech: String
        /// The average use as a part of the longest bar, 0 to 1.
        package var used: Double
        /// The average speech as a part of the longest bar, 0 to 1.
        package var speech: Double
        /// Where on the bar the slot ends, 0 to 1.
        package var slotEnd: Double
        /// The use in the last meetings, oldest first, 0 to 1 of the most; nil where absent.
        package var trend: [Double?]
        /// What the trend says in words, such as "+0:20" against the meetings before.
        package var change: String

        /// A row.
        package init(
            name: String, slot: String = "", averageUsed: String = "", averageSpeech: String = "", used: Double = 0,
            speech: Double = 0, slotEnd: Double = 1, trend: [Double?] = [], change: String = ""
        ) {
            self.name = name
            self.slot = slot
            self.averageUsed = averageUsed
            self.averageSpeech = averageSpeech
            self.used = used
            self.speech = speech
            self.slotEnd = slotEnd
            self.trend = trend
            self.change = change
        }
    }

    /// A past meeting.
    package struct MeetingRow: Hashable, Sendable, Codable {
        /// The meeting's id.
        package var id: String
        /// The day and time.
        package var date: String
        /// How long it took.
        package var duration: String
        /// "interrupted", "running now" and the like; empty for one that was ended.
        package var state: String

        /// A row.
        package init(id: String, date: String, duration: String, state: String = "") {
            self.id = id
            self.date = date
            self.duration = duration
            self.state = state
        }
    }

    /// Something that can be selected and activated; the rows count through the whole page in this order.
    package enum Row: Hashable, Sendable {
        /// The button that starts a meeting.
        case start
        /// An attendee, by the index.
        case attendee(Int)
        /// A meeting, by the index.
        case meeting(Int)
    }

    /// The title.
    package var title: String
    /// The colours.
    package var theme: Theme
    /// The text of the button that starts a meeting.
    package var start: String
    /// Length, theme, settings.
    package var facts: [Fact]
    /// The heading above the attendees.
    package var attendeesTitle: String
    /// The attendees.
    package var attendees: [AttendeeRow]
    /// What bars and trends show, such as "used and spoken on average, last 12 meetings"; nil before the first meeting.
    package var statistics: String?
    /// The heading above the meetings; nil where there are none.
    package var meetingsTitle: String?
    /// The past meetings, newest first: those loaded so far.
    package var meetings: [MeetingRow]
    /// What can be selected; `select` counts in it.
    package var rows: [Row]
    /// The row that the keys work on.
    package var selected: Int?

    /// A page.
    package init(
        title: String, theme: Theme, start: String, facts: [Fact], attendeesTitle: String, attendees: [AttendeeRow],
        statistics: String? = nil, meetingsTitle: String? = nil, meetings: [MeetingRow] = [], rows: [Row],
        selected: Int? = nil
    ) {
        self.title = title
        self.theme = theme
        self.start = start
        self.facts = facts
        self.attendeesTitle = attendeesTitle
        self.attendees = attendees
        self.statistics = statistics
        self.meetingsTitle = meetingsTitle
        self.meetings = meetings
        self.rows = rows
        self.selected = selected
    }
}
