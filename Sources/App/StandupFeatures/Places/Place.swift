/// Where one is in the application, as a value.
///
/// Each case is one path from the list of standups down; at most one thing is open on each level.
package indirect enum Place: Hashable, Sendable {
    /// The list of standups, filtered by a text and by an attendee's name where they are given.
    case list(filter: String? = nil, attendee: String? = nil)
    /// The choice of devices.
    case devices
    /// The form of a new standup.
    case add(focus: FormFocus? = nil)
    /// A standup's page, by the standup's id, its title, or its number in the list.
    case standup(String)
    /// The form of a standup that there is.
    case edit(String, focus: FormFocus? = nil)
    /// Who is here, before a meeting of a standup.
    case start(String)
    /// The running meeting of a standup.
    case record(String)
    /// A past meeting of a standup, by its id or its number, 1 the newest; with an utterance where one is selected.
    case meeting(String, meeting: String, utterance: Int? = nil)
}

/// A field of the form of a standup.
package enum FormFocus: Hashable, Sendable, Codable {
    case title
    case length
    case theme
    case language
    case slotEnd
    case timeSharing
    case warnings
    case warningSounds
    case vocabulary
    /// The row of an attendee, counted from 0.
    case attendee(Int)
}
