package import MeetingHistory
import Synchronization

/// Performs background tasks, as the commands do. [one queue at a time]
package protocol TaskPerformer: Sendable {
    /// Performs a task, and returns what it has made; nil if it was broken off.
    ///
    /// It reports its progress to `control`, and stops soon after that is canceled. What it leaves then is complete:
    /// nothing, or what a later task continues.
    func perform(
        _ task: BackgroundTask, in store: any MeetingStore, _ control: TaskControl
    ) throws(TaskProblem) -> TaskResult?
}

/// The connection between a running task and the application. [any thread]
package final class TaskControl: Sendable {
    private struct State {
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
        var shown: TaskProgress?
    }

    private let state = Mutex(State())
    private let show: @Sendable (TaskProgress) -> Void

    /// The control of a task; `show` receives each progress that differs by at least one percent or in words.
    init(show: @escaping @Sendable (TaskProgress) -> Void) {
        self.show = show
    }

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    package func cancel() {
        let cancel = state.withLock { state in
            state.isCancelled = true
            return state.cancel
        }
        cancel?()
    }

    /// Calls `cancel` when the task is broken off, also if it was before; replaces an earlier one.
    package func onCancel(_ cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.cancel = cancel
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    package func report(_ progress: TaskProgress) {
        let isNew = state.withLock { state in
            let shown = state.shown
            guard shown == nil || shown?.percent != progress.percent || shown?.detail != progress.detail else {
                return false
            }
            state.shown = progress
            return true
        }
        if isNew { show(progress) }
    }
}
