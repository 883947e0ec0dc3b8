import Glibc
import MeetingModel

/// Questions that a command asks before it does what cannot be taken back.
enum Question {
    /// Asks on the terminal and returns the answer; without a terminal it fails and names the flag to use instead.
    ///
    /// Only `y` and `yes` are yes; the end of the input is no.
    static func confirm(_ question: String, insteadUse flag: String, code: Failure.Code = .usage) throws(Failure)
        -> Bool
    {
        guard Terminal.canAsk else {
            throw Failure(code, "cannot ask without a terminal, \(question), to do it anyway add: \(flag)")
        }
        StandardOutput.note(DisplayText(question).description + "? [y/N] ", terminator: "")
        guard let answer = readLine() else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }
}
