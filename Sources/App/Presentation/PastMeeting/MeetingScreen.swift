package import MeetingModel

/// A past meeting.
package struct MeetingScreen: Hashable, Sendable, Codable {
    /// An attendee's part in the meeting.
    package struct AttendeeRow: Hashable, Sendable, Codable {
        /// The name at the time of the meeting.
        package var name: String
        /// Slot, time used, overtime and speech; "absent" and empty texts for an absent attendee.
        package var slot: String
        package var used: String
        package var overtime: String
        package var speech: String
        package var isOvertime: Bool = false
    }

    /// An utterance.
    package struct Line: Hashable, Sendable, Codable {
        /// The speaker; empty if it is the same as in the line above.
        package var name: String
        /// When it was said, such as "1:23".
        package var time: String
        package var text: String
        /// Whether it has a correction that is not saved.
        package var isChanged: Bool = false
        /// Whether it is in a marked passage.
        package var isMarked: Bool = false
        /// The words that differ between two transcripts, in a comparison.
        package var changes: [Span] = []

        package init(
            name: String, time: String, text: String, isChanged: Bool = false, isMarked: Bool = false,
            changes: [Span] = []
        ) {
            self.name = name
            self.time = time
            self.text = text
            self.isChanged = isChanged
            self.isMarked = isMarked
            self.changes = changes
        }
    }

    /// Characters of a line.
    package struct Span: Hashable, Sendable, Codable {
        package var start: Int
        /// The character after the last one.
        package var end: Int

        package init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }
    }

    /// A marked passage, in seconds of meeting time.
    package struct Mark: Hashable, Sendable, Codable {
        package var start: Double
        package var end: Double
    }

    /// What is spoken in the recording that plays.
    package struct Spoken: Hashable, Sendable, Codable {
        /// The index of the utterance in the transcript.
        package var line: Int
        /// The number of the word in it, from 0; nil if its time is not known.
        package var word: Int?

        package init(line: Int, word: Int?) {
            self.line = line
            self.word = word
        }
    }

    /// A place where the words to find are.
    package struct Hit: Hashable, Sendable, Codable {
        /// The index of the utterance in the transcript.
        package var line: Int
        package var start: Int
        /// The character after the last one.
        package var end: Int

        package init(line: Int, start: Int, end: Int) {
            self.line = line
            self.start = start
            self.end = end
        }
    }

    /// The title at the time of the meeting.
    package var title: String
    package var theme: Theme
    /// Day and length.
    package var facts: [Fact]
    /// How it ended, or that it is running; nil until the meeting has been read.
    package var state: Fact?
    /// The length and format of the recording; nil until the meeting has been read.
    package var recording: Fact?
    /// Pauses, missing sound, and how much is transcribed.
    package var details: [Fact] = []
    /// What became of its minutes at each other service; only for the lead.
    package var posts: [Fact] = []
    /// The lead's private note; nil if there is none.
    package var note: Fact?
    /// The column headings of the attendees: name, slot, used, overtime, speech.
    package var columns: [String]
    package var attendees: [AttendeeRow]
    package var transcriptTitle: String
    /// The transcript's version, if there are several.
    package var version: String?
    /// The number of corrections that are not saved; nil if there are none.
    package var unsaved: String?
    /// The transcript; `select` is an index into it.
    package var lines: [Line]
    /// What attendees have written, each above the line before which their turn was or would have been.
    package var written: [WrittenRow] = []
    package var marks: [Mark] = []
    package var selected: Int?
    /// The correction field; nil unless an utterance is being corrected.
    package var correction: FieldScreen?
    /// The text shown if there is no transcript.
    package var empty: String?
    /// The minutes; nil if there are none and they are not open.
    ///
    /// `select` counts their points after the lines.
    package var minutes: MinutesScreen?
    /// What is spoken now; nil while nothing plays.
    package var spoken: Spoken?
    /// The search in this transcript; nil if there is none.
    package var find: FindScreen?
    /// The seek bar; nil if the recording cannot be heard.
    package var player: PlayerScreen?

    /// All facts in the order in which the lead's terminal shows them.
    package var allFacts: [Fact] {
        facts + [state, recording].compactMap(\.self) + details + posts + [note].compactMap(\.self)
    }
}
