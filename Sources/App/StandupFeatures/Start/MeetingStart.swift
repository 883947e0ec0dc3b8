package import Localization

/// Who is here, and what will be kept, before a meeting starts.
package struct MeetingStart: Feature {
    /// What it asks of the feature that shows it.
    package enum Request: Sendable {
        case close
    }

    /// Does what a command says.
    package mutating func perform(_ command: Command) -> Reply<Request> { Reply() }

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> { Reply() }

    /// What keys mean at present.
    package var context: KeyContext { .start }

    /// The screen.
    package func content(_ localizer: Localizer) -> Screen.Content {
        .list(ListScreen(title: "", cards: []))
    }

    /// The question in front of it.
    package func dialog(_ localizer: Localizer) -> DialogScreen? { nil }
}
