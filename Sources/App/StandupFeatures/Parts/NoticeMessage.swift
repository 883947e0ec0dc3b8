package import Localization

/// A notice for the bottom line, not yet localised.
package struct NoticeMessage: Hashable, Sendable {
    /// The severity.
    package let kind: Notice.Kind
    /// What happened, and what to do.
    package let message: Message
    /// The consequence for the operation in progress.
    package let consequence: Message?

    /// A notice of the given severity.
    package init(_ kind: Notice.Kind, _ message: Message, consequence: Message? = nil) {
        self.kind = kind
        self.message = message
        self.consequence = consequence
    }

    /// A draft was restored.
    static let draftRestored = NoticeMessage(.information, Message("notice.draft-restored"))

    /// The localised notice.
    package func notice(_ localizer: Localizer) -> Notice {
        Notice(kind, [message, consequence].compactMap { $0?.text(localizer) }.joined(separator: " "))
    }
}
