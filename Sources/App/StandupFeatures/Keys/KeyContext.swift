package enum KeyContext: String, CaseIterable, Hashable, Sendable, Codable {
    case list
    case standup
    /// A form, on a field without text input.
    case form
    /// The attendance list before a meeting.
    case start
    /// A running meeting.
    case record
    /// A running meeting that is only watched.
    case watch
    /// The words of the search over all meetings.
    case search
    /// What that search has found.
    case results
    /// The words to find in a transcript.
    case find
    /// The words to find and replace in a transcript.
    case replace
    /// The comparison of two transcripts.
    case comparison
    case minutes
    case export
    /// The choices for transcribing a meeting again.
    case transcribe
    /// The choices for sending minutes.
    case post
    case exportFile
    case files
    /// The choices for a file to import.
    case importForm = "import"
    /// A text field of these choices.
    case importText = "import-text"
    /// Work that takes a while, and can be broken off.
    case progress
    /// A meeting that is over while its last data is written.
    case ending
    /// A past meeting.
    case meeting
    case devices
    case invitation
    case dialog
    /// A text field of a form.
    case text
    /// The filter field of the list.
    case filter
    /// A single-line field, such as a note or a correction: Enter saves it, Escape and Ctrl-C discard it.
    case line
    case help
}
