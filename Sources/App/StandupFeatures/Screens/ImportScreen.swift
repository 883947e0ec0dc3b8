import Presentation

/// The choices for a file to import.
package struct ImportScreen: Hashable, Sendable, Codable {
    /// The choices for a recording; without fields for any other file.
    package var form: FormScreen
    /// The file and its content.
    var facts: [Fact]
    /// What to press.
    var hint: String
}
