package import MeetingModel

/// A past meeting.
package struct MeetingScreen: Hashable, Sendable, Codable {
    /// Somebody's part in it.
    package struct AttendeeRow: Hashable, Sendable, Codable {
        /// The name, as it was then.
        package var name: String
        /// Slot, time used, overtime and speech; "absent" and empty texts for somebody who was not there.
        package var slot: String
        package var used: String
        package var overtime: String
        package var speech: String
        /// Whether overtime is more than none.
        package var isOvertime: Bool

        /// A row.
        package init(
            name: String, slot: String, used: String, overtime: String, speech: String, isOvertime: Bool = false
        ) {
            self.name = name
            self.slot = slot
            self.used = used
            self.overtime = overtime
            self.speech = speech
            self.isOvertime = isOvertime
        }
    }

    /// An utterance.
    package struct Line: Hashable, Sendable, Codable {
        /// Whose turn it was; empty where the line before has the same.
        package var name: String
        /// When it was said, such as "1:23".
        package var time: String
        /// The words.
        package var text: String

        /// A line.
        package init(name: String, time: String, text: String) {
            self.name = name
            self.time = time
            self.text = text
        }
    }

    /// The title at the time of the meeting.
    package var title: String
    /// The colours of its standup.
    package var theme: Theme
    /// Day, length, state, recording, note.
    package var facts: [Fact]
    /// The headings of the attendees' columns: name, slot, used, overtime, speech.
    package var columns: [String]
    /// Who was there.
    package var attendees: [AttendeeRow]
    /// The heading above the transcript.
    package var transcriptTitle: String
    /// Which transcript it is, where there are several.
    package var version: String?
    /// The transcript; `select` counts in it.
    package var lines: [Line]
    /// The utterance that the keys work on.
    package var selected: Int?
    /// The words of the selected utterance while they are corrected.
    package var correction: FieldScreen?
    /// What is said where there is no transcript.
    package var empty: String?

    /// The screen.
    package init(
        title: String, theme: Theme, facts: [Fact], columns: [String], attendees: [AttendeeRow],
        transcriptTitle: String, version: String? = nil, lines: [Line], selected: Int? = nil,
        correction: FieldScreen? = nil, empty: String? = nil
    ) {
        self.title = title
        self.theme = theme
        self.facts = facts
        self.columns = columns
        self.attendees = attendees
        self.transcriptTitle = transcriptTitle
        self.version = version
        self.lines = lines
        self.selected = selected
        self.correction = correction
        self.empty = empty
    }
}
