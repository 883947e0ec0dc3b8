package import Localization

/// A part of the application as a value: one screen and its destination.
///
/// A feature never blocks and performs no side effects. It returns effects and receives their outcomes.
package protocol Feature: Sendable {
    mutating func perform(_ command: Command) -> Reply

    /// Handles the outcome of an effect, or an external event.
    mutating func receive(_ outcome: Outcome) -> Reply

    /// Passes the answer to a call to the feature that made it.
    mutating func receive(_ answer: Answer) -> Reply

    /// Tells this feature from others of its type: the id of what it shows.
    var identity: String { get }

    var context: KeyContext { get }

    /// The route to this feature and its destination, given the parent feature's route.
    func route(from parent: Place.Route?) -> Place.Route

    /// The screen in front: the destination's, or this feature's own.
    func content(_ localizer: Localizer) -> Screen.Content

    func dialog(_ localizer: Localizer) -> DialogScreen?

    /// The commands that the bottom line names first, or not at all, because of what is on the screen.
    var emphasis: KeyEmphasis { get }

    /// The line at the bottom, until the next command.
    func notice(_ localizer: Localizer) -> Notice?

    /// The innermost open feature: the destination's front, or this feature.
    var front: any Feature { get }
}

extension Feature {
    package var emphasis: KeyEmphasis { KeyEmphasis() }

    package func notice(_ localizer: Localizer) -> Notice? { nil }

    package var front: any Feature { self }
}
