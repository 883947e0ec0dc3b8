import Yams

/// A program with its arguments, as the configuration names it.
struct HookCommand: Hashable {
    /// What is wrong with it, such as `has no program`.
    struct Problem: Error, Hashable {
        let problem: String
    }

    /// The program, by an absolute path or by a name that is looked for in `PATH`, and its arguments.
    let arguments: [String]

    /// Reads a path, or a list of a path and arguments; `~/` in front of the path is the home folder.
    init(_ node: Node) throws(Problem) {
        var arguments: [String] = []
        for part in node.sequence.map(Array.init) ?? [node] {
            guard let text = part.scalar?.string else {
                throw Problem(problem: "is no command, write a path, or a list: [PATH, ARGUMENT]")
            }
            guard !text.utf8.contains(0) else { throw Problem(problem: "holds a NUL, which no argument can") }
            arguments.append(text)
        }
        guard var program = arguments.first, !program.isEmpty else {
            throw Problem(problem: "names no program, write a path, or a list: [PATH, ARGUMENT]")
        }
        if program.hasPrefix("~/"), let home = Environment["HOME"] { program = home + program.dropFirst() }
        // A path that means another file in each folder would run whatever lies there.
        guard program.hasPrefix("/") || !program.contains("/") else {
            throw Problem(problem: "names a relative path, \(program), write an absolute one, ~/… or a name in PATH")
        }
        self.arguments = [program] + arguments.dropFirst()
    }
}
