import Localization
package import MeetingModel

/// What a notice calls a standup, by its title, or a meeting, by its title and start.
package struct ItemName: Hashable, Sendable {
    package let title: String
    /// The start of a meeting; nil for a standup.
    package var startedAt: Timestamp?

    var titleText: Substitution { .text(title) }
    var dateText: Substitution { startedAt.map { .dateAndTime($0) } ?? .text("") }
}
