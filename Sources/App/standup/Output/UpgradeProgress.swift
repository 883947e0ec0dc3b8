import Glibc
import Synchronization

/// Says on a terminal how far a big history of an earlier version has been brought up to date; elsewhere nothing.
final class UpgradeProgress: Sendable {
    private let isShown = Mutex(false)

    /// Shows the part that is done, from 0 to 1; what is done at once is not shown.
    func show(_ part: Double) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        isShown.withLock { isShown in
            if part < 1 {
                isShown = true
                StandardOutput.note("\r" + Self.line(part), terminator: "")
            } else if isShown {
                isShown = false
                StandardOutput.note("\r\u{1B}[K", terminator: "")
            }
        }
    }

    /// What is shown.
    static func line(_ part: Double) -> String {
        "standup: preparing the history for search, once, \(Int(part * 100)) %"
    }
}
