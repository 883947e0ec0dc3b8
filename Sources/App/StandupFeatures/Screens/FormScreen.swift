package import MeetingModel
import Presentation

package struct FormScreen: Hashable, Sendable, Codable {
    package struct Field: Hashable, Sendable, Codable {
        /// The way a field is edited.
        package enum Kind: String, Hashable, Sendable, Codable {
            case text
            /// Left and right step through the choices.
            case choice
            /// Left and right step the value; text input is possible too.
            case stepper
            /// Enter toggles it.
            case toggle
            /// An attendee: text that can be moved and removed.
            case attendee
            case button
        }

        package var kind: Kind
        /// The label, text, cursor and error.
        var field: FieldScreen
        /// The section heading above it; nil within a section.
        var section: String?
        /// The texts of a few fixed choices, so that the field is as wide as the widest; empty for others.
        var choices: [String] = []
        /// The theme, for a choice of themes.
        package var theme: Theme?
        /// Whether it is on, for a toggle.
        var isOn: Bool = false
        /// The mark of an attendee who joins by call; nil for the others.
        package var note: String?
    }

    /// The heading: "new standup", or the title of the edited standup.
    package var title: String
    package var theme: Theme
    /// The fields from the top; `select` is an index into them.
    package var fields: [Field]
    var focused: Int
    /// An error that concerns the whole form: saving failed, or another process changed the standup.
    package var error: String?
}
