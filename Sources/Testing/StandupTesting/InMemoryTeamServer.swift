package import MeetingHistory
package import MeetingModel
internal import Synchronization

/// A team's server in memory. [any thread]
package final class InMemoryTeamServer: Sendable {
    /// All that the server has; a copy of it is a backup.
    package struct Contents: Sendable {
        package var id = Device.ID().rawValue
        /// Changes when the server was restored.
        var epoch: Int64 = 1
        fileprivate var isCreated = false
        fileprivate var devices: [Device.ID: StoredDevice] = [:]
        fileprivate var order: [Device.ID] = []
        fileprivate var changes: [Device.ID: [ReceivedChange]] = [:]
        fileprivate var origins: [Item: Origin] = [:]
        fileprivate var gone: Set<Item> = []
        fileprivate var leads: [Standup.ID: String] = [:]
        fileprivate var runningStandups: [RunningStandup] = []
        fileprivate var readers: Set<String> = []
        /// The deletions of what had not come: who sent them, by device and sequence number.
        fileprivate var early: [Device.ID: [Int64: (item: Item, member: String)]] = [:]
        package var now: @Sendable () -> Timestamp = { .now }

        init() {}

        /// Makes a member one who may only read.
        mutating func restrict(_ member: String) { readers.insert(member) }

        /// Adds a change of a device that no program checked.
        mutating func addRow(_ change: SharedChange, of device: Device.ID) {
            let sequence = (devices[device]?.head.sequence ?? 0) + 1
            devices[device]?.head = DeviceHead(sequence: sequence, hash: "")
            changes[device, default: []].append(
                ReceivedChange(device: device, sequence: sequence, member: "mallory", change: change))
        }

        /// Adds a row as no program of ours writes it.
        mutating func addUnreadableRow(
            _ text: String, of device: Device.ID, in place: SharedPlace? = nil
        ) {
            let sequence = (devices[device]?.head.sequence ?? 0) + 1
            devices[device]?.head = DeviceHead(sequence: sequence, hash: "")
            changes[device, default: []].append(
                ReceivedChange(device: device, sequence: sequence, member: "mallory", unreadable: text, place: place))
        }
    }

    fileprivate struct StoredDevice {
        let member: String
        let name: String
        var head = DeviceHead()
        var refused: Set<Int64> = []
    }

    /// Whose an item is, who sent it first, where it belongs and what it says.
    fileprivate struct Origin {
        let member: String
        let sender: String
        let standup: Standup.ID?
        let meeting: Meeting.ID?
        let content: String?
    }

    fileprivate struct Item: Hashable {
        let kind: SharedKind
        let id: String
    }

    private let state = Mutex(Contents())

    /// An empty server, without tables.
    package init() {}

    package var contents: Contents { state.withLock { $0 } }

    package func change(_ body: (inout Contents) -> Void) { state.withLock { body(&$0) } }

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

        func createTables() { server.change { $0.isCreated = true } }

        func identity() throws(TeamError) -> ServerIdentity {
            try use { contents in
                ServerIdentity(
                    id: contents.id, epoch: contents.epoch, member: member,
                    mayWrite: !contents.readers.contains(member), clock: contents.now())
            }
        }

        func register(_ device: Device.ID, named name: String) throws(TeamError) {
            try use { contents throws(TeamError) in
                try contents.checkWriter(member, server: self.name)
                guard contents.devices[device] == nil else { return }
                contents.devices[device] = StoredDevice(member: member, name: name)
                contents.order.append(device)
            }
        }

        func heads() throws(TeamError) -> [Device.ID: DeviceHead] {
            try use { $0.devices.mapValues(\.head) }
        }

        func push(_ batch: SharedBatch) throws(TeamError) -> PushOutcome {
            try use { contents throws(TeamError) in
                try contents.checkWriter(member, server: name)
                return contents.push(batch, by: member)
            }
        }

        func refused(of device: Device.ID) throws(TeamError) -> Set<Int64> {
            try use { $0.devices[device]?.refused ?? [] }
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
                let devices = contents.order.compactMap { id in contents.devices[id].map { (id: id, device: $0) } }
                return Set(devices.map(\.device.member)).union(contents.readers).sorted()
                    .map { member in
                        TeamMember(
                            name: member, role: contents.readers.contains(member) ? .reader : .member,
                            devices: devices.filter { $0.device.member == member }
                                .map { id, device in
                                    MemberDevice(
                                        id, name: device.name, changes: device.head.sequence, lastSent: nil)
                                })
                    }
            }
        }

        func announce(_ running: RunningStandup, isOver: Bool) throws(TeamError) {
            try use { contents throws(TeamError) in
                try contents.checkWriter(member, server: name)
                contents.runningStandups.removeAll { $0.meeting == running.meeting }
                if !isOver { contents.runningStandups.append(running) }
            }
        }

        func runningStandups() throws(TeamError) -> [RunningStandup] { try use { $0.runningStandups } }

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
        guard let device = devices[batch.device], device.member == member else { return .notNext }
        if device.head == DeviceHead(sequence: batch.last, hash: batch.hash) {
            return .known(refused: device.refused)
        }
        guard device.head == DeviceHead(sequence: batch.first - 1, hash: batch.previousHash) else { return .notNext }
        var (refused, taken): (Set<Int64>, Set<String>) = ([], [])
        for (sequence, change) in zip(batch.first..., batch.changes) {
            switch decide(change, by: member, taken) {
            case .refuse:
                refused.insert(sequence)
                if change.kind == .meeting, !change.isDeletion { taken.insert(change.item) }
                continue
            case .leaveOut: continue
            case .storeEarly:
                let item = Item(kind: change.kind, id: change.item)
                early[batch.device, default: [:]][sequence] = (item: item, member: member)
                store(change, sequence, by: member, of: batch.device, isEarly: true)
            case .store(let owner):
                if !change.isDeletion, settleEarly(change, owner: owner) { continue }
                store(change, sequence, by: member, owner: owner, of: batch.device)
            }
        }
        devices[batch.device]?.head = DeviceHead(sequence: batch.last, hash: batch.hash)
        devices[batch.device]?.refused = refused
        return .stored(refused: refused)
    }

    private enum Decision {
        case refuse, leaveOut, storeEarly
        case store(owner: String)
    }

    private func decide(_ change: SharedChange, by member: String, _ taken: Set<String>) -> Decision {
        guard isPossible(change) else { return .refuse }
        if change.isDeletion {
            return switch mayDelete(change, member) {
            case true?: .store(owner: member)
            case false?: .refuse
            case nil: .storeEarly
            }
        }
        if change.kind == .lead { return decideLead(change, by: member) }
        if isGone(change) { return .leaveOut }
        if let meeting = change.meeting, taken.contains(meeting.rawValue) { return .refuse }
        guard [.meeting, .transcript].contains(change.kind) else { return .store(owner: member) }
        let owner = epoch > 1 ? change.member ?? member : member
        if let first = origins[Item(kind: change.kind, id: change.item)], first.sender != member,
            first.member != member || first.content != change.content
        {
            let isKnown = first.member != member && change.member == first.member
            return isKnown ? .leaveOut : .refuse
        }
        guard change.kind == .transcript, let meeting = change.meeting else { return .store(owner: owner) }
        guard let recorded = origins[Item(kind: .meeting, id: meeting.rawValue)] else { return .refuse }
        let isLive = LiveTranscript.meeting(ofTranscript: change.item) != nil
        let isOwn = [recorded.member, recorded.sender].contains(owner)
        let isOthers = change.item != LiveTranscript.id(of: meeting) || !isOwn
        guard isLive, isOthers else { return .store(owner: owner) }
        return change.member == recorded.member ? .leaveOut : .refuse
    }

    private func decideLead(_ change: SharedChange, by member: String) -> Decision {
        let standup = Standup.ID(rawValue: change.item)
        if let lead = leads[standup] { return lead == member ? .store(owner: change.member ?? member) : .refuse }
        if isGone(change) { return .leaveOut }
        let first = origins[Item(kind: .standup, id: change.item)]?.sender == member
        guard epoch > 1 || first && (change.member ?? member) == member else { return .refuse }
        return .store(owner: epoch > 1 ? change.member ?? member : member)
    }

    private mutating func store(
        _ change: SharedChange, _ sequence: Int64, by member: String, owner: String = "", of device: Device.ID,
        isEarly: Bool = false
    ) {
        let item = Item(kind: change.kind, id: change.item)
        if change.isDeletion, !isEarly { delete(item) }
        if change.kind == .lead, !change.isDeletion { leads[Standup.ID(rawValue: change.item)] = owner }
        if !change.isDeletion {
            let isRecorded = [.meeting, .transcript].contains(change.kind)
            origins[item] =
                origins[item]
                ?? InMemoryTeamServer.Origin(
                    member: isRecorded && change.member == nil ? member : owner, sender: member,
                    standup: change.standup, meeting: change.meeting, content: change.content)
        }
        changes[device, default: []].append(
            ReceivedChange(
                device: device, sequence: sequence, member: member,
                change: change.member == nil || ![.meeting, .transcript].contains(change.kind)
                    ? change : change.recorded(by: owner),
                isEarly: isEarly))
    }

    /// Whether an early deletion of what comes now counts; those that do not are removed.
    private mutating func settleEarly(_ change: SharedChange, owner: String) -> Bool {
        let isFirstLead = change.kind == .lead && leads[Standup.ID(rawValue: change.item)] == nil
        guard [.meeting, .transcript].contains(change.kind) || isFirstLead else { return false }
        let item = Item(kind: isFirstLead ? .standup : change.kind, id: change.item)
        let recorder =
            change.kind == .transcript
            ? change.meeting.flatMap { origins[Item(kind: .meeting, id: $0.rawValue)]?.member } : nil
        let found = early.flatMap { device, numbers in
            numbers.filter { $0.value.item == item }.map { (device: device, sequence: $0.key, member: $0.value.member) }
        }
        let counts = found.contains { deletion in
            [owner, recorder].contains(deletion.member)
                || !isFirstLead && change.standup.flatMap { leads[$0] } == deletion.member
        }
        for deletion in found {
            early[deletion.device]?[deletion.sequence] = nil
            guard let index = changes[deletion.device]?.firstIndex(where: { $0.sequence == deletion.sequence }) else {
                continue
            }
            let change = changes[deletion.device]?.remove(at: index)
            guard counts, let own = change?.change else { continue }
            changes[deletion.device]?.insert(
                ReceivedChange(
                    device: deletion.device, sequence: deletion.sequence, member: deletion.member, change: own),
                at: index)
        }
        if counts { delete(item) }
        return counts
    }

    private func isPossible(_ change: SharedChange) -> Bool {
        if [.meeting, .transcript].contains(change.kind), !change.isDeletion { return true }
        let latest = now().nanosecondsSince1970 + HybridClock.tolerance
        guard change.clock.isPossible(until: latest) else { return false }
        guard let content = change.content, change.kind != .lead else { return true }
        do {
            let fields = try SharedContent.decode(SharedFields.self, from: content)
            try fields.checkTimes(until: latest)
            return true
        } catch { return false }
    }

    private func isGone(_ change: SharedChange) -> Bool {
        gone.contains(Item(kind: change.kind == .lead ? .standup : change.kind, id: change.item))
            || change.standup.map { gone.contains(Item(kind: .standup, id: $0.rawValue)) } ?? false
            || change.meeting.map { gone.contains(Item(kind: .meeting, id: $0.rawValue)) } ?? false
            || change.transcript.map { gone.contains(Item(kind: .transcript, id: $0)) } ?? false
    }

    /// Whether a member may delete an item; nil if it has not come.
    private func mayDelete(_ change: SharedChange, _ member: String) -> Bool? {
        let item = Item(kind: change.kind, id: change.item)
        if gone.contains(item) { return change.kind.deleter != .nobody }
        guard change.kind.deleter != .nobody else { return false }
        if change.kind.deleter == .lead {
            if let lead = leads[Standup.ID(rawValue: change.item)] { return lead == member }
            return origins[item].map { $0.sender == member }
        }
        let stored = origins[item]
        if change.kind == .transcript {
            let meeting =
                stored?.meeting?.rawValue
                ?? change.item.split(separator: "/", omittingEmptySubsequences: false).first.map(String.init) ?? ""
            if let recorded = origins[Item(kind: .meeting, id: meeting)] {
                if recorded.member == member || recorded.standup.flatMap({ leads[$0] }) == member { return true }
                if LiveTranscript.meeting(ofTranscript: change.item) != nil { return false }
            }
        }
        return stored.map { $0.member == member || $0.standup.flatMap { leads[$0] } == member }
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
