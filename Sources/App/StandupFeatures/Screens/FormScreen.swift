package import MeetingModel

/// The form of a standup.
package struct FormScreen: Hashable, Sendable, Codable {
    /// A field of the form.
    package struct Field: Hashable, Sendable, Codable {
        /// How the field is changed.
        package enum Kind: String, Hashable, Sendable, Codable {
            /// It is typed into.
            case text
            /// Left and right go through the choices.
            case choice
            /// Left and right step; it can also be typed into.
            case stepper
            /// Enter turns it on and off.
            case toggle
            /// An attendee: typed into, moved, removed.
            case attendee
            /// A button.
            case button
        }

        /// How it is changed.
        package var kind: Kind
        /// Label, text, cursor, error.
        package var field: FieldScreen
        /// The heading above it, where a section begins.
        package var section: String?
        /// For a choice of themes: the theme.
        package var theme: Theme?
        /// For a toggle: whether it is on.
        package var isOn: Bool

        /// A field.
        package init(
            kind: Kind, field: FieldScreen, section: String? = nil, theme: Theme? = nil, isOn: Bool = false
        ) {
            self.kind = kind
            self.field = field
            self.section = section
            self.theme = theme
            self.isOn = isOn
        }
    }

    /// The heading: a new standup, or the title of the one that is edited.
    package var title: String
    /// The colours of the draft.
    package var theme: Theme
    /// The fields, from the top; `select` counts in them.
    package var fields: [Field]
    /// The field that has the focus.
    package var focused: Int
    /// What is wrong with the whole: it could not be saved, or somebody else changed the standup.
    package var error: String?

    /// A form.
    package init(title: String, theme: Theme, fields: [Field], focused: Int, error: String? = nil) {
        self.title = title
        self.theme = theme
        self.fields = fields
        self.focused = focused
        self.error = error
    }
}
