import Assets
import MeetingEngine
import MeetingModel
import MeetingTiming
import StandupTesting
import Synchronization
import Testing

@testable import Localization
@testable import MeetingSocket
@testable import Web

/// A mailbox can be read without waiting only through its iterator, so tests look at the next item that is there.
struct `A hub of running meetings` {
    private let clock = ManualClock()
    private let source = FakeMeetings()
    private let hub: LiveHub
    private let standup: Standup
    private let lead = LiveVariant(role: .lead, language: "en")
    private let guest = LiveVariant(role: .watch, language: "en")

    init() throws {
        let english = try AssetFolder.locate("Catalogues/en.yaml")
        let folder = try CatalogueFolder(path: String(english.dropLast("/en.yaml".count)))
        let localizer = try Localizer(
            Negotiation.negotiate(preferred: ["en"], available: folder.languages), folder: folder)
        hub = LiveHub(source: source, clock: clock) { _ in localizer }
        standup = Standup(
            id: Standup.ID(rawValue: "daily"), title: "Daily", length: .seconds(300),
            attendees: ["Ann", "Ben", "Cleo"].map { Attendee(id: Attendee.ID(rawValue: $0.lowercased()), name: $0) })
    }

    private func person(_ name: String, _ role: Role = .speak) -> Participant {
        Participant(role: role, attendee: Attendee.ID(rawValue: name.lowercased()), name: name)
    }

    private func follow(_ variant: LiveVariant, _ guest: Participant = Participant(role: .watch)) -> LiveReader {
        hub.follow(standup.id, as: variant, by: guest) { true }
    }

    /// The items that are in a mailbox, up to a ping, which is put in as the last.
    private func items(_ reader: LiveReader) async -> [LiveMailbox.Item] {
        reader.mailbox.ping()
        var items: [LiveMailbox.Item] = []
        for await item in reader.mailbox {
            if item == .ping { break }
            items.append(item)
        }
        return items
    }

    private func key(_ item: LiveMailbox.Item?) -> String? {
        guard case .state(let frame) = item else { return nil }
        return frame.json.split(separator: #""key":""#).last.flatMap { $0.split(separator: "\"").first }.map(
            String.init)
    }

    @Test func `A page gets the present state, and then each change once`() async throws {
        let reader = follow(guest)
        #expect(await items(reader).map(key) == ["none"])
        let meeting = try source.start("1", standup)
        hub.search()
        #expect(await items(reader).map(key) == ["meeting:1"])
        hub.tick()
        #expect(await items(reader) == [])
        meeting.change(.next)
        #expect(await items(reader).count == 1)
        meeting.send(.event(MeetingEvent(at: .zero, kind: .meetingEnded(.saved, duration: .seconds(9)))))
        #expect(await items(reader).map(key) == ["ended:1"])
    }

    @Test func `Time that passes is no change`() async throws {
        let meeting = try source.start("1", standup)
        let reader = follow(guest)
        hub.search()
        #expect(await items(reader).map(key) == ["meeting:1"])
        func changes(in duration: Duration) async -> Int {
            for _ in 0..<Int(duration / .milliseconds(100)) {
                clock.advance(by: .milliseconds(100))
                hub.tick()
            }
            return await items(reader).count
        }
        #expect(await changes(in: .seconds(5)) == 0)
        var settings = standup.settings
        settings.atSlotEnd = .overtime
        meeting.change(.change(settings))
        _ = await changes(in: .seconds(200))
        #expect(await changes(in: .seconds(10)) <= 10, "in overtime, shares change")
    }

    @Test func `Words that change go out less often than what else changes`() async throws {
        let meeting = try source.start("1", standup)
        let reader = follow(guest)
        hub.search()
        _ = await items(reader)
        func say(_ text: String) {
            meeting.state.withLock {
                $0.status.partials = [.init(attendee: Attendee.ID(rawValue: "ann"), text: text, channel: .room)]
            }
            clock.advance(by: LiveHub.compareInterval)
            hub.tick()
        }
        var counts: [Int] = []
        for number in 1...9 {
            say("word \(number)")
            counts.append(await items(reader).count)
        }
        #expect(counts == [0, 0, 1, 0, 0, 1, 0, 0, 1])
        say("word 10")
        meeting.change(.next)
        #expect(await items(reader).count == 1, "a turn is told at once")
    }

