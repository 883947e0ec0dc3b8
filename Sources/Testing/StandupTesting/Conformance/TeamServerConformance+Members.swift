internal import Dispatch
package import MeetingHistory
internal import MeetingModel

extension TeamServerConformance {
    static func checkRights(in connect: Connect, _ log: inout PromiseLog<Promise>) {
        do { try connect(.administrator).createTables() } catch { return log.check(.creating) { throw error } }
        log.check(.leading) {
            let (anna, ben) = (try Sender(try connect(.anna)), try Sender(try connect(.ben)))
            let names = (anna: try anna.server.identity().member, ben: try ben.server.identity().member)
            let lead = { (name: String) in SharedSamples.lead(of: "led", name) }
            try expect(try ben.send([lead(names.ben)]), is: .stored(refused: [1]), "the outcome without the standup")
            let first = [SharedSamples.standup("led"), lead(names.anna)]
            try expect(try anna.send(first), is: .stored(refused: []), "the outcome of the first lead")
            try expect(try ben.send([lead(names.ben)]), is: .stored(refused: [2]), "the outcome of another lead")
            try expect(try ben.items(), is: [], "the changes of one who is no lead")
            try expect(try anna.send([lead(names.ben)]), is: .stored(refused: []), "the outcome of a handover")
            try expect(try anna.send([lead(names.anna)]), is: .stored(refused: [4]), "the outcome after the handover")
            try expect(try ben.send([lead(names.ben)]), is: .stored(refused: []), "the outcome by the new lead")
            let other = [SharedSamples.standup("other"), SharedSamples.lead(of: "other", names.ben)]
            try expect(try anna.send(other), is: .stored(refused: [6]), "the outcome of a first lead for another")
        }
        log.check(.deciding) {
            let (anna, ben) = (try Sender(try connect(.anna)), try Sender(try connect(.ben)))
            let name = try anna.server.identity().member
            _ = try anna.send(
                [
                    SharedSamples.standup("d"), SharedSamples.lead(of: "d", name),
                    SharedSamples.meeting("d1", of: "d", by: name),
                ])
            _ = try ben.send([SharedSamples.transcript("d2", in: "d1", of: "d")])
            let outcomes: [(Sender, String, SharedKind, isAllowed: Bool)] = [
                (ben, "d", .standup, false), (ben, "d1", .meeting, false), (ben, "a", .attendee, false),
                (anna, "d", .lead, false), (ben, "p", .point, false), (anna, "d1/0-1", .mark, false),
                (anna, "d1", .shown, false), (anna, "u", .update, false), (ben, "d2", .transcript, true),
                (anna, "d1", .meeting, true), (anna, "d", .standup, true),
            ]
            for (sender, item, kind, isAllowed) in outcomes {
                let sequence = sender.head.sequence + 1
                try expect(
                    try sender.send([SharedSamples.deletion(of: item, kind)]),
                    is: .stored(refused: isAllowed ? [] : [sequence]), "the deletion of \(kind) \(item)")
            }
        }
        log.check(.recorder) {
            let (anna, ben) = (try Sender(try connect(.anna)), try Sender(try connect(.ben)))
            let (name, other) = (try anna.server.identity().member, try ben.server.identity().member)
            _ = try ben.send(
                [
                    SharedSamples.standup("r"), SharedSamples.meeting("r1", of: "r", by: name),
                    SharedSamples.transcript("r1/1", in: "r1", of: "r", by: name),
                ])
            let members = try ben.received(by: anna.server).map { $0.change?.member }
            try expect(members, is: [nil, other, other], "who recorded and wrote what was sent in another's name")
            try expect(
                try anna.send([SharedSamples.deletion(of: "r1", .meeting)]), is: .stored(refused: [1]),
                "the deletion by one who was said to have recorded it")
            try expect(
                try ben.send([SharedSamples.deletion(of: "r1", .meeting)]), is: .stored(refused: []),
                "the deletion by who recorded it")
        }
        checkWhatHasNotCome(in: connect, &log)
        log.check(.unchanging) {
            let (anna, ben) = (try Sender(try connect(.anna)), try Sender(try connect(.ben)))
            let name = try anna.server.identity().member
            let sent = [
                SharedSamples.standup("n"), SharedSamples.meeting("n1", of: "n", by: name),
                SharedSamples.transcript("n1/2", in: "n1", of: "n"),
            ]
            _ = try anna.send(sent)
            try expect(
                try ben.send([SharedSamples.meeting("n1", of: "n", by: name)]), is: .stored(refused: []),
                "the outcome of another's meeting")
            try expect(try ben.items(), is: [], "another's meeting that was sent again")
            _ = try ben.send([SharedSamples.transcript("n1/2", in: "n1", of: "n")])
            try expect(try ben.items(), is: [], "another's transcript that was sent again")
            try expect(try anna.items(), is: sent.map(\.item), "the changes of who sent them first")
            let forged = [
                SharedSamples.meeting("n1", of: "n", by: try ben.server.identity().member),
                SharedSamples.mark("n1/0-1", in: "n1", of: "n"),
            ]
            try expect(
                try ben.send(forged), is: .stored(refused: [3, 4]), "the outcome of another meeting with the id")
            // The live transcript of a known meeting may be on its way.
            try expect(
                try ben.send([SharedSamples.deletion(of: "n1/1", .transcript)]), is: .stored(refused: [5]),
                "the deletion of a transcript that has not come, of another's meeting")
            _ = try ben.send([SharedSamples.transcript("n1/1", in: "n1", of: "n")])
            try expect(try ben.items(), is: [], "a transcript that another sends instead of who recorded it")
            try expect(
                try ben.send([SharedSamples.deletion(of: "n1/1", .transcript)]), is: .stored(refused: [7]),
                "the deletion of a transcript that was sent instead of another's")
            _ = try ben.send([SharedSamples.transcript("n1/3", in: "n1", of: "n")])
            try expect(try ben.items(), is: ["n1/3"], "a transcript of one's own with such an id")
            try expect(
                try ben.send([SharedSamples.deletion(of: "n1/3", .transcript)]), is: .stored(refused: []),
                "the deletion of it by who wrote it")
        }
        log.check(.refused) {
            let sender = try Sender(try connect(.anna))
            _ = try sender.send([SharedSamples.deletion(of: "p", .point), SharedSamples.standup("x")])
            try expect(try sender.server.refused(of: sender.device), is: [1], "what was refused")
            _ = try sender.send([SharedSamples.standup("y")])
            try expect(try sender.server.refused(of: sender.device), is: [], "what was refused in the next batch")
        }
    }

