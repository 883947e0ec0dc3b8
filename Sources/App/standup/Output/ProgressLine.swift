import Glibc

/// A line on standard error that is written over and over; elsewhere than on a terminal it is none.
struct ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1 && Environment["TERM"] != "dumb"
    private var shown = ""

    /// Shows a text in place of the one before.
    mutating func show(_ text: String) {
        guard isShown, text != shown else { return }
        StandardOutput.note("\r\(text)\u{1B}[K", terminator: "")
        shown = text
    }

    /// Takes the line away.
    mutating func clear() {
        guard isShown, !shown.isEmpty else { return }
        StandardOutput.note("\r\u{1B}[K", terminator: "")
        shown = ""
    }
}
