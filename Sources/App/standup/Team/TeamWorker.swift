import MeetingHistory
import MeetingModel
import MeetingTiming
import SQLiteHistory
import Synchronization
import TeamHistory

/// Keeps a history and its team's in step while a program runs. Nothing waits for it.
struct TeamWorker: Sendable {
    let synchroniser: TeamSynchroniser

    /// The time between two looks at the server, which usually says itself that there is something new.
    private static let rest = Duration.seconds(30)

    /// Synchronises until the task is cancelled; ends at once if the history has joined no team.
    ///
    /// What fails is tried again later; `standup team status` says what is wrong. A program may end without waiting for it: what
    /// was broken off is repeated.
    func start(after delay: Duration) -> Task<Void, Never> {
        let bell = Bell()
        return Task.detached(executorPreference: DiskExecutor(label: "standup.team")) {
            await withTaskCancellationHandler {
                try? await Task.sleep(for: delay)
                while !Task.isCancelled, (try? synchroniser.store.membership()) != nil {
                    if !exchange(bell) { try? await Task.sleep(for: Self.rest) }
                }
            } onCancel: {
                bell.server.withLock { $0 }?.wake()
            }
        }
    }

    /// Synchronises, then waits until others have written; false if that failed.
    private func exchange(_ bell: Bell) -> Bool {
        do {
            try synchroniser.withServer { server in
                bell.server.withLock { $0 = server }
                defer { bell.server.withLock { $0 = nil } }
                _ = try synchroniser.synchronise(with: server)
                _ = server.waitForChanges(for: Self.rest)
            }
            return true
        } catch { return false }
    }

    /// The server that is being waited for.
    private final class Bell: Sendable {
        let server = Mutex<(any TeamServer)?>(nil)
    }
}
