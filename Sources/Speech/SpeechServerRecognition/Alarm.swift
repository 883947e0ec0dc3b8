import Dispatch

/// A wait that somebody else can end. [any thread]
struct Alarm: Sendable {
    private let bell = DispatchSemaphore(value: 0)

    /// Waits for a time, or until the alarm rings; after that every wait is over at once.
    func wait(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        if bell.wait(timeout: time) == .success { bell.signal() }
    }

    /// Ends all waits.
    func ring() {
        bell.signal()
    }
}
