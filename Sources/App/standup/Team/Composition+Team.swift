import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupHistory
import Synchronization
import Team

extension Composition {
    /// A connection to the server of an address; nothing is connected yet.
    static func teamServer(at address: String) throws -> any TeamServer {
        PostgreSQLTeamServer(at: try PostgreSQLAddress(address))
    }

    func makeSynchronizer(of store: SQLiteMeetingStore) -> TeamSynchronizer {
        TeamSynchronizer(store: store, folder: folder) { try Self.teamServer(at: $0) }
    }

    /// Synchronizes in the background while the program runs; nil without a history that can be opened.
    func makeTeamWorker() -> TeamWorker? {
        // A store of its own, so that nobody waits for its transactions in this process.
        guard let store = try? SQLiteMeetingStore(path: folder.databasePath) else { return nil }
        return TeamWorker(makeSynchronizer(of: store))
    }

    /// Tells the team that a standup is being held here, and synchronizes until the task is canceled; nil if it is not shared.
    func shareMeeting(of standup: Standup, _ meeting: Meeting.ID) -> Task<Void, Never>? {
        guard standup.isShared, let worker = makeTeamWorker(),
            let running = try? worker.synchronizer.store.runningStandup(standup.id, meeting)
        else { return nil }
        return worker.start(after: .zero) { server in
            try Self.endedMeetings.withLock { ended in
                if !ended.contains(meeting) { try server.announce(running, isOver: false) }
            }
        }
    }

    /// The meetings that this process has ended: of a short one, the start could be told after the end.
    private static let endedMeetings = Mutex<Set<Meeting.ID>>([])

    /// Tells the team that a standup is no longer held here, and sends the meeting.
    ///
    /// What fails is tried again by the next program.
    func shareEnd(of standup: Standup, _ meeting: Meeting.ID) async {
        guard standup.isShared, let synchronizer = makeTeamWorker()?.synchronizer else { return }
        let task = Task.detached(executorPreference: DiskExecutor(label: "standup.team")) {
            guard let membership = try? synchronizer.store.membership(),
                let running = try? synchronizer.store.runningStandup(standup.id, meeting),
                let server = try? synchronizer.connect(membership.address)
            else { return }
            defer { server.close() }
            try? Self.endedMeetings.withLock { ended in
                ended.insert(meeting)
                try server.announce(running, isOver: true)
            }
            // This process's own worker may be at it; another program that is will send the meeting too.
            _ = try? synchronizer.run(patience: .seconds(1))
        }
        await task.value
    }

    static var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension History {
    /// For whom the deletion of an item would be, as a part of a question; nil if it is not shared.
    func deletionReach(of item: DeletedItem) -> String? {
        switch reach(ofDeleting: item) {
        case .everybody: "for the whole team"
        case .here(let owner):
            if case .standup = item {
                "only here, because \(DisplayText(owner)) leads it"
            } else {
                "only here, because \(DisplayText(owner)) recorded it"
            }
        case nil: nil
        }
    }

    /// For whom the deletion of an item would be; nil if it is not shared.
    func reach(ofDeleting item: DeletedItem) -> DeletionReach? {
        (try? (store as? any TeamCopy)?.deletionReach(of: item)) ?? nil
    }

    /// Where a standup is being held by others, as far as is known here.
    func running(elsewhere standup: Standup) -> [RunningStandup] {
        (try? (store as? any TeamCopy)?.running(elsewhere: standup)) ?? []
    }

    /// Says that changes of a shared standup wait to be sent, which this command does not do.
    func adviseOnSending(of standup: Standup) {
        guard standup.isShared, let copy = store as? any TeamCopy else { return }
        guard (try? copy.membership()) != nil else {
            return StandardOutput.note("standup: note: no team is joined yet; join one with: standup team join")
        }
        guard let unsent = try? copy.teamStatus().unsent, unsent > 0 else { return }
        StandardOutput.note(
            "standup: note: \(TeamReport.count(unsent, "change")) to send; to do it now: standup team sync")
    }

    /// Says that a standup is being held elsewhere, as far as is known here.
    func adviseIfRunningElsewhere(_ standup: Standup) {
        for held in running(elsewhere: standup) {
            StandardOutput.note(
                "standup: note: \(DisplayText(quoting: standup.title)) is being held by \(DisplayText(held.member)) on "
                    + "\(DisplayText(held.deviceName)) since \(LocalTime(held.startedAt).minute)")
        }
    }
}

extension SQLiteMeetingStore {
    /// A meeting that is being held here, as the team is told; nil if the history has joined no team.
    fileprivate func runningStandup(_ standup: Standup.ID, _ meeting: Meeting.ID) throws -> RunningStandup? {
        try membership()
            .map {
                RunningStandup(
                    standup: standup, meeting: try RunningStandup.reference(to: meeting), member: $0.member,
                    deviceName: $0.deviceName, startedAt: .now)
            }
    }
}
