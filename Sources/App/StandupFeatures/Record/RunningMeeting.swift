package import Localization
package import MeetingEngine
package import MeetingModel

/// A running meeting.
package struct RunningMeeting: Feature {
    /// What it asks of the feature that shows it.
    package enum Request: Hashable, Sendable {
        case ended(Meeting.ID, MeetingTimer.EndReason)
    }

    /// Which meeting it is.
    package let meeting: Meeting.ID

    /// A meeting that has started.
    package init(meeting: Meeting.ID, status: MeetingStatus, now: Duration) { self.meeting = meeting }

    /// Does what a command says.
    package mutating func perform(_ command: Command) -> Reply<Request> { Reply() }

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> { Reply() }

    /// What keys mean at present.
    package var context: KeyContext { .record }

    /// The screen.
    package func content(_ localizer: Localizer) -> Screen.Content {
        .list(ListScreen(title: "", cards: []))
    }

    /// The question in front of it.
    package func dialog(_ localizer: Localizer) -> DialogScreen? { nil }
}
