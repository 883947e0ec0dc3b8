package import MeetingModel

/// The list of standups.
package struct ListScreen: Hashable, Sendable, Codable {
    package struct Card: Hashable, Sendable, Codable {
        package var id: String
        package var title: String
        /// The number of attendees, such as "3 attendees".
        package var attendees: String
        /// The attendees' names as one text.
        package var names: String
        /// The attendees' names, in order.
        var attendeeNames: [String] = []
        /// The length, such as "15 min".
        package var length: String
        /// How its meetings go: the end of a slot, unused time and warnings.
        package var settings: [String] = []
        /// When the last meeting took place; nil if there was none.
        package var lastMeeting: String?
        package var theme: Theme
    }

    package var title: String
    /// The number of standups, in total or after filtering.
    var summary: String = ""
    /// The filter; nil if it is neither set nor being edited.
    package var filter: FieldScreen?
    /// The cards; `select` is an index into them and, after them, into the meetings.
    package var cards: [Card]
    /// The heading above the latest meetings, or that there are none; nil until they have been read.
    var meetingsTitle: String?
    /// The latest meetings of the standups, newest first.
    package var meetings: [MeetingRow] = []
    /// The index of the selected card or meeting.
    var selected: Int?
    var emptyTitle: String?
    /// The text of an empty list, with a hint what to do.
    package var empty: String?
}
