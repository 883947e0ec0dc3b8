package import Dispatch
import Synchronization

/// A serial queue that can run an actor, and that can be drained.
public final class WorkQueue: SerialExecutor, Sendable {
    private let queue: DispatchQueue
    private let pending = Atomic<Int>(0)

    /// Creates a queue with user-interactive priority, or utility priority if `inBackground`.
    public init(label: String, inBackground: Bool = false) {
        self.queue = DispatchQueue(label: label, qos: inBackground ? .utility : .userInteractive)
    }

    /// Runs `work` after all earlier work. [any thread]
    public func async(_ work: @escaping @Sendable () -> Void) {
        pending.add(1, ordering: .relaxed)
        queue.async {
            work()
            self.pending.subtract(1, ordering: .releasing)
        }
    }

    /// Runs `work` after all earlier work, then waits until the queue is empty. [not on a queue]
    func run(_ work: () -> Void) {
        queue.sync(execute: work)
        settle()
    }

    /// Waits until the queue is empty, including work added during the wait. [not on a queue]
    public func settle() {
        while pending.load(ordering: .acquiring) > 0 { queue.sync {} }
    }

    /// Runs an actor's job.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps unless on this queue; `assumeIsolated` uses this.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// The Dispatch queue, for timers and other sources.
    package var dispatchQueue: DispatchQueue { queue }
}
