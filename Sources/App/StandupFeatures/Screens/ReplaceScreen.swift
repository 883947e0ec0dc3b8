package import MeetingModel
package import Presentation

/// Finding and replacing words in a transcript.
package struct ReplaceScreen: Hashable, Sendable, Codable {
    /// A change of one utterance.
    package struct Change: Hashable, Sendable, Codable {
        /// When it was said, such as "1:23".
        package var time: String
        /// The words before the change; it ends the words that come first.
        package var lead: String
        /// The words that are found.
        package var before: String
        /// The words that replace them; empty if they are removed.
        package var after: String
        /// The words after the change.
        package var rest: String
        var isIncluded: Bool
    }

    package var title: String
    package var theme: Theme
    package var find: FieldScreen
    package var replacement: FieldScreen
    /// The number of changes, or that there are none.
    var summary: String
    /// The changes; `select` counts the two fields first.
    package var changes: [Change]
    /// The index of the selected change; nil while a field has the focus.
    var selected: Int?
}