    @Test func `A page that does not read gets the newest state alone`() async throws {
        let meeting = try source.start("1", standup)
        let reader = follow(guest)
        hub.search()
        for _ in 0..<100 { meeting.change(.extend(.seconds(1))) }
        let found = await items(reader)
        #expect(found.count == 1)
        guard case .state(let last) = found.first, case .meeting(let live) = hub.live(standup.id, for: guest) else {
            return #expect(Bool(false), "there is a meeting")
        }
        #expect(last.json == LiveState.meeting(live).json(here: hub.here(standup.id, for: guest)))
    }

    @Test func `Pages are told that the connection is alive`() async throws {
        let reader = follow(guest)
        _ = await items(reader)
        hub.tick()
        clock.advance(by: LiveHub.pingInterval)
        hub.tick()
        let iterator = reader.mailbox.makeAsyncIterator()
        #expect(await iterator.next() == .ping)
    }

    @Test func `A guest whose invitation has ended is dismissed`() async throws {
        let reader = hub.follow(standup.id, as: guest, by: person("Ann")) { false }
        hub.dismiss()
        var count = 0
        for await _ in reader.mailbox { count += 1 }
        #expect(count <= 1)
    }

    @Test func `A discarded meeting is gone, and one whose holder died is lost, for a while`() async throws {
        for (report, expected) in [
            (LiveReport.event(MeetingEvent(at: .zero, kind: .meetingEnded(.discarded, duration: .zero))), "ended:"),
            (.gone, "lost"),
        ] {
            let meeting = try source.start("1", standup)
            hub.search()
            #expect(hub.live(standup.id, for: guest).key == "meeting:1")
            source.remove("1")
            meeting.send(report)
            #expect(hub.live(standup.id, for: guest).key == expected)
            #expect(meeting.state.withLock { $0.isClosed })
            clock.advance(by: LiveHub.farewell)
            #expect(hub.live(standup.id, for: guest) == .none)
            hub.search()
        }
    }

    @Test func `A meeting that has ended stays ended while its process does its last work`() throws {
        let meeting = try source.start("1", standup)
        hub.search()
        meeting.send(.event(MeetingEvent(at: .zero, kind: .meetingEnded(.saved, duration: .seconds(9)))))
        hub.search()
        #expect(hub.live(standup.id, for: guest).key == "ended:1")
        source.remove("1")
        meeting.send(.gone)
        hub.search()
        #expect(hub.live(standup.id, for: guest).key == "ended:1")
    }

    @Test func `A meeting that begins anew replaces one that ended`() throws {
        let first = try source.start("1", standup)
        hub.search()
        source.remove("1")
        first.send(.gone)
        _ = try source.start("2", standup)
        hub.search()
        #expect(hub.live(standup.id, for: guest).key == "meeting:2")
    }

    // MARK: Who is there

    @Test func `The meeting learns who was invited by name and has the page open`() throws {
        let meeting = try source.start("1", standup)
        hub.search()
        let readers = [follow(guest), follow(guest, person("Ann")), follow(guest, person("Ann"))]
        #expect(meeting.state.withLock { $0.guests } == [person("Ann")])
        #expect(!meeting.state.withLock { $0.isAttended })
        let owner = follow(lead, Participant(role: .lead))
        #expect(meeting.state.withLock { $0.isAttended })
        for reader in readers + [owner] { hub.leave(reader) }
        #expect(meeting.state.withLock { $0.guests } == [])
        #expect(!meeting.state.withLock { $0.isAttended })
    }

