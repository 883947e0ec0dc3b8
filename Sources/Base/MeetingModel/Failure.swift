/// A failed program: an exit code and one line for the user.
package struct Failure: Error, Hashable {
    /// The stable exit codes.
    package enum Code: Int32, Hashable, Sendable {
        case failed = 1
        case usage = 64
        /// No such standup, meeting, attendee, team, model or file.
        case notFound = 66
        /// A device, a recognizer, a server or a library is not available.
        case unavailable = 69
        case cannotWrite = 73
        case interrupted = 130
    }

    package let code: Code
    /// One line without the program's name: what failed, for which item, and the remedy.
    package let message: String

    /// Creates a failure; escapes control characters and line breaks in the message.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = DisplayText(message).description
    }

    package init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as any ProgramError: self.init(error.exitCode, error.line)
        default: self.init(.failed, "unexpected error: \(error); run: standup doctor")
        }
    }
}

/// An error that can end a program, with an exit code and a line.
package protocol ProgramError: Error {
    var exitCode: Failure.Code { get }
    /// One line without the program's name: what failed, for which item, and the remedy.
    var line: String { get }
}

extension ProgramError where Self: CustomStringConvertible {
    package var line: String { description }
}
