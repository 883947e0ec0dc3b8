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
    /// A past meeting.
    case meeting
    /// The choice of devices.
    case devices
    /// A question.
    case dialog
    /// A field that is typed into, wherever it is.
    case text
    /// The help.
    case help
}
