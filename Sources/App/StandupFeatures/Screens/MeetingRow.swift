package import MeetingModel

/// A past or running meeting in a list.
package struct MeetingRow: Hashable, Sendable, Codable {
    package var id: String
    /// The day and time.
    package var date: String
    /// The standup's title; nil in a list of one standup's meetings.
    package var title: String?
    /// The standup's theme; nil in a list of one standup's meetings.
    package var theme: Theme?
    package var duration: String
    /// The state, such as "interrupted" or "running"; empty for a meeting that ended normally.
    package var state: String = ""
    /// Who spoke, as one text.
    package var names: String = ""
    /// Whether it is marked; nil if no meeting is, so that nothing shows it.
    var isMarked: Bool?
}
