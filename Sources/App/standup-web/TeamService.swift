#if Web
import MeetingHistory
import ServiceLifecycle
import StandupHistory
import Team

/// Keeps the history and its team's in step while the server runs, also if it joins a team later.
struct TeamService: Service {
    let folder: DataFolder

    func run() async throws {
        // A store of its own, so that no page waits for its transactions.
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        let worker = TeamWorker(
            TeamSynchronizer(store: store, folder: folder) { PostgreSQLTeamServer(at: try PostgreSQLAddress($0)) })
        let task = worker.start(after: .seconds(2), awaitingTeam: true)
        await withGracefulShutdownHandler {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        } onGracefulShutdown: {
            task.cancel()
        }
    }
}
#endif
