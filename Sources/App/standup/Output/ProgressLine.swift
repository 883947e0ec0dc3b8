import Glibc
import MeetingModel

/// A line on the terminal that says how far something has come, and goes when it is done; nothing elsewhere.
struct ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1 && Environment["TERM"] != "dumb"
    private var last: String?

    /// Shows how much of something is done, 0 to 1.
    mutating func show(_ what: String, part: Double) {
        guard isShown else { return }
        let line = "\(DisplayText(quoting: what))  \(Int(min(max(part, 0), 1) * 100)) %"
        guard line != last else { return }
        last = line
        StandardOutput.note("\r\u{1B}[K" + line, terminator: "")
    }

    /// Takes the line away.
    mutating func clear() {
        if last != nil { StandardOutput.note("\r\u{1B}[K", terminator: "") }
        last = nil
    }
}
