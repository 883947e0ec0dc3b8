package import MeetingModel

/// A running meeting as the live page shows it.
///
/// All texts are final, in the language of the page. `question`, `isMuted`, `absentees` and `isMissing` are nil for
/// everybody but the lead, and `points` and `marks` are empty for those who may not read the history.
package struct LivePageMeeting: Hashable, Sendable, Encodable {
    /// The state of the turn; the page shows it by color.
    package enum State: String, Hashable, Sendable, Encodable {
        /// There is enough time.
        case calm
        /// The slot ends soon.
        case warning
        case overtime
        case paused
        /// The countdown is over; the last data is being written.
        case ending
    }

    /// The question to the lead that stops the countdown.
    package enum Question: String, Hashable, Sendable, Encodable {
        /// Whether to end the meeting: save, discard or resume.
        case end
        /// Whether to end the meeting after the last attendee: save or resume.
        case endAfterLast
    }

    package struct Turn: Hashable, Sendable, Encodable {
        /// The attendee's id; nil when the meeting is over.
        package var speaker: String?
        /// The turn, as forms name it; empty when the meeting is over.
        package var id: String
        /// "Ann is speaking".
        package var text: String
        /// The time left, the overtime, or, when the meeting is over, its length.
        package var clock: LiveClock
        /// Whether the clock shows overtime, which has a plus before it.
        var isOver: Bool
        /// "left" or "total"; empty in overtime.
        package var label: String
        /// "time is nearly up" or "overtime", which the page also announces; empty before.
        var alert: String
        /// The time used and left together, in milliseconds.
        package var whole: Int64
    }

    package struct Speaker: Hashable, Sendable, Encodable {
        /// The attendee's id, by which commands name them.
        package var id: String
        package var name: String
        /// `spoke`, `speaking`, `waiting`, `absent` or `skipped`.
        package var state: String
        /// The state in words.
        var stateText: String
        /// What the time is: "used" or "left"; empty without one.
        var timeText: String
        /// The time used, or allotted to those who wait; nil for an absent attendee who has not spoken.
        package var time: LiveClock?
        /// When the turn of an attendee who waits will start; nil while that cannot be said.
        var starts: LiveClock?
        /// The attendee's share of the whole meeting, 0 to 1.
        var share: Double
        /// The elapsed part of that share, 0 to 1.
        var progress: Double
        /// Whether the attendee has exceeded the slot.
        var isOver: Bool
        /// Whether the attendee has written an update for the meeting.
        var hasWritten: Bool
        /// Whether the attendee has the page open.
        var isHere: Bool
        /// Whether the attendee has it open and wants to say something.
        var hasHand: Bool
        /// Whether the attendee waits, joins by call, and does not have the page open; nil for everybody but the lead.
        var isMissing: Bool?
    }

    package struct Line: Hashable, Sendable, Encodable {
        /// The speaker.
        package var name: String
        package var text: String
        /// Whether the words may still change.
        var isPartial: Bool
        /// The id of the open point that it is; nil for a line of the transcript.
        package var point: String?
    }

    package var id: String
    /// The instant of this state, in milliseconds on the server's monotonic axis.
    package var now: Int64
    package var title: String
    package var theme: Theme
    package var state: State
    package var turn: Turn
    /// "Speaker 2 of 3".
    package var place: String
    /// "Next: Ben", or "Last speaker"; empty when the meeting is over.
    package var next: String
    /// When the next turn will start; nil while that cannot be said.
    var nextStarts: LiveClock?
    /// The meeting's elapsed time, without pauses.
    var elapsed: LiveClock
    var remaining: LiveClock
    /// The expected end, in milliseconds since 1970; nil in a pause and in overtime, in which it moves.
    var endsAt: Int64?
    /// The attendees in speaking order, the absent last.
    var speakers: [Speaker]
    /// The open points of the speaker, each with its mark, if it has one, as the name; none for those who may not read
    /// the history.
    package var points: [Line]
    /// The marks of points in this meeting, as texts by the points' ids.
    var marks: [String: String]
    /// The last lines of the transcript, oldest first.
    package var lines: [Line]
    /// The text shown while there are no lines.
    var noLines: String
    /// The state of the recording, such as "● recording".
    package var recording: String
    var isRecording: Bool
    /// Whether the meeting is recorded and transcribed, as a sentence.
    var consent: String
    /// Whether the sound at every change of speaker is muted; nil for everybody but the lead.
    var isMuted: Bool?
    /// "Mark Ben and Cleo absent", for those who are missing; nil if nobody is.
    var absentees: String?
    /// The question that stops the countdown; nil for everybody but the lead.
    package var question: Question?
}
