import MeetingHistory
import MeetingModel
import MeetingTiming
import SQLiteHistory
import Synchronization
import TeamHistory

/// Keeps a history and its team's in step while a program runs.
///
/// Nothing waits for it.
struct TeamWorker: Sendable {
    let synchroniser: TeamSynchroniser

    /// The time between two looks at the server, which usually says itself that there is something new.
    private static let rest = Duration.seconds(30)

    /// Synchronises until the task is cancelled; ends at once if the history has joined no team.
    ///
    /// `holding` is told to the team first. What fails is tried again later; `standup team status` says what is wrong. A
    /// program may end without waiting for it: what was broken off is repeated.
    func start(after delay: Duration, holding: Holding? = nil) -> Task<Void, Never> {
        let bell = Bell()
        return Task.detached(executorPreference: DiskExecutor(label: "standup.team")) {
            await withTaskCancellationHandler {
                try? await Task.sleep(for: delay)
                var untold = holding
                while !Task.isCancelled, let membership = try? synchroniser.store.membership() {
                    if !exchange(with: membership.address, bell, telling: &untold) {
                        try? await Task.sleep(for: Self.rest)
                    }
                }
            } onCancel: {
                bell.server.withLock { $0 }?.wake()
            }
        }
    }

    /// Synchronises each time that others have written, until something fails or the task is cancelled; false if it fails.
    private func exchange(with address: String, _ bell: Bell, telling holding: inout Holding?) -> Bool {
        guard let server = try? synchroniser.connect(address) else { return false }
        bell.server.withLock { $0 = server }
        defer {
            bell.server.withLock { $0 = nil }
            server.close()
        }
        while !Task.isCancelled {
            do {
                _ = try synchroniser.synchronise(with: server) {
                    if let told = holding { try server.announce(told, isOver: false) }
                    holding = nil
                }
            } catch TeamError.busy {
                // Another program does it.
            } catch { return false }
            _ = server.waitForChanges(for: Self.rest)
        }
        return true
    }

    /// The server that is being waited for.
    private final class Bell: Sendable {
        let server = Mutex<(any TeamServer)?>(nil)
    }
}
