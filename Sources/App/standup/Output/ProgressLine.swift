import Glibc

/// A progress line on standard error, overwritten in place; disabled if standard error is not a terminal.
struct ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1 && Environment["TERM"] != "dumb"
    private var shown = ""

    mutating func show(_ text: String) {
        guard isShown, text != shown else { return }
        StandardOutput.note("\r\(text)\u{1B}[K", terminator: "")
        shown = text
    }

    mutating func clear() {
        guard isShown, !shown.isEmpty else { return }
        StandardOutput.note("\r\u{1B}[K", terminator: "")
        shown = ""
    }
}
