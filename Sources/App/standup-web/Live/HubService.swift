#if Web
import MeetingTiming
import ServiceLifecycle
import Web

/// Keeps a `LiveHub` going until the server stops, and then ends its streams.
struct HubService: Service {
    let hub: LiveHub

    private let disk = DiskExecutor(label: "standup.web.meetings")

    func run() async throws {
        await withGracefulShutdownHandler {
            // Looking for meetings waits for the disk, and sending does not wait for that.
            async let looking: Void = withTaskExecutorPreference(disk) {
                await Self.repeatUntilShutdown(every: LiveHub.searchInterval) {
                    hub.search()
                    hub.dismiss()
                }
            }
            await Self.repeatUntilShutdown(every: LiveHub.compareInterval) { hub.tick() }
            await looking
        } onGracefulShutdown: {
            hub.close()
        }
    }

    private static func repeatUntilShutdown(every interval: Duration, _ work: () -> Void) async {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            work()
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
        }
    }
}
#endif
