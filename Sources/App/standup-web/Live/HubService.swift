#if Web
import LiveMeetings
import ServiceLifecycle

/// Keeps a `LiveHub` going until the server stops, and then ends its streams.
struct HubService: Service {
    let hub: LiveHub

    func run() async throws {
        await withGracefulShutdownHandler {
            while !Task.isCancelled, !Task.isShuttingDownGracefully {
                hub.tick()
                try? await Task.sleep(for: LiveHub.compareInterval)
            }
        } onGracefulShutdown: {
            hub.close()
        }
    }
}
#endif
