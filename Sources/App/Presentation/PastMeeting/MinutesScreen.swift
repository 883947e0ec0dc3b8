package import MeetingModel

/// The minutes of a past meeting: its points, by person.
package struct MinutesScreen: Hashable, Sendable, Codable {
    /// A point.
    package struct Row: Hashable, Sendable, Codable {
        /// The person; empty if it is the same as in the row above.
        package var name: String
        /// When it was said, such as "1:23".
        package var time: String
        /// The kind, such as "plan".
        package var kind: String
        package var state: MeetingModel.Point.State
        /// The state in words; empty if the kind says it.
        package var stateText: String
        package var text: String
        /// Who made it, such as "by hand"; empty for the rules.
        package var maker: String
        /// When it was said, in seconds of meeting time.
        package var start: Double
    }

    package var title: String
    /// The points by person.
    package var rows: [Row]
    /// What attendees have written, each above their points.
    package var written: [WrittenRow] = []
    /// Whether the keys are for the minutes.
    package var isOpen: Bool
    /// The index of the selected point, while the minutes are open.
    package var selected: Int?
    /// The field with the words of the selected point; nil unless they are being typed.
    package var field: FieldScreen?
    /// The text shown if there are no points.
    package var empty: String?
}
