package import MeetingModel
import Presentation

/// The screen before a meeting: the attendance list, and what will be recorded.
package struct StartScreen: Hashable, Sendable, Codable {
    package struct AttendeeRow: Hashable, Sendable, Codable {
        package var name: String
        var isPresent: Bool
        /// The attendee's slot; empty if absent.
        package var slot: String
        /// That the attendee has written an update; else empty.
        package var update = ""
    }

    package var title: String
    package var theme: Theme
    /// The heading above the attendees: "Who is here?".
    var attendeesTitle: String
    /// The attendees in speaking order; `select` counts them first, then the button.
    package var attendees: [AttendeeRow]
    /// The text of the start button.
    package var start: String
    /// The selected row: an attendee or the button.
    var selected: Int
    /// The heading above the facts: "This meeting".
    var factsTitle: String = ""
    /// Microphone, loudspeaker, recording, where the audio is sent, and the recognized language.
    var facts: [Fact]
    /// "Opening the microphone…" while it is starting.
    var progress: String?
    /// Why the meeting cannot start.
    package var problem: String?
}
