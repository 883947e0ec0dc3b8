import Glibc
import MeetingModel

enum Question {
    /// Asks for confirmation on the terminal and returns the answer.
    ///
    /// Prints the reason first. Without a terminal, fails and names the flag to use instead. Only `y` and `yes`
    /// confirm; the end of the input means no.
    static func confirm(
        _ action: String, because reason: String? = nil, insteadUse flag: String, code: Failure.Code = .usage
    ) throws(Failure) -> Bool {
        guard Terminal.canAsk else {
            throw Failure(code, "\(reason ?? "cannot ask without a terminal"); use \(flag) to \(action)")
        }
        let question = (reason.map { $0 + ". " } ?? "") + action.prefix(1).uppercased() + action.dropFirst()
        StandardOutput.note(DisplayText(question).description + "? [y/N] ", terminator: "")
        guard let answer = readLine() else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }
}
