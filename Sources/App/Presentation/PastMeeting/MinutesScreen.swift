package import MeetingModel

/// The minutes of a past meeting: its points, who is blocked first, then what was decided, asked, planned and done.
package struct MinutesScreen: Hashable, Sendable, Codable {
    /// A point.
    package struct Row: Hashable, Sendable, Codable {
        /// The heading of its kind, such as "Blocked"; empty if it is the same as in the row above.
        package var heading: String
        package var name: String
        /// When it was said, such as "1:23".
        package var time: String
        package var kind: MeetingModel.Point.Kind
        /// The kind in words, such as "plan".
        package var kindText: String
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
    /// The points by kind, and then by person.
    package var rows: [Row]
    /// What attendees have written, below the points.
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