    private static func checkWhatHasNotCome(in connect: Connect, _ log: inout PromiseLog<Promise>) {
        log.check(.early) {
            let (anna, ben) = (try Sender(try connect(.anna)), try Sender(try connect(.ben)))
            let name = try anna.server.identity().member
            let early = [
                SharedSamples.deletion(of: "e", .standup), SharedSamples.deletion(of: "e1", .meeting),
                SharedSamples.deletion(of: "t1", .transcript),
            ]
            try expect(try ben.send(early), is: .stored(refused: []), "the outcome of deletions of what has not come")
            try expect(
                try ben.received(by: anna.server).map(\.isEarly), is: [true, true, true], "whether they are early")
            _ = try anna.send([SharedSamples.deletion(of: "e2", .meeting)])
            let sent = [
                SharedSamples.standup("e"), SharedSamples.lead(of: "e", name),
                SharedSamples.meeting("e1", of: "e", by: name), SharedSamples.transcript("t1", in: "e1", of: "e"),
                SharedSamples.mark("e2/0-1", in: "e2", of: "e"), SharedSamples.meeting("e2", of: "e", by: name),
            ]
            try expect(try anna.send(sent), is: .stored(refused: []), "the outcome of what others had deleted")
            try expect(
                try anna.items(), is: ["e2"] + sent.prefix(4).map(\.item), "what is left after early deletions")
            try expect(try ben.items(), is: [], "the deletions of what was not theirs")
        }
        log.check(.timely) {
            let sender = try Sender(try connect(.anna))
            let day = HybridClock.tolerance
            guard let now = try sender.server.identity().clock?.nanosecondsSince1970 else { return }
            let late = HybridClock(time: now + day * 2, counter: 0, writer: "w")
            let many = HybridClock(time: 1, counter: HybridClock.largestCounter + 1, writer: "w")
            let fine = HybridClock(time: now + day / 2, counter: HybridClock.largestCounter, writer: "w")
            try expect(
                try sender.send([late, many, fine].map { SharedSamples.standup("x", at: $0) }),
                is: .stored(refused: [1, 2]), "the outcome of changes of too late a time")
            try expect(
                try sender.send([late, many, fine].map { SharedSamples.standup("x", withFieldAt: $0) }),
                is: .stored(refused: [4, 5]), "the outcome of fields of too late a time")
        }
    }

