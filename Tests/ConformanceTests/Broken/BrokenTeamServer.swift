import Dispatch
import MeetingModel
import Synchronization

@testable import MeetingHistory
@testable import StandupTesting

/// A connection to a team's server that breaks one promise.
final class BrokenTeamServer: TeamServer {
    enum Fault: CaseIterable {
        case inventsTables, changesID, createsOnce, hasOneMember, forgetsNames, knowsDevicesOnly, hidesHeads
        case losesTranscripts, storesTwice, acceptsAll, skips, keepsDeleted, revives, letsAllDelete, letsAllLead
        case forgetsRecorders, forgetsRefusals, storesForgeries, hidesRights, keepsRunning, registersReaders, sleepsOn
        case settlesAll, ignoresTimes

        var promise: TeamServerConformance.Promise {
            switch self {
            case .inventsTables: .missing
            case .changesID: .creating
            case .createsOnce: .creatingTogether
            case .hasOneMember: .identity
            case .forgetsNames: .registering
            case .knowsDevicesOnly: .registeringAgain
            case .hidesHeads: .heads
            case .losesTranscripts: .storing
            case .storesTwice: .knowing
            case .acceptsAll: .following
            case .skips: .changes
            case .keepsDeleted: .deleting
            case .revives: .leavingOut
            case .letsAllDelete: .deciding
            case .letsAllLead: .leading
            case .forgetsRecorders: .recorder
            case .forgetsRefusals: .refused
            case .storesForgeries: .unchanging
            case .hidesRights: .members
            case .keepsRunning: .running
            case .registersReaders: .readers
            case .sleepsOn: .waking
            case .settlesAll: .early
            case .ignoresTimes: .timely
            }
        }
    }

    /// What the connections to a server have in common.
    final class Memory: Sendable {
        fileprivate struct Contents {
            var creations = 0
            var heads: [Device.ID: DeviceHead] = [:]
            var hasDeletedStandup = false
            var meetings: Set<String> = []
        }
        fileprivate let contents = Mutex(Contents())
    }

    private let fault: Fault
    private let server: any TeamServer
    private let memory: Memory
    private let closing = DispatchSemaphore(value: 0)

    init(_ fault: Fault, _ server: any TeamServer, _ memory: Memory) {
        self.fault = fault
        self.server = server
        self.memory = memory
    }

    var name: String { server.name }

    func createTables() throws(TeamError) {
        let creations = memory.contents.withLock { contents in
            contents.creations += 1
            return contents.creations
        }
        if fault == .createsOnce, creations > 1 { throw .busy }
        try server.createTables()
    }

    func identity() throws(TeamError) -> ServerIdentity {
        if fault == .inventsTables { try server.createTables() }
        let identity = try server.identity()
        let creations = memory.contents.withLock { $0.creations }
        return ServerIdentity(
            id: fault == .changesID && creations > 4 ? "other" : identity.id, epoch: identity.epoch,
            member: fault == .hasOneMember ? "anna" : identity.member, mayWrite: identity.mayWrite,
            clock: identity.clock)
    }

    func register(_ device: Device.ID, named name: String) throws(TeamError) {
        if fault == .knowsDevicesOnly, try server.heads()[device] != nil { throw .busy }
        if fault == .registersReaders, try !server.identity().mayWrite { return }
        try server.register(device, named: fault == .forgetsNames ? "" : name)
    }

    func heads() throws(TeamError) -> [Device.ID: DeviceHead] { fault == .hidesHeads ? [:] : try server.heads() }

