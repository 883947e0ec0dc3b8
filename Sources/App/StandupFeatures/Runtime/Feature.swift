package import Localization

/// A part of the application as a value: one screen with what is open in front of it.
///
/// It never waits and touches nothing; what it wants done it returns as effects, and their outcomes come back.
package protocol Feature: Sendable {
    /// What it asks of the feature that shows it.
    associatedtype Request: Sendable

    /// Does what a command says.
    mutating func perform(_ command: Command) -> Reply<Request>

    /// Takes what came of an effect, or happened by itself.
    mutating func receive(_ outcome: Outcome) -> Reply<Request>

    /// What keys mean at present.
    var context: KeyContext { get }

    /// The screen that is in front: this feature's, or that of what is open in it.
    func content(_ localizer: Localizer) -> Screen.Content

    /// The question in front of it.
    func dialog(_ localizer: Localizer) -> DialogScreen?

    /// What has happened that the line at the bottom is to say; until the next command.
    func notice(_ localizer: Localizer) -> Notice?
}

extension Feature {
    /// Nothing has happened.
    package func notice(_ localizer: Localizer) -> Notice? { nil }
}
