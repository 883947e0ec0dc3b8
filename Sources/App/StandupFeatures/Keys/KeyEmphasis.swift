package import Localization

/// The commands that the bottom line names first, or not at all, because of what is on the screen.
package struct KeyEmphasis: Hashable, Sendable {
    package var first: [Command] = []
    /// The commands that would do nothing.
    package var hidden: Set<Command> = []
    /// What commands do here, if that is not what their keys say elsewhere.
    package var texts: [Command: Message] = [:]
}
