package import MeetingModel

/// A standup's page: its facts, its attendees with their use of time, and its past meetings.
package struct StandupScreen: Hashable, Sendable, Codable {
    /// An attendee, with statistics from past meetings.
    package struct AttendeeRow: Hashable, Sendable, Codable {
        package var name: String
        /// The average slot in the past meetings with a turn, such as "5:00"; before the first one, the slot of the next.
        package var slot: String = ""
        /// The average time used, such as "4:10"; empty before the first meeting.
        package var averageUsed: String = ""
        /// The average speech within that time, such as "3:20".
        package var averageSpeech: String = ""
        /// The average time used as a fraction of the longest bar, 0 to 1.
        package var used: Double = 0
        /// The average speech as a fraction of the longest bar, 0 to 1.
        package var speech: Double = 0
        /// The average overtime, the last part of `used`, as a fraction of the longest bar, 0 to 1.
        package var overtime: Double = 0
        /// The end of the slot as a fraction of the longest bar, 0 to 1.
        package var slotEnd: Double = 1
        /// The time used in the last meetings, oldest first, relative to the maximum; nil if absent.
        package var trend: [Double?] = []
        /// The trend as text, such as "+0:20" compared with the earlier meetings.
        package var change: String = ""
    }

    /// An open point, or one that was marked here.
    package struct PointRow: Hashable, Sendable, Codable {
        /// The person; empty if it is the same as in the row above.
        package var name: String
        /// The kind, and for how many meetings it has been open if they are several.
        package var kind: String
        package var state: MeetingModel.Point.State
        /// The state in words; empty if the kind says it.
        package var stateText: String
        package var text: String
        /// Whether it is a blocker that has been open in three meetings or more.
        package var isLongBlock: Bool
        /// When the meeting was in which it was said last.
        package var date: String
        package var id: MeetingModel.Point.ID
        /// That meeting's id.
        package var meeting: Meeting.ID
        /// When it was said, in seconds of meeting time.
        package var start: Double
    }

    /// An update that waits for the next meeting, or is being typed.
    package struct UpdateRow: Hashable, Sendable, Codable {
        package var name: String
        /// The first line.
        package var text: String
        /// The field with the text; nil unless it is being typed.
        package var field: FieldScreen?

        package init(name: String, text: String, field: FieldScreen? = nil) {
            self.name = name
            self.text = text
            self.field = field
        }
    }

    /// A selectable row; rows are numbered through the whole page in this order.
    package enum Row: Hashable, Sendable {
        case start
        case attendee(Int)
        case point(Int)
        case meeting(Int)
    }

    package var title: String
    package var theme: Theme
    /// The text of the button that starts a meeting.
    package var start: String
    package var length: Fact
    /// Theme, settings, language and vocabulary.
    package var facts: [Fact]
    package var attendeesTitle: String
    package var attendees: [AttendeeRow]
    /// What the attendees' times are, such as "average of the last 12 meetings"; nil before the first meeting.
    package var statistics: String?
    /// The headings of the attendees' columns: name, slot, the parts of a bar, times and change; empty before the first
    /// meeting.
    package var columns: [String] = []
    /// The heading above the updates; nil if there are none.
    package var updatesTitle: String?
    /// The updates by person.
    package var updates: [UpdateRow] = []
    /// The heading above the points; nil if there are none.
    package var pointsTitle: String?
    /// The open points by person.
    package var points: [PointRow] = []
    /// The heading above the meetings; nil if there are none.
    package var meetingsTitle: String?
    /// That there are no meetings; nil if there are, or they have not been counted.
    package var noMeetings: String?
    /// The past meetings loaded so far, newest first.
    package var meetings: [MeetingRow] = []
    /// The selectable rows; `select` is an index into them.
    package var rows: [Row]
    package var selected: Int?

    /// All facts in the order in which the terminal shows them.
    package var allFacts: [Fact] { [length] + facts }
}

/// In JSON, a row is a string: `start`, `attendee:0`, `point:0`, `meeting:0`.
extension StandupScreen.Row: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let parts = try container.decode(String.self).split(separator: ":")
        switch (parts.first, parts.dropFirst().first.flatMap { Int($0) }) {
        case ("start", nil): self = .start
        case ("attendee", let index?): self = .attendee(index)
        case ("point", let index?): self = .point(index)
        case ("meeting", let index?): self = .meeting(index)
        default: throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a row")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .start: try container.encode("start")
        case .attendee(let index): try container.encode("attendee:\(index)")
        case .point(let index): try container.encode("point:\(index)")
        case .meeting(let index): try container.encode("meeting:\(index)")
        }
    }
}
