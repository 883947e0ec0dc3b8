package import Localization

/// Something that happened and is told in a line, not yet in a language.
package struct Incident: Hashable, Sendable {
    /// How bad it is.
    package let kind: Notice.Kind
    /// What happened, and what to do.
    package let message: Message

    /// Something of a kind.
    package init(_ kind: Notice.Kind, _ message: Message) {
        self.kind = kind
        self.message = message
    }

    /// The line in the localizer's language.
    package func notice(_ localizer: Localizer) -> Notice { Notice(kind, message.text(localizer)) }
}
