package import Localization

/// The choice of microphone and loudspeaker, with a live level and a test of the ding.
package struct DeviceChooser: Feature {
    /// What it asks of the feature that shows it.
    package enum Request: Sendable {
        case close
    }

    /// A choice for which no device has been listed.
    package init() {}

    /// What it wants to know first.
    package var firstEffects: [Effect] { [] }

    /// Does what a command says.
    package mutating func perform(_ command: Command) -> Reply<Request> { Reply() }

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> { Reply() }

    /// What keys mean at present.
    package var context: KeyContext { .devices }

    /// The screen.
    package func content(_ localizer: Localizer) -> Screen.Content {
        .list(ListScreen(title: "", cards: []))
    }

    /// The question in front of it.
    package func dialog(_ localizer: Localizer) -> DialogScreen? { nil }
}
