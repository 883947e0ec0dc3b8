package import MeetingModel
internal import Synchronization
package import TeamHistory

/// A team's server in memory. [any thread]
package final class InMemoryTeamServer: Sendable {
    /// All that the server has; a copy of it is a backup.
    package struct Contents: Sendable {
        /// The server's id.
        package var id = Device.ID().rawValue
        /// Changes when the server was restored.
        package var epoch: Int64 = 1
        /// Its clock; nil if it does not say.
        package var clock: Timestamp?
        fileprivate var isCreated = false
        fileprivate var machines: [Device.ID: Machine] = [:]
        fileprivate var order: [Device.ID] = []
        fileprivate var changes: [Device.ID: [ReceivedChange]] = [:]
        fileprivate var origins: [Item: Origin] = [:]
        fileprivate var gone: Set<Item> = []
        fileprivate var leads: [Standup.ID: String] = [:]
        fileprivate var holdings: [Holding] = []
        fileprivate var readers: Set<String> = []

        /// Nothing.
        package init() {}

        /// Makes a member one who may only read.
        package mutating func restrict(_ member: String) { readers.insert(member) }

        /// Adds a change of a device that no program checked.
        package mutating func addRow(_ change: SharedChange, of device: Device.ID) {
            let sequence = (machines[device]?.head.sequence ?? 0) + 1
            machines[device]?.head = DeviceHead(sequence: sequence, hash: "")
            changes[device, default: []].append(
                ReceivedChange(device: device, sequence: sequence, member: "mallory", change: change))
        }

        /// Adds a row as no program of ours writes it.
        package mutating func addUnreadableRow(
            _ text: String, of device: Device.ID, in place: SharedPlace? = nil
        ) {
            let sequence = (machines[device]?.head.sequence ?? 0) + 1
            machines[device]?.head = DeviceHead(sequence: sequence, hash: "")
            changes[device, default: []].append(
                ReceivedChange(device: device, sequence: sequence, member: "mallory", unreadable: text, place: place))
        }
    }

    fileprivate struct Machine {
        let member: String
        let name: String
        var head = DeviceHead()
        var refused: Set<Int64> = []
    }

    /// Who wrote an item first, who sent it, and the standup and the meeting that it belongs to.
    fileprivate struct Origin {
        let member: String
        let sender: String
        let standup: Standup.ID?
        let meeting: Meeting.ID?
    }

    fileprivate struct Item: Hashable {
        let kind: SharedKind
        let id: String
    }

    private let state = Mutex(Contents())

    /// An empty server, without tables.
    package init() {}

    /// What it has now.
    package var contents: Contents { state.withLock { $0 } }

    /// Changes or replaces what it has.
    package func change(_ body: (inout Contents) -> Void) { state.withLock { body(&$0) } }

    /// A connection of a member.
    package func connection(of member: String) -> any TeamServer { Connection(to: self, member: member) }
}

extension InMemoryTeamServer {
    private final class Connection: TeamServer {
        let name = "memory"
        private let server: InMemoryTeamServer
        private let member: String

        init(to server: InMemoryTeamServer, member: String) {
            self.server = server
            self.member = member
        }

        private func use<T>(_ body: (inout Contents) throws(TeamError) -> T) throws(TeamError) -> T {
            try server.state.withLock { contents throws(TeamError) in
                guard contents.isCreated else { throw .noTeam(server: name) }
                return try body(&contents)
            }
        }

        func create() { server.change { $0.isCreated = true } }

        func identity() throws(TeamError) -> ServerIdentity {
            try use { contents in
                ServerIdentity(
                    id: contents.id, epoch: contents.epoch, member: member,
                    mayWrite: !contents.readers.contains(member), clock: contents.clock)
            }
        }

        func register(_ device: Device.ID, named name: String) throws(TeamError) {
            try use { contents throws(TeamError) in
                try contents.checkWriter(member, server: self.name)
                guard contents.machines[device] == nil else { return }
                contents.machines[device] = Machine(member: member, name: name)
                contents.order.append(device)
            }
        }

        func heads() throws(TeamError) -> [Device.ID: DeviceHead] {
            try use { $0.machines.mapValues(\.head) }
        }

        func push(_ batch: SharedBatch) throws(TeamError) -> PushOutcome {
            try use { contents throws(TeamError) in
                try contents.checkWriter(member, server: name)
                return contents.push(batch, by: member)
            }
        }

        func refused(of device: Device.ID) throws(TeamError) -> Set<Int64> {
            try use { $0.machines[device]?.refused ?? [] }
        }

        func changes(
            _ numbers: [Device.ID: ClosedRange<Int64>]
        ) throws(TeamError) -> (changes: [ReceivedChange], through: [Device.ID: Int64]) {
            try use { contents in
                var (changes, through): ([ReceivedChange], [Device.ID: Int64]) = ([], [:])
                for (device, numbers) in numbers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    let rest = 20 - changes.count
                    guard rest > 0 else { break }
                    let part = (contents.changes[device] ?? []).filter { numbers.contains($0.sequence) }.prefix(rest)
                    changes += part
                    through[device] = part.count < rest ? numbers.upperBound : part.last?.sequence
                }
                return (changes, through)
            }
        }

        func members() throws(TeamError) -> [TeamMember] {
            try use { contents in
                let machines = contents.order.compactMap { contents.machines[$0] }
                return Set(machines.map(\.member)).union(contents.readers).sorted()
                    .map { member in
                        TeamMember(
                            name: member, role: contents.readers.contains(member) ? .reader : .member,
                            machines: machines.filter { $0.member == member }
                                .map {
                                    TeamMember.Machine(name: $0.name, changes: $0.head.sequence, lastSent: nil)
                                })
                    }
            }
        }

