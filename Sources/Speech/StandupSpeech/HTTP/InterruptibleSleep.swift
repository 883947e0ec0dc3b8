import Dispatch

/// A sleep that another thread can end. [any thread]
package struct InterruptibleSleep: Sendable {
    private let bell = DispatchSemaphore(value: 0)

    package init() {}

    /// Waits for a duration or until `interrupt`; later waits end at once.
    package func wait(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        if bell.wait(timeout: time) == .success { bell.signal() }
    }

    /// Ends all waits.
    func interrupt() {
        bell.signal()
    }
}
