package import Localization

/// Something that happened and is told in a line, not yet in a language.
package struct Incident: Hashable, Sendable {
    /// How bad it is.
    package let kind: Notice.Kind
    /// What happened, and what to do.
    package let message: Message
    /// What that means for what goes on.
    package let consequence: Message?

    /// Something of a kind.
    package init(_ kind: Notice.Kind, _ message: Message, consequence: Message? = nil) {
        self.kind = kind
        self.message = message
        self.consequence = consequence
    }

    /// A form has come back as it was left.
    static let draftRestored = Incident(.information, Message("notice.draft-restored"))

    /// The line in the localizer's language.
    package func notice(_ localizer: Localizer) -> Notice {
        Notice(kind, [message, consequence].compactMap { $0?.text(localizer) }.joined(separator: " "))
    }
}
