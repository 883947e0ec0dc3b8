package import MeetingModel

/// A running meeting.
package struct RecordScreen: Hashable, Sendable, Codable {
    /// How the turn stands, which a face shows by colour.
    package enum Mood: String, Hashable, Sendable, Codable {
        /// There is time.
        case calm
        /// The slot ends soon.
        case warning
        /// The slot is over.
        case overtime
        /// The countdown stands still.
        case paused
        /// The countdown is over; the rest is being written.
        case ending
    }

    /// Somebody of the meeting, in the order of speaking.
    package struct Speaker: Hashable, Sendable, Codable {
        /// Where they stand.
        package enum State: String, Hashable, Sendable, Codable {
            case spoke
            case speaking
            case waiting
            case absent
        }

        /// The name.
        package var name: String
        /// Where they stand.
        package var state: State
        /// The time used or to be used, such as "4:10".
        package var time: String
        /// How much of the whole meeting is theirs, 0 to 1; all of them make 1.
        package var share: Double
        /// How much of that has passed, 0 to 1.
        package var progress: Double
        /// Whether they have spoken, or speak, past their slot.
        package var isOvertime: Bool

        /// A speaker.
        package init(
            name: String, state: State, time: String, share: Double, progress: Double, isOvertime: Bool = false
        ) {
            self.name = name
            self.state = state
            self.time = time
            self.share = share
            self.progress = progress
            self.isOvertime = isOvertime
        }
    }

    /// Something that was said.
    package struct Line: Hashable, Sendable, Codable {
        /// Who said it.
        package var name: String
        /// The words.
        package var text: String
        /// Whether they may still change.
        package var isPartial: Bool

        /// A line.
        package init(name: String, text: String, isPartial: Bool) {
            self.name = name
            self.text = text
            self.isPartial = isPartial
        }
    }

    /// The standup's title.
    package var title: String
    /// The colours.
    package var theme: Theme
    /// How the turn stands.
    package var mood: Mood
    /// "Ann is speaking".
    package var speaking: String
    /// What is left of the turn, or the overtime with a plus: "1:23", "+0:12"; digits, a colon and a sign only.
    package var clock: String
    /// What the clock shows: "left", "over time".
    package var clockLabel: String
    /// How much of the turn has passed, 0 to 1.
    package var turnProgress: Double
    /// "Speaker 2 of 3".
    package var place: String
    /// "Next: Ben", or "No more speakers".
    package var next: String
    /// Elapsed and remaining time of the meeting, and when it will end.
    package var facts: [Fact]
    /// How much of the meeting has passed, 0 to 1.
    package var progress: Double
    /// Everybody, in the order of speaking, those who are absent last; `select` counts in them.
    package var speakers: [Speaker]
    /// The one that keys for absence and order work on; nil unless somebody chooses.
    package var selected: Int?
    /// "● recording", "paused, off the record", "microphone lost": what is kept at present.
    package var recording: String
    /// Whether sound is being kept.
    package var isRecording: Bool
    /// The microphone's level, 0 to 1; nil where there is none.
    package var level: Double?
    /// Whether the ding is silenced, said in words; nil if it is not.
    package var muted: String?
    /// What happens at the slot's end and when it is warned, in words.
    package var settings: String
    /// The last words, oldest first.
    package var lines: [Line]
    /// What is shown while nobody has said anything.
    package var noLines: String
    /// The lead's private note.
    package var note: String
    /// The note while it is typed; nil at other times.
    package var noteField: FieldScreen?

    /// The screen.
    package init(
        title: String, theme: Theme, mood: Mood, speaking: String, clock: String, clockLabel: String,
        turnProgress: Double, place: String, next: String, facts: [Fact], progress: Double, speakers: [Speaker],
        selected: Int? = nil, recording: String, isRecording: Bool, level: Double? = nil, muted: String? = nil,
        settings: String = "", lines: [Line] = [], noLines: String = "", note: String = "",
        noteField: FieldScreen? = nil
    ) {
        self.title = title
        self.theme = theme
        self.mood = mood
        self.speaking = speaking
        self.clock = clock
        self.clockLabel = clockLabel
        self.turnProgress = turnProgress
        self.place = place
        self.next = next
        self.facts = facts
        self.progress = progress
        self.speakers = speakers
        self.selected = selected
        self.recording = recording
        self.isRecording = isRecording
        self.level = level
        self.muted = muted
        self.settings = settings
        self.lines = lines
        self.noLines = noLines
        self.note = note
        self.noteField = noteField
    }
}