        func announce(_ holding: Holding, isOver: Bool) throws(TeamError) {
            try use { contents throws(TeamError) in
                try contents.checkWriter(member, server: name)
                contents.holdings.removeAll { $0.meeting == holding.meeting }
                if !isOver { contents.holdings.append(holding) }
            }
        }

        func holdings() throws(TeamError) -> [Holding] { try use { $0.holdings } }

        func waitForChanges(for time: Duration) -> Bool { false }

        func wake() {}

        func close() {}
    }
}

extension InMemoryTeamServer.Contents {
    fileprivate typealias Item = InMemoryTeamServer.Item

    fileprivate func checkWriter(_ member: String, server: String) throws(TeamError) {
        guard !readers.contains(member) else { throw .readOnly(server: server) }
    }

    fileprivate mutating func push(_ batch: SharedBatch, by member: String) -> PushOutcome {
        guard let machine = machines[batch.device], machine.member == member else { return .notNext }
        if machine.head == DeviceHead(sequence: batch.last, hash: batch.hash) {
            return .known(refused: machine.refused)
        }
        guard machine.head == DeviceHead(sequence: batch.first - 1, hash: batch.previousHash) else { return .notNext }
        var refused: Set<Int64> = []
        for (sequence, change) in zip(batch.first..., batch.changes) {
            let stored = ReceivedChange(device: batch.device, sequence: sequence, member: member, change: change)
            if change.isDeletion ? !mayDelete(change, member) : change.kind == .lead && !mayLead(change, member) {
                refused.insert(sequence)
            } else if change.isDeletion {
                delete(Item(kind: change.kind, id: change.item))
                changes[batch.device, default: []].append(stored)
            } else if !isGone(change), !isOthers(change, member) {
                if change.kind == .lead { leads[Standup.ID(rawValue: change.item)] = change.member ?? member }
                let item = Item(kind: change.kind, id: change.item)
                let origin = InMemoryTeamServer.Origin(
                    member: change.member ?? member, sender: member, standup: change.standup, meeting: change.meeting)
                origins[item] = origins[item] ?? origin
                changes[batch.device, default: []].append(stored)
            }
        }
        machines[batch.device]?.head = DeviceHead(sequence: batch.last, hash: batch.hash)
        machines[batch.device]?.refused = refused
        return .stored(refused: refused)
    }

    private func isGone(_ change: SharedChange) -> Bool {
        gone.contains(Item(kind: change.kind, id: change.item))
            || change.standup.map { gone.contains(Item(kind: .standup, id: $0.rawValue)) } ?? false
            || change.meeting.map { gone.contains(Item(kind: .meeting, id: $0.rawValue)) } ?? false
            || change.transcript.map { gone.contains(Item(kind: .transcript, id: $0)) } ?? false
    }

    /// The origin of the meeting whose live transcript this is.
    private func liveOrigin(_ change: SharedChange) -> InMemoryTeamServer.Origin? {
        guard change.kind == .transcript, let meeting = LiveTranscript.meeting(ofTranscript: change.item) else {
            return nil
        }
        return origins[Item(kind: .meeting, id: meeting.rawValue)]
    }

    /// Whether it is another's meeting or transcript, which never change.
    private func isOthers(_ change: SharedChange, _ member: String) -> Bool {
        guard [.meeting, .transcript].contains(change.kind) else { return false }
        // Who gives a restored server back what it lost may have a live transcript of another's.
        if epoch == 1, let live = liveOrigin(change), ![live.member, live.sender].contains(member) { return true }
        return origins[Item(kind: change.kind, id: change.item)].map { $0.member != member } ?? false
    }

    private func mayLead(_ change: SharedChange, _ member: String) -> Bool {
        leads[Standup.ID(rawValue: change.item)].map { $0 == member } ?? true
    }

    private func mayDelete(_ change: SharedChange, _ member: String) -> Bool {
        let item = Item(kind: change.kind, id: change.item)
        if change.kind.deleter == .lead { return leads[Standup.ID(rawValue: change.item)].map { $0 == member } ?? true }
        guard change.kind.deleter != .nobody else { return false }
        let meeting = Item(kind: .meeting, id: change.item.split(separator: "/").first.map(String.init) ?? "")
        guard
            let found = liveOrigin(change) ?? origins[item]
                ?? (change.kind == .transcript ? origins[meeting] : nil)
        else { return true }
        let recorder = found.meeting.flatMap { origins[Item(kind: .meeting, id: $0.rawValue)]?.member }
        return found.member == member || recorder == member || found.standup.flatMap { leads[$0] } == member
    }

    private mutating func delete(_ item: Item) {
        gone.insert(item)
        for device in changes.keys {
            changes[device]?
                .removeAll { received in
                    guard let change = received.change, !change.isDeletion else { return false }
                    let isRemoved =
                        change.kind == item.kind && change.item == item.id
                        || item.kind == .standup && change.standup?.rawValue == item.id
                        || item.kind == .meeting && change.meeting?.rawValue == item.id
                        || item.kind == .transcript && change.transcript == item.id
                    if isRemoved { origins[Item(kind: change.kind, id: change.item)] = nil }
                    return isRemoved
                }
        }
        if item.kind == .standup { leads[Standup.ID(rawValue: item.id)] = nil }
    }
}
