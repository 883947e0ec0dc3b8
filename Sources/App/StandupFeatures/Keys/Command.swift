/// A user's command, independent of the key, button or click that triggered it.
///
/// The screen in front interprets the command and ignores those it does not support.
package enum Command: Hashable, Sendable {
    // Navigation
    case up
    case down
    case left
    case right
    /// The beginning of the word before the cursor.
    case wordLeft
    /// The end of the word after the cursor.
    case wordRight
    case pageUp
    case pageDown
    case first
    case last
    /// The next field, section or button.
    case nextField
    /// The previous field, section or button.
    case previousField
    /// A row, card, field or button by its index on the screen, as selected by a click.
    case select(Int)
    /// Opens, presses or confirms the selected element.
    case activate
    /// Closes the screen or dialog in front.
    case back

    // Text input
    case insert(String)
    case deleteBackward
    case deleteForward
    case deleteWord
    case deleteToStart
    case deleteToEnd

    // Global
    case help
    case quit
    case undo
    case openDevices
    /// Stops the program until the shell continues it.
    case suspend
    /// Shows the background task that is running, or puts it behind the screen.
    case showTask
    /// Lists the invitations to a standup's pages, to revoke one.
    case listInvitations
    /// Sends the minutes of a meeting to the destinations of its standup.
    case postMinutes
    /// Lists the versions of a meeting's points, to choose one.
    case listPoints
    /// Shows the sentence for the chat of a call that is recorded, or hides it.
    case showCallNotice
    /// Opens the invitation, with a new link to the standup's pages.
    case invite

    // Standups and meetings
    /// Shows a meeting of recorded voices.
    case demo
    case add
    case edit
    case delete
    case start
    /// Shows the running meeting without taking part in it.
    case watch
    case filter
    case save
    /// Switches what is selected, such as an attendee's presence.
    case toggle
    /// Marks the selected attendee as one who joins by call, or as one in the room.
    case toggleRemote
    case toggleCall
    case addRow
    case removeRow
    case moveRowUp
    case moveRowDown
    /// Selects the row at an index without opening or changing it, as the mouse does when it begins to drag it.
    case grab(Int)
    /// Moves the selected row to the place of the one at an index, over which it is dragged.
    case moveRow(to: Int)
    /// Plays the recording from the selected utterance.
    case play
    /// Seeks to a place in the recording, in thousandths of its length, as selected by a click.
    case seekTo(Int)
    /// Chooses whose turns to hear.
    case chooseSpeaker
    case chooseLoudspeaker
    /// Plays the next of: both sides of a call, the room, the call.
    case changeChannel
    case slower
    case faster
    case previousTurn
    case nextTurn
    /// Opens or returns to the words to look for.
    case find
    case nextHit
    case previousHit
    /// Opens find and replace.
    case replace
    /// Marks the selected passage, or takes its mark away.
    case toggleMark
    case nextMark
    /// Opens the minutes, or returns to the transcript.
    case showMinutes
    /// Shows the technical facts of a meeting, or hides them.
    case showDetails
    /// Gives the minutes to the terminal's clipboard.
    case copy
    case markDone
    case markOpen
    case markDropped
    /// Opens the update of the selected attendee for the next meeting.
    case writeUpdate
    /// Asks for the kind of the selected point.
    case changeKind
    /// Makes the points again by the rules.
    case makeMinutes
    /// Has an assistant make the points.
    case askAssistant
    case export
    /// Covers fewer meetings by the statistics.
    case fewerMeetings
    case moreMeetings
    case importFile
    /// Opens the choices for transcribing a meeting again.
    case transcribe
    case redo
    /// Opens the search over all meetings.
    case search
    case filterStandup
    case filterPerson
    case filterTime
    /// Finds texts with any of the words, or with all.
    case matchAny
    /// Finds points of minutes, or what was said and written.
    case findPoints
    /// Assigns the selected utterance to another attendee.
    case moveUtterance
    /// Shows the next older transcript.
    case nextVersion
    /// Compares the transcript shown with the current one.
    case compare
    /// Chooses the first of two transcripts that are compared.
    case compareFrom
    /// Chooses the second of two transcripts that are compared.
    case compareTo
    /// Makes the transcript shown the current one.
    case chooseVersion
    case testDing
    /// Compares the selected speech model with the catalogue.
    case verify

    // A running meeting
    case nextSpeaker
    case previousSpeaker
    case later
    /// Marks an attendee absent, or present again.
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
    /// Leaves the meeting, which goes on.
    case detach
    /// Marks everybody absent who waits and does not follow the meeting elsewhere.
    case absentUnlessFollowing

    /// Answers a dialog with the answer at this index.
    case answer(Int)
}