    static func checkTeam(of connect: Connect, patience: Duration, _ log: inout PromiseLog<Promise>) {
        do { try connect(.administrator).createTables() } catch { return log.check(.creating) { throw error } }
        log.check(.registering) {
            let (anna, ben) = (try connect(.anna), try connect(.ben))
            let sender = try Sender(anna, named: "anna's machine")
            _ = try sender.send([SharedSamples.standup("s")])
            let (name, other) = (try anna.identity().member, try ben.identity().member)
            let own = try ben.members().first { $0.name == name }
            try expect(own?.devices.map(\.name), is: ["anna's machine"], "the member's devices")
            try expect(own?.devices.map(\.changes), is: [1], "their changes")
            let others = try ben.members().first { $0.name == other }?.devices ?? []
            try expect(others.isEmpty, "another member has \(others)")
        }
        log.check(.registeringAgain) {
            let sender = try Sender(try connect(.ben), named: "first")
            _ = try sender.send([SharedSamples.standup("again")])
            try sender.server.register(sender.device, named: "second")
            try connect(.anna).register(sender.device, named: "third")
            try expect(
                try sender.server.heads()[sender.device], is: sender.head, "the head after it was registered again")
            let names = try sender.server.members().flatMap(\.devices).map(\.name)
            try expect(names.contains("first") && !names.contains("second") && !names.contains("third"), "\(names)")
        }
        log.check(.members) {
            let (anna, ben) = (try connect(.anna), try connect(.ben))
            for name in ["one", "two"] { _ = try Sender(ben, named: name) }
            let name = try ben.identity().member
            let member = try anna.members().first { $0.name == name }
            try expect(member?.role, is: .member, "the role of a member")
            try expect(member?.devices.map(\.name).suffix(2), is: ["one", "two"], "the devices in their order")
            try expect(try anna.members().count { $0.name == name }, is: 1, "how often a member is listed")
        }
        log.check(.running) {
            let (anna, ben) = (try connect(.anna), try connect(.ben))
            let running = RunningStandup(
                standup: Standup.ID(rawValue: "s"), meeting: "m",
                member: try anna.identity().member, deviceName: "anna's machine",
                startedAt: Timestamp(nanosecondsSince1970: 1_234_567_890_123_456_789))
            try expect(try ben.runningStandups(), is: [], "the standups that are held")
            try anna.announce(running, isOver: false)
            try anna.announce(running, isOver: false)
            try expect(try ben.runningStandups(), is: [running], "after one was announced twice")
            try anna.announce(running, isOver: true)
            try expect(try ben.runningStandups(), is: [], "after it was over")
        }
        log.check(.readers) {
            let reader = try connect(.reader)
            try expect(try connect(.anna).identity().mayWrite, "a member may not write")
            try expect(try !reader.identity().mayWrite, "a reader may write")
            let (device, error) = (Device.ID(), TeamError.readOnly(server: reader.name))
            let calls: [(String, () throws(TeamError) -> Void)] = [
                ("register", { () throws(TeamError) in try reader.register(device, named: "x") }),
                (
                    "push",
                    { () throws(TeamError) in
                        _ = try reader.push(SharedBatch(of: device, [SharedSamples.standup("x")], after: DeviceHead()))
                    }
                ),
            ]
            for (name, call) in calls { try expect(try expectError(name, call), is: error, "the error of \(name)") }
            try expect(try reader.heads()[device] == nil, "a reader has registered a device")
        }
        log.check(.waking) {
            let server = try connect(.anna)
            defer { server.close() }
            let isBack = DispatchSemaphore(value: 0)
            DispatchQueue(label: "standup.conformance.waiting").async {
                _ = server.waitForChanges(for: .seconds(86_400))
                isBack.signal()
            }
            server.wake()
            try expect(
                isBack.wait(timeout: .now() + .nanoseconds(Int(patience.nanoseconds))) == .success, "it waits on")
        }
    }
}

/// A device that sends changes to a server, one batch after the other.
final class Sender {
    let server: any TeamServer
    let device = Device.ID()
    private(set) var head = DeviceHead()

