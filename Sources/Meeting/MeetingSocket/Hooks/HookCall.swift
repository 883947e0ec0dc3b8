/// A call of an external program because of an event.
package struct HookCall: Hashable, Sendable {
    /// The hook's name: `on-turn`, `on-end` or `notification`.
    ///
    /// Calls with the same name run sequentially.
    package let name: String
    /// The program and its arguments, executed without a shell.
    package let arguments: [String]
    /// The environment variables added to the program's own.
    package let variables: [String: String]
    /// The standard input; at most 60,000 bytes, which a pipe holds.
    package let input: [UInt8]
    /// Whether a failure is ignored instead of reported.
    let isOptional: Bool

    package init(
        name: String, arguments: [String], variables: [String: String] = [:], input: [UInt8] = [],
        isOptional: Bool = false
    ) {
        self.name = name
        self.arguments = arguments
        self.variables = variables
        self.input = input
        self.isOptional = isOptional
    }
}
