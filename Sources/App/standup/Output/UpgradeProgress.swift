import Glibc
import Synchronization

/// Shows the progress of a history's upgrade; only on a terminal.
final class UpgradeProgress: Sendable {
    private let isShown = Mutex(false)

    /// Shows the completed fraction, 0 to 1; an upgrade that completes immediately is not shown.
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

    static func line(_ part: Double) -> String {
        "standup: upgrading the history, \(Int(part * 100)) %"
    }
}
