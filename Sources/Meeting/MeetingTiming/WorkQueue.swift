package import Dispatch
import Synchronization

/// A serial queue on which an actor can run, and which can be asked to come to rest.
public final class WorkQueue: SerialExecutor, Sendable {
    private let queue: DispatchQueue
    private let pending = Atomic<Int>(0)

    /// A queue that works at the priority of what a user waits for, or below it.
    public init(label: String, inBackground: Bool = false) {
        self.queue = DispatchQueue(label: label, qos: inBackground ? .utility : .userInteractive)
    }

    /// Runs `work` after all that was given before. [any thread]
    public func async(_ work: @escaping @Sendable () -> Void) {
        pending.add(1, ordering: .relaxed)
        queue.async {
            work()
            self.pending.subtract(1, ordering: .releasing)
        }
    }

    /// Runs `work` after all that was given before, waits for it, and then until nothing is left to do. [not on a queue]
    func run(_ work: () -> Void) {
        queue.sync(execute: work)
        settle()
    }

    /// Waits until nothing is left to do, what the work itself has added included. [not on a queue]
    public func settle() {
        while pending.load(ordering: .acquiring) > 0 { queue.sync {} }
    }

    /// Runs an actor's job.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps unless on this queue, so that `assumeIsolated` can know.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// The Dispatch queue, for timers and other sources.
    package var dispatchQueue: DispatchQueue { queue }
}
