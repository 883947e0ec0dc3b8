internal import MeetingModel

/// What is wrong with a file that is to be brought in: where, and what.
package struct ImportError: Error, Hashable, Sendable {
    /// The line in the file, 1 the first; nil where it is the file as a whole.
    package let line: Int?
    /// What is wrong, with what was found.
    package let problem: String

    /// Something wrong in a line.
    init(line: Int? = nil, _ problem: String) {
        self.line = line
        self.problem = problem
    }
}

extension ImportError: CustomStringConvertible {
    /// Such as `line 3: not a time, 1:99`.
    package var description: String {
        line.map { "line \($0): \(DisplayText(problem))" } ?? DisplayText(problem).description
    }
}
