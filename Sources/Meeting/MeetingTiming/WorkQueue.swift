public import Dispatch
import Synchronization

/// A serial queue on which an actor can run, and which can be asked to come to rest.
public final class WorkQueue: SerialExecutor, Sendable {
    private let queue: DispatchQueue
    private let pending = Atomic<Int>(0)

    /// A queue of its own, on a thread of its own while it works.
    public init(label: String, qos: DispatchQoS = .userInitiated) {
        self.queue = DispatchQueue(label: label, qos: qos)
    }

    /// Runs `work` after all that was given before. [any thread]
    public func async(_ work: @escaping @Sendable () -> Void) {
        pending.add(1, ordering: .relaxed)
        queue.async {
            work()
            self.pending.subtract(1, ordering: .releasing)
        }
    }

    /// Runs an actor's job.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps unless on this queue; lets `assumeIsolated` know that it is.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Waits until nothing is left to do, what the work itself has added included. [not on this queue]
    public func settle() {
        repeat { queue.sync {} } while pending.load(ordering: .acquiring) > 0
    }

    /// The Dispatch queue, for timers.
    var dispatchQueue: DispatchQueue { queue }
}
