/// A text field.
package struct FieldScreen: Hashable, Sendable, Codable {
    package var label: String
    package var text: String = ""
    package var placeholder: String = ""
    /// The number of characters before the cursor; nil without the focus.
    package var cursor: Int?
    package var error: String?

    package init(
        label: String, text: String = "", placeholder: String = "", cursor: Int? = nil, error: String? = nil
    ) {
        self.label = label
        self.text = text
        self.placeholder = placeholder
        self.cursor = cursor
        self.error = error
    }
}