    func push(_ batch: SharedBatch) throws(TeamError) -> PushOutcome {
        let contents = memory.contents.withLock { $0 }
        // The chain of hashes goes on from what was really sent.
        let head = DeviceHead(sequence: batch.first - 1, hash: batch.previousHash)
        let changes = batch.changes.map { rewritten($0, isAlone: batch.changes.count == 1, contents) }
        let isRewritten = changes != batch.changes || contents.heads[batch.device] != nil
        let sent =
            isRewritten
            ? try SharedBatch(of: batch.device, changes, after: contents.heads[batch.device] ?? head) : batch
        let outcome = try server.push(sent)
        memory.contents.withLock { contents in
            if isRewritten { contents.heads[batch.device] = DeviceHead(sequence: sent.last, hash: sent.hash) }
            if batch.changes.contains(where: { $0.isDeletion && $0.kind == .standup }) {
                contents.hasDeletedStandup = true
            }
            contents.meetings.formUnion(batch.changes.filter { $0.kind == .meeting }.map(\.item))
        }
        let only = batch.changes.count == 1 ? batch.changes.first : nil
        switch outcome {
        case .stored where fault == .ignoresTimes && batch.changes.contains(where: { $0.clock.counter > 1 << 40 }):
            return .stored(refused: [])
        case .known(let refused) where fault == .storesTwice: return .stored(refused: refused)
        case .notNext where fault == .acceptsAll: return .stored(refused: [])
        case .stored where fault == .letsAllDelete && only?.isDeletion == true && only?.kind == .standup,
            .stored where fault == .letsAllLead && only?.kind == .lead && only?.isDeletion == false:
            return .stored(refused: [])
        default: return outcome
        }
    }

    private func rewritten(
        _ change: SharedChange, isAlone: Bool, _ contents: Memory.Contents
    ) -> SharedChange {
        if change.isDeletion {
            let isKept = fault == .keepsDeleted && change.kind == .transcript
            return isKept ? .deletion(of: "nothing", .transcript, at: change.clock) : change
        }
        if fault == .storesForgeries, isAlone, contents.meetings.contains(change.item) {
            return SharedChange(
                kind: change.kind, item: change.item + "'", standup: change.standup, meeting: change.meeting,
                member: change.member, clock: change.clock, content: change.content)
        }
        let revives = fault == .revives && contents.hasDeletedStandup
        guard revives || fault == .forgetsRecorders && change.kind == .meeting else { return change }
        return SharedChange(
            kind: change.kind, item: revives ? change.item + "'" : change.item,
            standup: revives ? Standup.ID(rawValue: "other") : change.standup, meeting: revives ? nil : change.meeting,
            transcript: revives ? nil : change.transcript, clock: change.clock, content: change.content)
    }

    func refused(of device: Device.ID) throws(TeamError) -> Set<Int64> {
        fault == .forgetsRefusals ? [] : try server.refused(of: device)
    }

    func changes(
        _ numbers: [Device.ID: ClosedRange<Int64>]
    ) throws(TeamError) -> (changes: [ReceivedChange], through: [Device.ID: Int64]) {
        let part = try server.changes(numbers)
        if fault == .settlesAll {
            let changes = part.changes.map { change in
                change.change.map {
                    ReceivedChange(device: change.device, sequence: change.sequence, member: change.member, change: $0)
                } ?? change
            }
            return (changes, part.through)
        }
        if fault == .skips { return (part.changes, numbers.mapValues(\.upperBound)) }
        guard fault == .losesTranscripts else { return part }
        return (part.changes.filter { $0.change?.kind != .transcript }, part.through)
    }

    func members() throws(TeamError) -> [TeamMember] {
        let members = try server.members()
        guard fault == .hidesRights else { return members }
        return members.map { TeamMember(name: $0.name, role: .reader, devices: $0.devices) }
    }

    func announce(_ running: RunningStandup, isOver: Bool) throws(TeamError) {
        if fault != .keepsRunning || !isOver { try server.announce(running, isOver: isOver) }
    }

    func runningStandups() throws(TeamError) -> [RunningStandup] { try server.runningStandups() }

    func waitForChanges(for time: Duration) -> Bool {
        if fault == .sleepsOn { closing.wait() }
        return server.waitForChanges(for: time)
    }

    func wake() { server.wake() }

    func close() {
        closing.signal()
        server.close()
    }
}
