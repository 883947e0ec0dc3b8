package import Presentation

/// The list of standups.
package struct ListScreen: Hashable, Sendable, Codable {
    package var title: String
    /// The number of standups, in total or after filtering.
    var summary: String = ""
    /// The filter; nil if it is neither set nor being edited.
    package var filter: FieldScreen?
    /// The cards; `select` is an index into them and, after them, into the meetings.
    package var cards: [StandupCard]
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
