internal import MeetingModel

/// The problem with a file to import, and its line.
package struct ImportError: Error, Hashable, Sendable {
    /// The line in the file, from 1; nil if the problem concerns the whole file.
    package let line: Int?
    /// The problem, with the offending input.
    package let problem: String

    /// Creates an error; `line` counts from 1.
    init(line: Int? = nil, _ problem: String) {
        self.line = line
        self.problem = problem
    }
}

extension ImportError: CustomStringConvertible {
    /// The error as one line, such as `line 3: not a time, 1:99`.
    package var description: String {
        line.map { "line \($0): \(DisplayText(problem))" } ?? DisplayText(problem).description
    }
}
