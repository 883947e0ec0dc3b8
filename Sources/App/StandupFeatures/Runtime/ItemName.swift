import Localization
package import MeetingModel

/// What a notice calls a standup, by its title, or a meeting, by its title and start.
package struct ItemName: Hashable, Sendable {
    /// The title.
    package let title: String
    /// The start of a meeting; nil for a standup.
    package var startedAt: Timestamp?

    /// A name.
    package init(title: String, startedAt: Timestamp? = nil) {
        self.title = title
        self.startedAt = startedAt
    }

    /// The substitutions `title` and, for a meeting, `date`.
    var substitutions: [String: Substitution] {
        var substitutions = ["title": Substitution.text(title)]
        substitutions["date"] = startedAt.map { .dateAndTime($0) }
        return substitutions
    }
}
