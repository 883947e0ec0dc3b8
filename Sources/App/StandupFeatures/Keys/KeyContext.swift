/// What is in front, as far as the meaning of keys goes.
package enum KeyContext: String, CaseIterable, Hashable, Sendable, Codable {
    /// The list of standups.
    case list
    /// A standup's page.
    case standup
    /// A form, on a field that is not typed into.
    case form
    /// Who is here, before a meeting.
    case start
    /// A running meeting.
    case record
    /// A meeting that is over and being written to the end.
    case ending
    /// A past meeting.
    case meeting
    /// The choice of devices.
    case devices
    /// A question.
    case dialog
    /// A field of a form that is typed into.
    case text
    /// The filter of the list while it is typed.
    case filter
    /// A line that is typed by itself, such as a note or words that are corrected: Enter keeps it, Escape drops it.
    case line
    /// The help.
    case help
}
