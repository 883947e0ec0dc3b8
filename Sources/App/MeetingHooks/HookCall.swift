/// A program to be run because of an event.
package struct HookCall: Hashable, Sendable {
    /// What it is run for: `on-turn`, `on-end` or `notification`; those of one name run one after the other.
    package let name: String
    /// The program and its arguments, as they are: no shell reads them.
    package let arguments: [String]
    /// The variables that its environment has besides the program's own.
    package let variables: [String: String]
    /// Whether anybody wants to know if it fails.
    package let isOptional: Bool

    /// A call.
    package init(name: String, arguments: [String], variables: [String: String] = [:], isOptional: Bool = false) {
        self.name = name
        self.arguments = arguments
        self.variables = variables
        self.isOptional = isOptional
    }
}
