/// What someone wants of the application, whichever key, button or mouse click said so.
///
/// The screen that is in front decides what a command means; one that it has no use for changes nothing.
package enum Command: Hashable, Sendable {
    // Moving about
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case first
    case last
    /// The field, section or button after this one.
    case nextField
    /// The field, section or button before this one.
    case previousField
    /// A row, card, field or button by its index on the screen, as a mouse click says it.
    case select(Int)
    /// Opens, presses or confirms what is selected.
    case activate
    /// Closes what is in front; the way back.
    case back

    // Typing
    case insert(String)
    case deleteBackward
    case deleteForward
    case deleteWord
    case deleteToStart
    case deleteToEnd

    // Anywhere
    case help
    case quit
    case undo
    case openDevices

    // Standups and meetings
    case add
    case edit
    case delete
    case start
    case filter
    /// Confirms a form.
    case save
    /// Marks the selected attendee as here or not here.
    case toggle
    case addRow
    case removeRow
    case moveRowUp
    case moveRowDown
    /// Gives the selected utterance to another attendee.
    case moveUtterance
    /// Shows the next older transcript.
    case nextVersion
    /// Makes the transcript that is shown the one that counts.
    case chooseVersion
    case testDing

    // A running meeting
    case nextSpeaker
    case previousSpeaker
    case later
    /// Marks somebody absent, or present again.
    case absence
    case extend
    case shorten
    case pause
    case shuffle
    case slotEnd
    case warning
    case mute
    case note
    case end

    /// Answers a dialog by the index of the answer.
    case answer(Int)
}
