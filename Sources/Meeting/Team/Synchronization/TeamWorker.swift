package import MeetingHistory
internal import MeetingModel
internal import MeetingTiming
internal import StandupHistory
internal import Synchronization

/// Keeps a history and its team's in step while a program runs.
///
/// Nothing waits for it.
package struct TeamWorker: Sendable {
    package let synchronizer: TeamSynchronizer

    /// The time between two looks at the server, which usually says itself that there is something new.
    private static let rest = Duration.seconds(30)

    package init(_ synchronizer: TeamSynchronizer) { self.synchronizer = synchronizer }

    /// Synchronizes until the task is canceled. [any thread]
    ///
    /// A history that has joined no team is looked at again with `awaitingTeam`, otherwise the task ends. `first` runs once, as
    /// soon as the server is reached. What fails is tried again later. `report` gets what does not pass by itself, once each time
    /// that it comes. A program may end without waiting for the task: what was broken off is repeated.
    package func start(
        after delay: Duration, awaitingTeam: Bool = false,
        first: (@Sendable (any TeamServer) throws -> Void)? = nil,
        report: (@Sendable (TeamError) -> Void)? = nil
    ) -> Task<Void, Never> {
        let current = CurrentServer()
        return Task.detached(executorPreference: DiskExecutor(label: "standup.team")) {
            await withTaskCancellationHandler {
                try? await Task.sleep(for: delay)
                var first = first
                var reported: TeamError?
                var saidClock = false
                while !Task.isCancelled {
                    do {
                        guard let membership = try synchronizer.store.membership() else {
                            guard awaitingTeam else { return }
                            throw TeamError.notJoined
                        }
                        try exchange(with: membership.address, current, &first) { summary in
                            reported = nil
                            if let problem = summary.clockProblem, !saidClock { report?(problem) }
                            saidClock = summary.clockProblem != nil
                        }
                    } catch {
                        if let problem = error as? TeamError, problem.needsSomebody, problem != reported {
                            reported = problem
                            report?(problem)
                        }
                        try? await Task.sleep(for: Self.rest)
                    }
                }
            } onCancel: {
                current.server.withLock { $0 }?.wake()
            }
        }
    }

    /// Synchronizes each time that others have written, until the team is at another address or the task is canceled.
    private func exchange(
        with address: String, _ current: CurrentServer, _ first: inout (@Sendable (any TeamServer) throws -> Void)?,
        succeeded: (TeamSync.Summary) -> Void
    ) throws {
        let server = try synchronizer.connect(address)
        current.server.withLock { $0 = server }
        defer {
            current.server.withLock { $0 = nil }
            server.close()
        }
        while !Task.isCancelled {
            guard try synchronizer.store.membership()?.address == address else { return }
            do {
                succeeded(
                    try synchronizer.run(with: server, at: address) {
                        try first?(server)
                        first = nil
                    })
            } catch TeamError.busy {
                // Another program does it.
            }
            _ = server.waitForChanges(for: Self.rest)
        }
    }

    private final class CurrentServer: Sendable {
        let server = Mutex<(any TeamServer)?>(nil)
    }
}
