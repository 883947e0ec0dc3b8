import Yams

/// A hook's program and arguments from the configuration.
struct HookCommand: Hashable {
    /// The program, as an absolute path or a name to look up in `PATH`, followed by its arguments.
    let arguments: [String]

    /// Parses a path, or a list of a path and arguments; expands a leading `~/` to the home folder.
    ///
    /// `name` is what the file calls the command.
    init(_ node: Node, named name: String, line: Int? = nil) throws(SettingProblem) {
        var arguments: [String] = []
        for part in node.sequence.map(Array.init) ?? [node] {
            guard let text = part.scalar?.string else {
                throw SettingProblem(line: line, text: "\(name) must be a path or a list, [PATH, ARGUMENT]")
            }
            guard !text.utf8.contains(0) else {
                throw SettingProblem(line: line, text: "\(name) must not contain a NUL")
            }
            arguments.append(text)
        }
        guard var program = arguments.first, !program.isEmpty else {
            throw SettingProblem(
                line: line, text: "\(name) must name a program: a path, or a list, [PATH, ARGUMENT]")
        }
        if program.hasPrefix("~/"), let home = Environment["HOME"] { program = home + program.dropFirst() }
        // A relative path would run a different program in each working folder.
        guard program.hasPrefix("/") || !program.contains("/") else {
            throw SettingProblem(
                line: line, text: "\(name) must be an absolute path, ~/… or a name in PATH, not \(program)")
        }
        self.arguments = [program] + arguments.dropFirst()
    }
}
