internal import Dispatch
package import MeetingHistory
internal import MeetingModel
internal import Synchronization

/// What a `TeamServer` promises, as a suite for any implementation.
package enum TeamServerConformance {
    enum Promise: String, CaseIterable {
        case missing = "`TeamError.noTeam` if there are no tables."
        case creating =
            """
            Creates the tables, or brings those of an earlier version up to date; nothing happens if they are current.
            """
        case creatingTogether = "Two programs may call it at the same time."
        case identity = "Which server it is, and who the user is on it."
        case registering = "Notes that a device belongs to the user, with a name for people."
        case registeringAgain = "Nothing happens if it is known."
        case heads = "How far the server has the changes of each device."
        case storing = "Stores a batch, in one transaction."
        case knowing = "It was stored by an earlier call, with the same result."
        case following =
            """
            It does not follow the device's last batch: this history is a copy, or was restored from a backup. Nothing is stored.
            """
        case leavingOut = "A change of something deleted, or belonging to something deleted, is left out."
        case deleting = "A deletion empties all stored changes of its item and of everything in it."
        case deciding =
            "decides by the name with which a member has logged in who may delete what: `SharedKind.deleter`."
        case leading =
            """
            The first lead is the member who first sent the standup; only the current lead can pass it on.
            """
        case recorder =
            """
            A meeting's recorder and a transcript's writer are the login that sent it, whatever `SharedChange.member` says; \
            only after a restore may others send it again.
            """
        case unchanging =
            """
            A meeting or transcript never changes: its owner's resend is left out; another member's, with all that belongs to \
            it in the batch, is refused.
            """
        case early =
            """
            A deletion may come before its item. It takes effect if the sender owns that item or leads its standup, and is \
            otherwise dropped.
            """
        case timely = "A change that is more than `HybridClock.tolerance` ahead of the server's clock is refused."
        case refused = "The sequence numbers of the changes that were refused in a device's last batch."
        case changes =
            """
            Changes of these sequence numbers of devices, each device's in their order; as many as the server likes to send at \
            once.
            """
        case members = "The members of the team with their devices."
        case running = "Notes that a standup is being held on a device, or no longer."
        case readers = "Whether the user may write."
        case waking = "Ends `waitForChanges`."
    }

    /// Whom a connection belongs to.
    package enum Login: CaseIterable, Sendable {
        /// May create tables, and write.
        case administrator
        /// May write.
        case anna, ben
        /// May only read.
        case reader
    }

    /// Checks a server; it makes about 100 calls. [any thread that may wait for the server]
    ///
    /// - Parameters:
    ///   - patience: After which time it counts as broken that `wake` has no effect.
    ///   - make: Makes an empty server without tables, a new one each time, and returns what connects to it. Before the tables
    ///     are created, only the administrator connects.
    /// - Returns: The broken promises; none if the server keeps them all.
    /// - Throws: What `make` throws.
    package static func check(
        patience: Duration = .seconds(60), _ make: () throws -> @Sendable (Login) throws -> any TeamServer
    ) rethrows -> [BrokenPromise] {
        var log = PromiseLog<Promise>()
        checkTables(of: try make(), &log)
        checkBatches(in: try make(), &log)
        checkDeletions(in: try make(), &log)
        checkRights(in: try make(), &log)
        checkTeam(of: try make(), patience: patience, &log)
        return log.broken
    }

    typealias Connect = @Sendable (Login) throws -> any TeamServer

    private static func checkTables(of connect: Connect, _ log: inout PromiseLog<Promise>) {
        log.check(.missing) {
            let server = try connect(.administrator)
            let error = try expectError("identity without tables") { () throws(TeamError) in _ = try server.identity() }
            try expect(error, is: .noTeam(server: server.name), "the error without tables")
        }
        log.check(.creatingTogether) {
            let servers = try (0..<4).map { _ in try connect(.administrator) }
            let failure = Mutex<TeamError?>(nil)
            DispatchQueue.concurrentPerform(iterations: servers.count) { index in
                do throws(TeamError) { try servers[index].createTables() } catch { failure.withLock { $0 = error } }
            }
            if let error = failure.withLock({ $0 }) { throw error }
            let ids = try Set(servers.map { try $0.identity().id })
            try expect(ids.count, is: 1, "the number of ids after four programs created the tables")
        }
        log.check(.creating) {
            let server = try connect(.administrator)
            let before = try server.identity()
            let sender = try Sender(server)
            _ = try sender.send([SharedSamples.standup("s")])
            try server.createTables()
            let after = try server.identity()
            try expect([after.id, after.member], is: [before.id, before.member], "the identity after that")
            try expect(try sender.items(), is: ["s"], "the changes after the tables were created again")
        }
        log.check(.identity) {
            let (anna, ben) = (try connect(.anna).identity(), try connect(.ben).identity())
            try expect(anna.id == ben.id && anna.epoch == ben.epoch, "two members see \(anna) and \(ben)")
            try expect(anna.member != ben.member, "two members have the name \(anna.member)")
        }
    }

    private static func checkBatches(in connect: Connect, _ log: inout PromiseLog<Promise>) {
        do { try connect(.administrator).createTables() } catch { return log.check(.creating) { throw error } }
        log.check(.heads) {
            let server = try connect(.anna)
            let sender = try Sender(server)
            try expect(try server.heads()[sender.device], is: DeviceHead(), "the head of a new device")
            _ = try sender.send([SharedSamples.standup("heads"), SharedSamples.attendee("a", of: "heads")])
            try expect(sender.head.sequence, is: 2, "the sequence number of the batch")
            try expect(try connect(.ben).heads()[sender.device], is: sender.head, "the head after a batch")
        }
        log.check(.storing) {
            let sender = try Sender(try connect(.anna))
            let changes = SharedSamples.all
            try expect(try sender.send(changes), is: .stored(refused: []), "the outcome of a batch")
            let received = try sender.received(by: try connect(.ben))
            try expect(received.compactMap(\.change), is: changes, "what another member receives")
            try expect(received.map(\.sequence), is: Array(1...Int64(changes.count)), "the sequence numbers")
            let member = try sender.server.identity().member
            try expect(received.allSatisfy { $0.member == member }, "the sender of a change is not who logged in")
        }
        log.check(.knowing) {
            let sender = try Sender(try connect(.anna))
            let refused: Set<Int64> = [2]
            let batch = try sender.batch([SharedSamples.standup("known"), SharedSamples.deletion(of: "p", .point)])
            try expect(try sender.server.push(batch), is: .stored(refused: refused), "the outcome of a batch")
            try expect(
                try sender.server.push(batch), is: .known(refused: refused), "the outcome of the same batch again")
        }
        log.check(.following) {
            let sender = try Sender(try connect(.anna))
            let first = try sender.batch([SharedSamples.standup("first")])
            _ = try sender.send([SharedSamples.standup("first")])
            let copy = try SharedBatch(of: sender.device, [SharedSamples.standup("copy")], after: DeviceHead())
            try expect(try sender.server.push(copy), is: .notNext, "the outcome of a copy's batch")
            let gap = try SharedBatch(
                of: sender.device, [SharedSamples.standup("gap")], after: DeviceHead(sequence: 5, hash: first.hash))
            try expect(try sender.server.push(gap), is: .notNext, "the outcome after a gap")
            try expect(try sender.items(), is: ["first"], "the changes after refused batches")
            let stranger = try SharedBatch(of: Device.ID(), [SharedSamples.standup("x")], after: DeviceHead())
            try expect(try sender.server.push(stranger), is: .notNext, "the outcome of an unknown device")
            let next = try sender.batch([SharedSamples.standup("next")])
            try expect(try connect(.ben).push(next), is: .notNext, "the outcome of another member's device")
        }
        log.check(.changes) {
            let sender = try Sender(try connect(.anna))
            for part in 0..<6 { _ = try sender.send((0..<500).map { SharedSamples.standup("\(part * 500 + $0)") }) }
            let reader = try connect(.ben)
            try expect(
                try sender.received(by: reader).compactMap { $0.change?.item }, is: (0..<3000).map { "\($0)" },
                "the changes in parts")
            let (part, through) = try reader.changes([sender.device: 3...5])
            try expect(part.map(\.sequence), is: [3, 4, 5], "the sequence numbers from 3 to 5")
            try expect(through, is: [sender.device: 5], "through")
            let rest = try reader.changes([sender.device: 3001...3001])
            try expect(rest.changes.isEmpty && rest.through == [sender.device: 3001], "\(rest) after the last one")
            try checkChangesOfSeveral(connect)
        }
    }

    /// What devices have sent is the same, whether it is asked for together or one by one.
    private static func checkChangesOfSeveral(_ connect: Connect) throws {
        let senders = try (0..<30).map { _ in try Sender(try connect(.anna)) }
        for (index, sender) in senders.enumerated() {
            for part in 0..<(index % 3) { _ = try sender.send([SharedSamples.standup("\(index).\(part)")]) }
            _ = try sender.send((0..<(index == 7 ? 1200 : 5)).map { SharedSamples.standup("\(index)-\($0)") })
        }
        let reader = try connect(.ben)
        let one = try senders.map { try $0.received(by: reader) }
        var all: [Device.ID: [ReceivedChange]] = [:]
        var missing = Dictionary(uniqueKeysWithValues: senders.map { ($0.device, 1...$0.head.sequence) })
        while !missing.isEmpty {
            let part = try reader.changes(missing)
            try expect(!part.through.isEmpty, "no progress with \(missing.count) devices")
            try expect(
                part.changes.allSatisfy { $0.sequence <= part.through[$0.device] ?? 0 }, "a change after `through`")
            for change in part.changes { all[change.device, default: []].append(change) }
            for (device, through) in part.through {
                let numbers = missing[device] ?? 0...0
                try expect(numbers.contains(through), "through \(through), asked for \(numbers)")
                missing[device] = through < numbers.upperBound ? through + 1...numbers.upperBound : nil
            }
        }
        try expect(senders.map { all[$0.device] ?? [] }, is: one, "the changes of several devices")
        let none = try reader.changes([:])
        try expect(none.changes.isEmpty && none.through.isEmpty, "\(none) of no device")
    }

    private static func checkDeletions(in connect: Connect, _ log: inout PromiseLog<Promise>) {
        do { try connect(.administrator).createTables() } catch { return log.check(.creating) { throw error } }
        log.check(.deleting) {
            let (sender, other) = (try Sender(try connect(.anna)), try Sender(try connect(.ben)))
            _ = try sender.send(SharedSamples.all)
            _ = try other.send([SharedSamples.mark("other", in: "m", of: "s")])
            try expect(
                try sender.send([SharedSamples.deletion(of: "t", .transcript)]), is: .stored(refused: []),
                "the outcome of a deletion")
            try expect(
                try sender.items(),
                is: SharedSamples.all.filter { $0.item != "t" && $0.transcript != "t" }.map(\.item) + ["t"],
                "the changes after a transcript was deleted")
            _ = try sender.send([SharedSamples.deletion(of: "m", .meeting)])
            try expect(
                try sender.items(), is: ["s", "s", "a", "u", "t", "m"], "the changes after the meeting was deleted")
            try expect(try other.items(), is: [], "another device's changes after the meeting was deleted")
            _ = try sender.send([SharedSamples.deletion(of: "s", .standup)])
            try expect(try sender.items(), is: ["t", "m", "s"], "the changes after the standup was deleted")
            let left = try sender.received(by: other.server).compactMap(\.change)
            try expect(
                left.allSatisfy { $0.isDeletion && $0.standup == nil && $0.meeting == nil },
                "a deletion has more: \(left)")
        }
        log.check(.leavingOut) {
            let sender = try Sender(try connect(.ben))
            try expect(
                try sender.send(SharedSamples.all + [SharedSamples.standup("other")]), is: .stored(refused: []),
                "the outcome of changes of a deleted standup")
            try expect(try sender.items(), is: ["other"], "the changes of a deleted standup")
            try expect(
                try sender.server.heads()[sender.device], is: sender.head, "the head after changes were left out")
            let number = Int64(SharedSamples.all.count)
            let (changes, through) = try sender.server.changes([sender.device: 1...number])
            try expect(
                changes.isEmpty && through == [sender.device: number], "the changes \(changes) through \(through)")
        }
    }
}
