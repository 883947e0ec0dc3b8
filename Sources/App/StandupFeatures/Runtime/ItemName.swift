import Localization
package import MeetingModel

/// What a notice calls a standup, by its title, or a meeting, by its title and start.
package struct ItemName: Hashable, Sendable {
    package let title: String
    /// The start of a meeting; nil for a standup.
    package var startedAt: Timestamp?

    /// The substitutions `title` and, for a meeting, `date`.
    var substitutions: [String: Substitution] {
        var substitutions = ["title": Substitution.text(title)]
        substitutions["date"] = startedAt.map { .dateAndTime($0) }
        return substitutions
    }
}