    @Test func `Everybody sees who is there, by name, also while nothing runs`() async throws {
        let watcher = follow(guest)
        #expect(hub.here(standup.id, for: guest) == "Here: 1 visitor")
        hub.visit(standup, by: person("Ann"))
        let ann = follow(guest, Participant(role: .speak, attendee: Attendee.ID(rawValue: "ann")))
        _ = await items(watcher)
        hub.visit(standup, by: person("Cleo"))
        hub.tick()
        #expect(hub.here(standup.id, for: lead) == "Here: Ann, Cleo, and 1 visitor")
        guard case .state(let frame) = await items(watcher).first else { return #expect(Bool(false)) }
        #expect(frame.json.contains("Here: Ann, Cleo, and 1 visitor"))
        _ = try source.start("1", standup)
        hub.search()
        for variant in [lead, guest] {
            guard case .meeting(let meeting) = hub.live(standup.id, for: variant) else { return #expect(Bool(false)) }
            #expect(meeting.speakers.map(\.isHere) == [true, false, true])
        }
        for reader in [watcher, ann] { hub.leave(reader) }
        clock.advance(by: LiveHub.visit)
        #expect(hub.here(standup.id, for: lead).isEmpty)
    }

    @Test
    func `A raised hand goes to the meeting and to all pages, until its owner or the lead lowers it or they speak`()
        async throws
    {
        let meeting = try source.start("1", standup)
        hub.search()
        let (ben, cleo, owner) = (person("Ben"), person("Cleo"), Participant(role: .lead))
        for guest in [ben, cleo] { _ = follow(guest.role == .lead ? lead : self.guest, guest) }
        func hands() -> [String] {
            guard case .meeting(let meeting) = hub.live(standup.id, for: guest) else { return [] }
            return meeting.speakers.filter(\.hasHand).map(\.name)
        }
        for guest in [ben, cleo] {
            #expect(await hub.perform(.hand(true), in: standup.id, by: guest) == .performed)
        }
        #expect(hands() == ["Ben", "Cleo"])
        #expect(meeting.state.withLock { $0.guests.map(\.hand) } == [true, true])
        #expect(meeting.state.withLock { $0.commands } == [])
        #expect(await hub.perform(.hand(true), in: standup.id, by: Participant(role: .watch)) == .forbidden)
        #expect(await hub.perform(.hand(true), in: standup.id, by: owner) == .forbidden)
        #expect(await hub.perform(.lower(cleo.attendee!), in: standup.id, by: ben) == .forbidden)
        #expect(await hub.perform(.lower(cleo.attendee!), in: standup.id, by: owner) == .performed)
        #expect(hands() == ["Ben"])
        #expect(await hub.perform(.hand(false), in: standup.id, by: ben) == .performed)
        #expect(hands() == [] && meeting.state.withLock { $0.guests.map(\.hand) } == [nil, nil])
        #expect(await hub.perform(.hand(true), in: standup.id, by: ben) == .performed)
        meeting.change(.next)
        #expect(hands() == [])
        meeting.change(.next)
        #expect(hands() == [], "it is not raised again after the turn")
    }

    // MARK: Commands

    @Test func `Commands need the right, and an attendee's are about their own turn`() async throws {
        let meeting = try source.start("1", standup)
        hub.search()
        let (ann, watcher, owner) = (person("Ann"), Participant(role: .watch), Participant(role: .lead))
        #expect(await hub.perform(.next, in: standup.id, by: watcher) == .forbidden)
        #expect(await hub.perform(.own(.over), in: standup.id, by: watcher) == .forbidden)
        #expect(await hub.perform(.next, in: standup.id, by: ann) == .forbidden)
        #expect(await hub.perform(.own(.over), in: standup.id, by: owner) == .forbidden)
        #expect(meeting.state.withLock { $0.commands } == [])
        #expect(await hub.perform(.own(.away), in: standup.id, by: ann) == .performed)
        #expect(meeting.state.withLock { $0.commands } == [.timer(.absent(Attendee.ID(rawValue: "ann")))])
        // Nobody's "my turn is over" ends another's turn, not even a lead's.
        #expect(await hub.perform(.own(.over), in: standup.id, by: person("Ann", .lead)) == .performed)
        #expect(meeting.state.withLock { $0.givers.map(\.role) } == [.speak, .speak])
    }

    @Test func `One command marks those absent whom it names`() async throws {
        let meeting = try source.start("1", standup)
        hub.search()
        let absent: [Attendee.ID] = [Attendee.ID(rawValue: "ben"), Attendee.ID(rawValue: "cleo")]
        #expect(await hub.perform(.absent(absent), in: standup.id, by: Participant(role: .lead)) == .performed)
        #expect(meeting.state.withLock { $0.commands } == absent.map { .timer(.absent($0)) })
    }

    @Test func `Who loads the page again and again without a script has it open`() throws {
        // The clock begins at 1,000 s: Ann still speaks then.
        var byCall = standup
        byCall.length = .seconds(3600)
        for index in byCall.attendees.indices { byCall.attendees[index].isRemote = true }
        _ = try source.start("1", byCall)
        hub.search()
        func absentees() -> String? {
            guard case .meeting(let meeting) = hub.live(standup.id, for: lead) else { return nil }
            return meeting.absentees
        }
        #expect(absentees() == "Mark Ben and Cleo absent")
        for _ in 0..<3 {
            hub.visit(standup, by: person("Cleo"))
            clock.advance(by: LiveHub.visit - .seconds(1))
            #expect(absentees() == "Mark Ben absent")
        }
        clock.advance(by: .seconds(1))
        #expect(absentees() == "Mark Ben and Cleo absent")
        // A page with a script is there as long as it follows.
        hub.visit(standup, by: person("Ben"))
        let reader = follow(guest, person("Ben"))
        hub.leave(reader)
        #expect(absentees() == "Mark Ben and Cleo absent")
    }

    @Test func `The lead shuffles, mutes and moves somebody to the end`() async throws {
        let meeting = try source.start("1", standup)
        hub.search()
        for command: WebCommand in [.shuffle, .mute(true), .mute(false), .later(Attendee.ID(rawValue: "ben"))] {
            #expect(await hub.perform(command, in: standup.id, by: Participant(role: .lead)) == .performed)
        }
        #expect(
            meeting.state.withLock { $0.commands } == [
                .shuffle, .mute(true), .mute(false), .timer(.reorder([Attendee.ID(rawValue: "cleo")])),
            ])
        let queue = meeting.state.withLock { $0.status.timer.queue.map(\.rawValue) }
        #expect(queue == ["cleo", "ben"])
        // Who does not wait cannot be moved.
        let refused = await hub.perform(
            .later(Attendee.ID(rawValue: "ann")), in: standup.id, by: Participant(role: .lead))
        #expect(refused == .impossible(.notWaiting))
    }

    @Test func `A command of a page is for the turn that the page shows`() async throws {
        let owner = Participant(role: .lead)
        let meeting = try source.start("1", standup)
        hub.search()
        let first = try #require(meeting.status?.timer.currentTurn)
        #expect(await hub.perform(.next, during: first, in: standup.id, by: owner) == .performed)
        #expect(meeting.state.withLock { $0.commands } == [.timer(.next, during: first)])
        meeting.send(.status)
        // Two who lead press at once.
        for command: WebCommand in [.next, .previous, .extend(.seconds(30)), .own(.over)] {
            let result = await hub.perform(command, during: first, in: standup.id, by: person("Ann", .lead))
            #expect(result == .overtaken(by: "Ben"), "\(command)")
        }
        #expect(await hub.perform(.pause, during: first, in: standup.id, by: owner) == .performed)
    }

    @Test func `A refusal is passed on, and without a meeting there is nothing to command`() async throws {
        let owner = Participant(role: .lead)
        #expect(await hub.perform(.next, in: standup.id, by: owner) == .notRunning)
        let meeting = try source.start("1", standup)
        hub.search()
        meeting.state.withLock { $0.refusal = "not now" }
        #expect(await hub.perform(.next, in: standup.id, by: owner) == .refused("not now"))
        // What the countdown does not allow has a text in every language, and is not sent.
        #expect(await hub.perform(.previous, in: standup.id, by: owner) == .impossible(.nobodyBefore))
    }
}
