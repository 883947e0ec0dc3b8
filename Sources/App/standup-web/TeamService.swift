#if Web
import MeetingHistory
import ServiceLifecycle
import StandupHistory
import Team

/// Synchronizes the history with its team's while the server runs, even if the history joins a team only later.
struct TeamService: Service {
    let folder: DataFolder

    func run() async throws {
        // A store of its own, so that no page waits for its transactions.
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        let worker = TeamWorker(
            TeamSynchronizer(store: store, folder: folder) { PostgreSQLTeamServer(at: try PostgreSQLAddress($0)) })
        let task = worker.start(after: .seconds(2), awaitingTeam: true, report: { Main.note($0.description) })
        await withTaskCancellationOrGracefulShutdownHandler {
            await task.value
        } onCancelOrGracefulShutdown: {
            task.cancel()
        }
    }
}
#endif
