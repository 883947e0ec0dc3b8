/// A label and a value, such as a date or a length.
package struct Fact: Hashable, Sendable, Codable {
    package var label: String
    package var value: String

    package init(_ label: String, _ value: String) {
        self.label = label
        self.value = value
    }
}
