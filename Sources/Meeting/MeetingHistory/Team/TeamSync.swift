package import MeetingModel

/// Sends the changes of a history to its team's server, and receives those of others.
///
/// It waits for the network and for the disk, so it never runs where something live waits. Every step can be broken off and
/// repeated: the server knows a batch that it has, and a change that is received twice changes nothing. [any thread, one at a
/// time for each history]
package struct TeamSync {
    private let copy: any TeamCopy
    private let server: any TeamServer
    private let now: @Sendable () -> Timestamp

    package struct Summary: Hashable, Sendable {
        /// The number of changes that were sent.
        package var sent = 0
        /// The number of changes that were received.
        package var received = 0
        /// The number of changes that the server refused.
        package var refused = 0
        /// The number of meetings that others had deleted.
        package var deleted = 0
        /// Whether this history became another device: it was copied, or restored from a backup.
        package var isNewDevice = false
        /// Whether the user may only read, so that nothing was sent.
        package var isReadOnly = false
        /// How far this machine's clock is from the server's (`TeamError.clock`); nil if they agree.
        package var clockProblem: TeamError?
    }

    /// What the user agrees to beforehand.
    package struct Consent: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        /// Any number of meetings may be deleted.
        package static let deletions = Consent(rawValue: 1)
        /// A server that has lost changes gets them back.
        package static let restoring = Consent(rawValue: 2)
        /// What the user deleted only here comes back.
        package static let hidden = Consent(rawValue: 4)
    }

    /// A synchronization of a copy with a server; `now` is the wall clock, by default the machine's.
    package init(_ copy: any TeamCopy, with server: any TeamServer, now: (@Sendable () -> Timestamp)? = nil) {
        self.copy = copy
        self.server = server
        self.now = now ?? { .now }
    }

    /// Sends and receives until both sides have all that was there at the start.
    ///
    /// - Throws: A `TeamError` or a `HistoryError`; what was sent and received before stays.
    package func run(consent: Consent = []) throws -> Summary {
        var summary = Summary()
        let identity = try server.identity()
        summary.clockProblem = identity.clockProblem(at: now(), server: server.name)
        if consent.contains(.hidden) { try copy.forgetHidden() }
        var heads = try server.heads()
        try meet(identity, heads, consent, &summary)
        summary.isReadOnly = !identity.mayWrite
        let latest = identity.latestChange
        if let now = identity.clock?.nanosecondsSince1970 {
            try copy.keepTimes(at: now, until: latest, mayWrite: identity.mayWrite)
        }
        if identity.mayWrite { try send(until: latest, &summary) }
        // After this device has written, the server knows that its own change is no news to it.
        if summary.sent > 0 { heads = try server.heads() }
        try receive(heads, until: latest, consent, &summary)
        try copy.note(runningStandups(by: identity))
        return summary
    }

    /// The standups that are being held; those that ended here unnoticed are taken back first.
    private func runningStandups(by identity: ServerIdentity) throws -> [RunningStandup] {
        let standups = try server.runningStandups()
        let own = try membership()
        let here = standups.filter { $0.member == own.member && $0.deviceName == own.deviceName }
        guard identity.mayWrite, !here.isEmpty else { return standups }
        let ended = try copy.ended(of: here)
        for running in ended { try server.announce(running, isOver: true) }
        return standups.filter { !ended.contains($0) }
    }

    /// Makes another member the lead of a standup, for all.
    ///
    /// The server decides, so it has to be reached. Sends and receives everything first.
    ///
    /// - Throws: `TeamError.noMember`, `.notShared` or `.notLead`, and what `run` throws.
    package func handOn(_ standup: Standup, to member: String) throws {
        guard try !run().isReadOnly else { throw TeamError.readOnly(server: server.name) }
        guard try server.members().contains(where: { $0.name == member && $0.role == .member }) else {
            throw TeamError.noMember(member, server: server.name)
        }
        let latest = try server.identity().latestChange
        guard let batch = try copy.batch(handing: standup.id, to: member, until: latest) else {
            throw TeamError.notShared(title: standup.title)
        }
        guard let refused = try store(batch) else { throw TeamError.busy }
        guard refused.isEmpty else {
            throw TeamError.notLead(title: standup.title, lead: try copy.lead(of: standup.id) ?? "another member")
        }
    }

    private func membership() throws -> TeamMembership {
        guard let membership = try copy.membership() else { throw TeamError.notJoined }
        return membership
    }

    /// Why nothing is exchanged, or not all, until the user decides; nil if there is no such reason.
    ///
    /// - Throws: A `TeamError` if the server cannot be asked, or a `HistoryError`.
    package func problem() throws -> TeamError? {
        let own = try membership()
        // Another program may receive more meanwhile.
        let received = try copy.received()
        if let problem = try problem(of: own, received, with: server.identity(), server.heads()) { return problem }
        return own.deletionsToConfirm.map { .manyDeletions(count: $0) }
    }

    private func problem(
        of own: TeamMembership, _ received: [Device.ID: Int64], with identity: ServerIdentity,
        _ heads: [Device.ID: DeviceHead]
    ) -> TeamError? {
        guard identity.id == own.server else { return .otherServer(server: server.name) }
        let sequence = { (device: Device.ID) in heads[device]?.sequence ?? 0 }
        let isOlder =
            identity.epoch != own.epoch || sequence(own.device) < own.confirmed.sequence
            || received.contains { sequence($0.key) < $0.value }
        return isOlder ? .olderServer(server: server.name) : nil
    }

    /// Compares what both sides know of each other, before anything is sent.
    private func meet(
        _ identity: ServerIdentity, _ heads: [Device.ID: DeviceHead], _ consent: Consent, _ summary: inout Summary
    ) throws {
        var own = try membership()
        if let problem = problem(of: own, try copy.received(), with: identity, heads) {
            guard case .olderServer = problem, consent.contains(.restoring) else { throw problem }
            try copy.shareAgain(with: identity, heads: heads)
            own = try membership()
        } else if let head = heads[own.device], head == own.pending {
            try copy.confirm(head, refused: server.refused(of: own.device))
        } else if heads[own.device] ?? DeviceHead() != own.confirmed {
            try copy.becomeNewDevice()
            summary.isNewDevice = true
            own = try membership()
        }
        if identity.mayWrite, heads[own.device] == nil { try server.register(own.device, named: own.deviceName) }
    }

    private func send(until latest: Int64, _ summary: inout Summary) throws {
        while let batch = try copy.nextBatch(until: latest) {
            if let refused = try store(batch) {
                summary.sent += batch.changes.count - refused.count
                summary.refused += refused.count
            } else {
                // A copy of this history has sent something since the heads were compared.
                try copy.becomeNewDevice()
                summary.isNewDevice = true
                let own = try membership()
                try server.register(own.device, named: own.deviceName)
            }
        }
    }

    /// Sends a batch, and notes that it arrived; the sequence numbers that were refused, or nil if it is not the next one.
    private func store(_ batch: SharedBatch) throws -> Set<Int64>? {
        switch try server.push(batch) {
        case .stored(let refused), .known(let refused):
            try copy.confirm(DeviceHead(sequence: batch.last, hash: batch.hash), refused: refused)
            return refused
        case .notNext: return nil
        }
    }

    private func receive(
        _ heads: [Device.ID: DeviceHead], until latest: Int64, _ consent: Consent, _ summary: inout Summary
    ) throws {
        let own = try membership()
        if let count = own.deletionsToConfirm, !consent.contains(.deletions) {
            throw TeamError.manyDeletions(count: count)
        }
        let limit = consent.contains(.deletions) ? nil : try copy.deletionLimit()
        let received = try copy.received()
        var missing: [Device.ID: ClosedRange<Int64>] = [:]
        for (device, head) in heads where device != own.device {
            let last = received[device] ?? 0
            if last < head.sequence { missing[device] = last + 1...head.sequence }
        }
        while !missing.isEmpty {
            let part = try server.changes(missing)
            var covered: [Device.ID: ClosedRange<Int64>] = [:]
            for (device, last) in part.through {
                guard let numbers = missing[device] else { continue }
                // Whatever a server claims, each call is a step forward.
                let last = min(max(last, numbers.lowerBound), numbers.upperBound)
                covered[device] = numbers.lowerBound...last
                missing[device] = last < numbers.upperBound ? last + 1...numbers.upperBound : nil
            }
            try apply(part.changes, covering: covered, limit, until: latest, &summary)
            summary.received += part.changes.count
        }
        // A deletion waits while its meeting is being held.
        if try copy.teamStatus().waiting > 0 { try apply([], covering: [:], limit, until: latest, &summary) }
        if own.deletionsToConfirm != nil { try copy.askBeforeDeleting(nil) }
    }

    /// Takes over changes, unless they delete too many meetings.
    private func apply(
        _ changes: [ReceivedChange], covering numbers: [Device.ID: ClosedRange<Int64>], _ limit: Int?,
        until latest: Int64, _ summary: inout Summary
    ) throws {
        let rest = limit.map { $0 - summary.deleted }
        let applied = try copy.apply(changes, covering: numbers, deletingAtMost: rest, until: latest)
        if applied.isRefused {
            let count = summary.deleted + applied.deletions
            try copy.askBeforeDeleting(count)
            throw TeamError.manyDeletions(count: count)
        }
        summary.deleted += applied.deletions
    }
}

extension ServerIdentity {
    /// The latest time that a change may have now, in nanoseconds since 1970.
    var latestChange: Int64 {
        min(clock?.nanosecondsSince1970 ?? HybridClock.latest, HybridClock.latest - HybridClock.tolerance)
            + HybridClock.tolerance
    }
}
