/// What somebody may do in a meeting and with its history.
package enum Role: String, CaseIterable, Hashable, Sendable, Codable {
    /// Follows the running meeting.
    case watch
    /// An attendee: decides about their own turn and voice, writes their own update, and reads the history of their standup.
    case speak
    /// Leads the meeting: everything.
    case lead

    /// The socket of a meeting and the web server both decide by this table; docs/security.md shows it.
    var rights: Set<Right> {
        switch self {
        case .watch: [.followMeeting]
        case .speak: [.followMeeting, .ownTurn, .writeUpdate, .ownVoice, .readHistory, .hearRecordings, .export]
        case .lead: Set(Right.allCases)
        }
    }

    package func may(_ right: Right) -> Bool { rights.contains(right) }
}

package enum Right: String, CaseIterable, Hashable, Sendable, Codable {
    /// Sees the running meeting: the clock, the speakers and the words.
    case followMeeting
    /// Ends their own turn, moves it to the end of the queue, marks their own open points, and marks themselves
    /// absent or present.
    case ownTurn
    /// Writes their own update for the next meeting.
    case writeUpdate
    /// Sees what is known of their own voice, has it forgotten, and decides whether it may be learned.
    case ownVoice
    /// Gives any command to the running meeting.
    case controlMeeting
    /// Reads the standup, its past meetings, transcripts and statistics, and searches them.
    case readHistory
    case hearRecordings
    /// Downloads recordings and transcripts.
    case export
    /// Corrects transcripts.
    case correct
    /// Marks open points as done or dropped.
    case markPoints
}
