package import MeetingModel

/// Sending the minutes of a meeting: the destinations, and what the selected ones would get.
package struct PostScreen: Hashable, Sendable, Codable {
    /// A destination, or all.
    package struct Row: Hashable, Sendable, Codable {
        /// The destination's name and kind.
        package var label: String
        /// What became of the minutes there; empty if they were never sent.
        var detail: String
    }

    /// What a destination would get.
    package struct Message: Hashable, Sendable, Codable {
        /// Whom the message is for.
        package var title: String
        /// Its lines; empty if it cannot be written.
        package var lines: [String]
        /// Why it cannot be written.
        package var problem: String?
    }

    package var title: String
    package var theme: Theme
    /// The destinations; `select` is an index into them.
    package var rows: [Row]
    var selected: Int
    /// The label of the switch that sends again what was sent.
    package var again: String
    /// Whether that is on.
    var isAgain: Bool
    /// What the selected destinations would get.
    package var messages: [Message]
    /// The scroll offset of the messages in lines.
    package var offset = 0
}
