import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import PostgreSQLTeam
import SQLiteHistory
import TeamHistory

extension Composition {
    /// A connection to the server of an address; nothing is connected yet.
    static func teamServer(at address: String) throws -> any TeamServer {
        PostgreSQLTeamServer(at: try PostgreSQLAddress(address))
    }

    /// Synchronises a history with its team's.
    func makeSynchroniser(of store: SQLiteMeetingStore) -> TeamSynchroniser {
        TeamSynchroniser(store: store, folder: folder) { try Self.teamServer(at: $0) }
    }

    /// Synchronises in the background while the program runs; nil without a history that can be opened.
    func makeTeamWorker() -> TeamWorker? {
        // A store of its own, so that nobody waits for its transactions in this process.
        guard let store = try? SQLiteMeetingStore(path: folder.databasePath) else { return nil }
        return TeamWorker(synchroniser: makeSynchroniser(of: store))
    }

    /// Tells the team that a standup is being held here, and at its end that it is not, then sends the meeting.
    ///
    /// What fails is tried again by the next program.
    @discardableResult
    func tellTeam(of standup: Standup, _ meeting: Meeting.ID, isOver: Bool) -> Task<Void, Never>? {
        guard standup.isShared, let worker = makeTeamWorker() else { return nil }
        let synchroniser = worker.synchroniser
        return Task.detached(executorPreference: DiskExecutor(label: "standup.team")) {
            guard let membership = try? synchroniser.store.membership() else { return }
            let holding = Holding(
                standup: standup.id, meeting: meeting, member: membership.member,
                machine: membership.machine, startedAt: .now)
            _ = try? synchroniser.withServer { server in
                try server.announce(holding, isOver: isOver)
                _ = try synchroniser.synchronise(with: server)
            }
        }
    }

    /// The name of this machine for people.
    static var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension History {
    /// Says that a standup is being held elsewhere, as far as is known here.
    func adviseOnHoldings(of standup: Standup) {
        guard standup.isShared, let copy = store as? any TeamCopy, let own = try? copy.membership(),
            let status = try? copy.teamStatus()
        else { return }
        for holding in status.holdings
        where holding.standup == standup.id && !(holding.member == own.member && holding.machine == own.machine) {
            StandardOutput.note(
                "standup: note: \(DisplayText(quoting: standup.title)) is being held by \(DisplayText(holding.member)) on "
                    + "\(DisplayText(holding.machine)) since \(LocalTime(holding.startedAt).minute)")
        }
    }
}
