import Dispatch
import Synchronization

/// Writes lines to standard output in the background, so that a reader who takes his time holds up no meeting.
///
/// A reader who has gone away is not missed: the meeting goes on, and its lines are dropped.
final class LineWriter: Sendable {
    private let queue = DispatchQueue(label: "standup.lines")
    private let isGone = Atomic<Bool>(false)

    /// Writes a line after those before it. [any thread]
    func write(_ line: String) {
        queue.async { [self] in
            if !isGone.load(ordering: .relaxed), !StandardOutput.offer(line) { isGone.store(true, ordering: .relaxed) }
        }
    }

    /// Waits until everything is written; not for ever if `isUrgent`. [not on a queue]
    func finish(isUrgent: Bool) {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        if isUrgent {
            _ = done.wait(timeout: .now() + .milliseconds(300))
        } else {
            done.wait()
        }
    }
}
