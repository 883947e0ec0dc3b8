#if Web
import MeetingHistory
import MeetingModel
import MeetingTiming
import ServiceLifecycle
import Sound
import Web

/// Removes what nobody needs any more: cached recordings of meetings that have none, and invitations that have ended.
///
/// Keeps the address in the server's file that of this machine.
struct Housekeeping: Service {
    let history: WebHistory
    let invitations: InvitationStore
    let cache: AudioExportCache
    let rules: ServerRules

    private let disk = DiskExecutor(label: "standup.web.housekeeping")

    init(history: WebHistory, invitations: InvitationStore, cache: AudioExportCache, rules: ServerRules) {
        self.history = history
        self.invitations = invitations
        self.cache = cache
        self.rules = rules
    }

    /// How often the history is asked whether it has changed.
    private static let interval = Duration.seconds(5)
    /// After how many intervals ended invitations are removed.
    private static let rounds = 720

    func run() async throws {
        var (version, round) = (nil as Int64?, 0)
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            let (last, isDue) = (version, round % Self.rounds == 0)
            version = await withTaskExecutorPreference(disk) {
                if isDue { removeInvitations() }
                try? rules.write(in: history.folder)
                return removeRecordings(unless: last)
            }
            round += 1
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
        }
    }

    /// Removes recordings if the history has changed, and returns its version.
    ///
    /// What fails is tried again later.
    private func removeRecordings(unless last: Int64?) -> Int64? {
        guard let version = try? history.store.dataVersion() else { return last }
        guard version != last, let meetings = try? history.store.recordedMeetings(before: .distantFuture) else {
            return last
        }
        cache.removeAll(except: meetings.map(\.id))
        return version
    }

    private func removeInvitations() {
        try? invitations.change { book in
            try book.removeEnded(at: .now, meetingEnd: history.store.firstEnd(of:after:))
        }
    }
}

extension Timestamp {
    fileprivate static var distantFuture: Timestamp { Timestamp(nanosecondsSince1970: .max) }
}
#endif
