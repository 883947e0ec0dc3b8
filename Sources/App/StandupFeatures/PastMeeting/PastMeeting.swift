package import Localization
package import MeetingModel

/// A past meeting.
package struct PastMeeting: Feature {
    /// What it asks of the feature that shows it.
    package enum Request: Sendable {
        case close
    }

    /// Which meeting it is.
    package let meeting: Meeting.ID

    /// The utterance that is selected.
    package var utterance: Int? { nil }

    /// A meeting, with an utterance selected where one is given.
    package init(meeting: Meeting.ID, utterance: Int? = nil) { self.meeting = meeting }

    /// What it wants to know first.
    package var firstEffects: [Effect] { [] }

    /// Does what a command says.
    package mutating func perform(_ command: Command) -> Reply<Request> { Reply() }

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> { Reply() }

    /// What keys mean at present.
    package var context: KeyContext { .meeting }

    /// The screen.
    package func content(_ localizer: Localizer) -> Screen.Content {
        .list(ListScreen(title: "", cards: []))
    }

    /// The question in front of it.
    package func dialog(_ localizer: Localizer) -> DialogScreen? { nil }
}
