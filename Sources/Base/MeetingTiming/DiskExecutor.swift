import Dispatch

/// Runs tasks on Dispatch threads, for work that waits for a disk. [any thread]
///
/// Swift's task pool has one thread per core, so a task that waits for SQLite there delays all others. A task that
/// prefers this executor, and its child tasks, stay off the pool.
package final class DiskExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// Creates an executor; its threads have this label and run at utility priority.
    ///
    /// A serial one runs one job at a time, so that jobs of seconds take no threads from other executors.
    package init(label: String, isSerial: Bool = false) {
        queue = DispatchQueue(label: label, qos: .utility, attributes: isSerial ? [] : .concurrent)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
