package import MeetingModel

/// Who is here, and what will be kept, before a meeting starts.
package struct StartScreen: Hashable, Sendable, Codable {
    /// Somebody who may be here.
    package struct AttendeeRow: Hashable, Sendable, Codable {
        /// The name.
        package var name: String
        /// Whether they are here.
        package var isPresent: Bool
        /// The slot that they get, empty if they are not here.
        package var slot: String

        /// A row.
        package init(name: String, isPresent: Bool, slot: String) {
            self.name = name
            self.isPresent = isPresent
            self.slot = slot
        }
    }

    /// The standup's title.
    package var title: String
    /// The colours.
    package var theme: Theme
    /// The heading above the attendees: "Who is here?".
    package var attendeesTitle: String
    /// The attendees in speaking order; `select` counts in them, and the button comes after them.
    package var attendees: [AttendeeRow]
    /// The text of the button that starts.
    package var start: String
    /// What is selected: an attendee, or the button.
    package var selected: Int
    /// Microphone, loudspeaker, whether sound is recorded and sent anywhere, which language is understood.
    package var facts: [Fact]
    /// "Opening the microphone…" while it is starting.
    package var progress: String?
    /// What stands in the way.
    package var problem: String?

    /// The screen.
    package init(
        title: String, theme: Theme, attendeesTitle: String, attendees: [AttendeeRow], start: String, selected: Int,
        facts: [Fact], progress: String? = nil, problem: String? = nil
    ) {
        self.title = title
        self.theme = theme
        self.attendeesTitle = attendeesTitle
        self.attendees = attendees
        self.start = start
        self.selected = selected
        self.facts = facts
        self.progress = progress
        self.problem = problem
    }
}
