package import MeetingModel

/// A running meeting.
package struct RecordScreen: Hashable, Sendable, Codable {
    /// The state of the turn; front ends show it by color.
    package enum ClockState: String, Hashable, Sendable, Codable {
        /// There is enough time.
        case calm
        /// The slot ends soon.
        case warning
        case overtime
        case paused
        /// The countdown is over; the last data is being written.
        case ending
    }

    /// An attendee, in speaking order.
    package struct Speaker: Hashable, Sendable, Codable {
        package enum State: String, Hashable, Sendable, Codable {
            case spoke
            case speaking
            case waiting
            case absent
            /// Had a turn that was ended at once.
            case skipped
        }

        package var id: String
        package var name: String
        package var state: State
        /// The time used, or what is left to one who waits, such as "4:10".
        package var time: String
        /// The time given; empty for one who has no turn.
        package var slot: String = ""
        /// The attendee's share of the whole meeting, 0 to 1; all shares add up to 1.
        package var share: Double
        /// The elapsed part of that share, 0 to 1.
        package var progress: Double
        package var isOvertime: Bool = false
        /// Whether the attendee has the meeting's page open.
        package var isFollowing: Bool = false
        /// Whether the attendee has written an update for the meeting.
        package var hasWritten: Bool = false
    }

    /// A line of the live transcript.
    package struct Line: Hashable, Sendable, Codable {
        package var name: String
        package var text: String
        /// Whether the words may still change.
        package var isPartial: Bool
    }

    /// An open point of the present speaker, from an earlier meeting.
    package struct OpenPoint: Hashable, Sendable, Codable {
        package var id: MeetingModel.Point.ID
        /// Its kind and words, such as "plan: test the search".
        package var text: String
        /// How it was marked in this meeting; nil if it was not.
        package var mark: MeetingModel.Point.State?
        /// The mark as text, such as "still open"; empty without one.
        package var markText: String = ""
        /// Whether the next key marks it.
        package var isNext: Bool = false
        /// Whether it is a blocker that has been open for three meetings or more.
        package var isLongBlock: Bool = false
    }

    package var title: String
    package var theme: Theme
    package var clockState: ClockState
    /// "Ann is speaking".
    package var speaking: String
    /// The name of the present speaker; empty if there is none.
    package var speaker: String = ""
    /// The time left in the turn, or the overtime with a plus: "1:23", "+0:12".
    ///
    /// It contains only digits, a colon and a sign.
    package var clock: String
    /// The label of the clock: "left" or "over time".
    package var clockLabel: String
    /// The elapsed part of the turn, 0 to 1.
    package var turnProgress: Double
    /// "Speaker 2 of 3".
    package var place: String
    /// "Next: Ben", or "No more speakers".
    package var next: String
    /// The name of the next speaker; empty if there is none.
    package var nextSpeaker: String = ""
    /// The label of the next speaker's name: "Next".
    package var nextLabel: String = ""
    /// "time is nearly up", beside the label of the clock; empty unless the slot ends soon.
    package var warning: String = ""
    /// "Paused", in capitals, for large letters; empty unless the meeting is paused.
    package var pausedSign: String = ""
    /// Whether the stage is inverted for a moment, because the speaker has changed, the slot ends soon or is over.
    package var isFlashing: Bool = false
    /// The meeting's elapsed and remaining time, and when it will end.
    package var facts: [Fact]
    /// The elapsed part of the meeting, 0 to 1.
    package var progress: Double
    /// All attendees in speaking order, the absent last; `select` is an index into them.
    package var speakers: [Speaker]
    /// The selected attendee, for absence and order; nil if there is no selection.
    package var selected: Int?
    /// The state of the recording: "● recording", "paused, off the record", "microphone lost".
    package var recording: String
    package var isRecording: Bool
    /// The microphone's level, 0 to 1; nil without a microphone.
    package var level: Double?
    /// The level of the call, 0 to 1; nil without a call, or while it is not heard.
    package var callLevel: Double?
    /// "Muted" as text; nil if the cues are audible.
    package var muted: String?
    /// That there is a private note, without its text; empty if there is none, or it is being edited.
    package var noteSign: String = ""
    /// What happens at a slot's end and when warnings are given, as text.
    package var settings: String = ""
    /// Who follows the meeting elsewhere, such as "Following: Ann, Ben"; empty if nobody does.
    package var audience: String = ""
    /// The last lines of the transcript, oldest first.
    package var lines: [Line] = []
    package var noLines: String = ""
    package var openPoints: [OpenPoint] = []
    /// Their heading: "Still open".
    package var openPointsLabel: String = ""
    /// "1 of 3": the point that the next key marks; the last one if all are marked.
    package var openPointsPlace: String = ""
    /// What the present speaker said in the standup's previous meeting; nil if nothing is known.
    package var lastWords: Fact?
    /// The field of the lead's private note; nil unless the note is being edited, so that nobody else reads it.
    package var noteField: FieldScreen?
}
