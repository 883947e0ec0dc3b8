import Dispatch
import Glibc
import Testing

extension Trait where Self == ConditionTrait {
    /// These tests hold meetings in real time on a private sound server.
    static var needsSound: Self {
        .enabled(
            if: getenv("STANDUP_TEST_SOUND") != nil,
            "takes a minute and needs sound servers, voices and tmux: run it with tools/test, or set STANDUP_TEST_SOUND=1"
        )
    }
}

extension Trait where Self == OwnThread {
    /// Each of these tests has a thread to itself: other tests, which block those of the task pool, make it late.
    static var onOwnThread: Self { OwnThread() }
}

/// Runs tests where nothing else runs.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(QueueExecutor()) { try await function() }
    }
}

/// Runs tasks on a queue of Dispatch's, which gives it a thread.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "standup.tests.end-to-end")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