    init(_ server: any TeamServer, named name: String = "machine") throws(TeamError) {
        self.server = server
        try server.register(device, named: name)
    }

    func batch(_ changes: [SharedChange]) throws(TeamError) -> SharedBatch {
        try SharedBatch(of: device, changes, after: head)
    }

    func send(_ changes: [SharedChange]) throws(TeamError) -> PushOutcome {
        let batch = try batch(changes)
        let outcome = try server.push(batch)
        if outcome != .notNext { head = DeviceHead(sequence: batch.last, hash: batch.hash) }
        return outcome
    }

    /// All its changes, as another member receives them.
    func received(by other: any TeamServer) throws -> [ReceivedChange] {
        var (changes, through): ([ReceivedChange], Int64) = ([], 0)
        while through < head.sequence {
            let part = try other.changes([device: through + 1...head.sequence])
            try expect(part.through[device] ?? 0 > through, "no progress after \(through)")
            changes += part.changes
            through = part.through[device] ?? head.sequence
        }
        return changes
    }

    /// The items of its changes that are left.
    func items() throws -> [String] { try received(by: server).map { $0.change?.item ?? $0.unreadable ?? "" } }
}

/// Changes to send.
///
/// Servers do not read contents.
package enum SharedSamples {
    /// A change of a standup, with texts that are hard to store.
    package static func standup(_ id: String) -> SharedChange {
        change(
            .standup, id, of: id,
            content: #"{"title":{"v":"'; DROP TABLE x; -- \u0000\u0000\\u0000 회의 👩‍👩‍👧\n","t":1,"c":0,"w":"w"}}"#)
    }

    static func standup(_ id: String, at clock: HybridClock) -> SharedChange {
        SharedChange(kind: .standup, item: id, standup: Standup.ID(rawValue: id), clock: clock, content: "{}")
    }

    static func standup(_ id: String, withFieldAt clock: HybridClock) -> SharedChange {
        change(.standup, id, of: id, content: SharedContent.json(["length": SharedField(.integer(1), at: clock)]))
    }

    /// A handover to a member.
    package static func lead(of standup: String, _ member: String) -> SharedChange {
        change(.lead, standup, of: standup, member: member, content: "{}")
    }

    static func attendee(_ id: String, of standup: String) -> SharedChange { change(.attendee, id, of: standup) }

    /// A meeting that a member recorded.
    package static func meeting(_ id: String, of standup: String, by member: String) -> SharedChange {
        change(.meeting, id, of: standup, in: id, member: member)
    }

    package static func transcript(
        _ id: String, in meeting: String, of standup: String, by member: String? = nil
    ) -> SharedChange {
        change(.transcript, id, of: standup, in: meeting, member: member)
    }

    package static func mark(_ id: String, in meeting: String, of standup: String) -> SharedChange {
        change(.mark, id, of: standup, in: meeting)
    }

    package static func point(_ id: String, from transcript: String, in meeting: String, of standup: String)
        -> SharedChange
    {
        change(.point, id, of: standup, in: meeting, from: transcript)
    }

    package static func deletion(of item: String, _ kind: SharedKind) -> SharedChange {
        .deletion(of: item, kind, at: clock)
    }

    /// One of each kind, of a standup and a meeting.
    static let all: [SharedChange] = [
        standup("s"), change(.lead, "s", of: "s", content: "{}"), attendee("a", of: "s"),
        change(.meeting, "m", of: "s", in: "m"), transcript("t", in: "m", of: "s"),
        change(.shown, "m", of: "s", in: "m"),
        mark("m/0-1", in: "m", of: "s"), point("p", from: "t", in: "m", of: "s"), change(.update, "u", of: "s"),
    ]

    private static let clock = HybridClock(
        time: 1_234_567_890_123_456_789, counter: HybridClock.largestCounter, writer: "wrìter")

    private static func change(
        _ kind: SharedKind, _ item: String, of standup: String, in meeting: String? = nil,
        from transcript: String? = nil,
        member: String? = nil, content: String = #"{"x":{"v":"\"\\","t":1,"c":0,"w":"w"}}"#
    ) -> SharedChange {
        SharedChange(
            kind: kind, item: item, standup: Standup.ID(rawValue: standup),
            meeting: meeting.map { Meeting.ID(rawValue: $0) }, transcript: transcript, member: member, clock: clock,
            content: content)
    }
}
