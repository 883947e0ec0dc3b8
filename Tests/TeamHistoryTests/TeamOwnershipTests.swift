import MeetingModel
import Testing

@testable import MeetingHistory
@testable import StandupHistory
@testable import StandupTesting

/// What a member cannot do to what others record, though they know its ids.
@Suite(.timeLimit(.minutes(5))) final class TeamOwnershipTests: TeamCopies {
    @Test func `A deletion of a meeting that has not been sent deletes nothing`() throws {
        let (ann, ben, mal) = (try copy(of: "ann"), try copy(of: "ben"), try Attacker(on: database))
        let standup = standup()
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        #expect(try mal.send(mal.deletion(of: meeting.rawValue, .meeting)) == [])
        #expect(try sync(ben, as: "ben").deleted == 0)
        #expect(try ben.teamStatus().waiting == 0, "nobody is told of what waits for nothing")
        for _ in 0..<2 { try sync((ann, "ann"), (ben, "ben")) }
        for store in [ann, ben] { #expect(try store.meeting(meeting)?.transcript.map(\.text) == ["secret words"]) }
        #expect(try ben.teamStatus().aside == ["mal: a deletion of what is ann's"])
        try ann.deleteMeeting(meeting)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(meeting) == nil)
    }

    @Test
    func `A deletion of a standup that has not been shared, and a claim to lead it, keep nobody from sharing it`()
        throws
    {
        let (ann, ben, mal) = (try copy(of: "ann"), try copy(of: "ben"), try Attacker(on: database))
        var standup = standup(shared: false)
        try ann.save(standup)
        for _ in 0..<4 { try finish(hold(standup, in: ann), in: ann) }
        let claim = mal.change(.lead, standup.id.rawValue, of: standup.id, "{}")
        #expect(try mal.send(mal.deletion(of: standup.id.rawValue, .standup), claim) == [1])
        try sync((ann, "ann"), (ben, "ben"))
        standup.isShared = true
        try ann.save(standup)
        for _ in 0..<2 { try sync((ann, "ann"), (ben, "ben")) }
        for store in [ann, ben] { #expect(try store.meetingCount(of: nil) == 4) }
        #expect(try ann.lead(of: standup.id) == "ann" && ben.lead(of: standup.id) == "ann")
    }

    @Test func `A deletion that a server lets through is judged here, and waits until its sender leads`() throws {
        let (ann, ben, standup, meeting) = try copiesWithMeeting()
        let mallory = Device.ID(rawValue: "mallory")
        try database.connection(of: "mallory").register(mallory, named: "x")
        let deletion = SharedChange.deletion(
            of: meeting.rawValue, .meeting, at: HybridClock(time: 1, counter: 0, writer: "w"))
        database.change { $0.addRow(deletion, of: mallory) }
        try sync((ann, "ann"), (ben, "ben"))
        for store in [ann, ben] {
            #expect(try store.meeting(meeting) != nil)
            #expect(try store.teamStatus().aside == ["mallory: a deletion of what is ann's"])
        }
        try TeamSync(ann, with: database.connection(of: "ann")).handOn(standup, to: "mallory")
        try sync(ben, as: "ben")
        #expect(try ben.meeting(meeting) == nil && ben.teamStatus().aside.isEmpty)
    }

    @Test func `Who recorded a meeting is who sent it, whatever they claim`() throws {
        let (ann, ben, mal) = (try copy(of: "ann"), try copy(of: "ben"), try Attacker(on: database))
        let (standup, id) = (standup(), Meeting.ID())
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(
            try mal.send(
                mal.meeting(id, of: standup, by: "ann"),
                mal.words("I quit", of: standup.attendees[0], in: id, of: standup, by: "ann")) == [])
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(id)?.transcript.map(\.text) == ["I quit"])
        try TeamSync(ann, with: database.connection(of: "ann")).handOn(standup, to: "ben")
        try sync((ann, "ann"))
        #expect(try ann.deletionReach(of: .meeting(id)) == .here(owner: "mal"))
    }

    @Test func `A meeting whose id another has taken gets through under another id, and its sender is told`() throws {
        let (ann, ben, mal) = (try copy(of: "ann"), try copy(of: "ben"), try Attacker(on: database))
        let standup = standup()
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        let meeting = try hold(standup, in: ben, saying: "I will fix the login page")
        try finish(meeting, in: ben)
        let utterance = try #require(try ben.transcript(of: meeting, version: 1).first)
        _ = try ben.correctTranscript(
            of: meeting, version: 1, [UtteranceCorrection(utterance: utterance.id, text: "I fixed it")], at: .now)
        try mal.send(
            mal.meeting(meeting, of: standup),
            mal.words("FORGED", of: standup.attendees[1], in: meeting, of: standup))
        let summary = try sync(ben, as: "ben")
        #expect(summary.refused > 0)
        for _ in 0..<2 { try sync((ann, "ann"), (ben, "ben")) }
        for store in [ann, ben] {
            let said = try store.meetings(of: nil).map { try store.meeting($0.id)?.transcript.map(\.text) ?? [] }
            #expect(Set(said) == [["I fixed it"], ["FORGED"]])
        }
        #expect(try ann.sharedContents() == ben.sharedContents())
        let status = try ben.teamStatus()
        #expect(status.unsent == 0 && status.aside.count == 1, "\(status)")
        #expect(status.aside.first?.contains("it has a new id, and is sent again") == true)
        // What the other has sent is only theirs.
        try mal.send(mal.deletion(of: meeting.rawValue, .meeting))
        try sync((ann, "ann"), (ben, "ben"))
        for store in [ann, ben] { #expect(try store.meetingCount(of: nil) == 1) }
    }

    @Test func `A deletion that a restored server has lost takes the meeting that somebody gives back later`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let backup = database.contents
        let standup = standup()
        try ben.save(standup)
        try sync((ben, "ben"), (ann, "ann"))
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        try sync((ann, "ann"), (ben, "ben"))
        try ann.deleteMeeting(meeting)
        database.change { contents in
            contents = backup
            contents.epoch += 1
        }
        // Ann's deletion comes before the meeting, which Ben still has.
        try sync(ann, as: "ann", .restoring)
        try sync(ben, as: "ben", .restoring)
        let cleo = try copy(of: "cleo")
        #expect(try sync(cleo, as: "cleo").received > 0)
        for store in [ben, cleo] { #expect(try store.meetingCount(of: nil) == 0) }
    }

    // MARK: Times

    @Test func `A time that is more than a day ahead is refused, and freezes nothing`() throws {
        let (ann, ben, mal) = (try copy(of: "ann"), try copy(of: "ben"), try Attacker(on: database))
        var standup = standup()
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        let end = HybridClock(time: HybridClock.latest, counter: HybridClock.largestCounter, writer: "zzz")
        let frozen = standup.sharedValues.mapValues { SharedField($0, at: end) }
        let change = mal.change(.standup, standup.id.rawValue, of: standup.id, SharedContent.json(frozen))
        #expect(try mal.send(change) == [0])
        // As from a server of before.
        let mallory = Device.ID(rawValue: "mallory")
        try database.connection(of: "mallory").register(mallory, named: "x")
        database.change { $0.addRow(change, of: mallory) }
        for (number, (store, title)) in [(ann, "By Ann"), (ben, "By Ben"), (ann, "Later")].enumerated() {
            try sync((ann, "ann"), (ben, "ben"))
            standup.title = title
            try store.save(standup)
            for _ in 0..<2 { try sync((ann, "ann"), (ben, "ben")) }
            let new = try copy(of: "new\(number)")
            try sync(new, as: "new\(number)")
            for other in [ann, ben, new] { #expect(try other.standups().map(\.title) == [title]) }
        }
        #expect(try ben.teamStatus().aside == ["mallory: a time that cannot be"])
    }

    @Test func `What was frozen before servers refused it is free after the next exchange`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        var standup = standup()
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        let end = HybridClock(time: HybridClock.latest, counter: HybridClock.largestCounter, writer: "zzz")
        let frozen = standup.sharedValues.mapValues { SharedField($0, at: end) }
        for store in [ann, ben] {
            try store.write { database in
                try database.observe(end)
                try database.store(
                    frozen, replacing: [:], of: .standup, standup.id.rawValue, in: SharedPlace(standup.id))
            }
        }
        standup.title = "By Ann"
        try ann.save(standup)
        for _ in 0..<2 { try sync((ann, "ann"), (ben, "ben")) }
        for store in [ann, ben] { #expect(try store.standups().map(\.title) == ["By Ann"]) }
        standup.title = "By Ben"
        try ben.save(standup)
        try sync((ben, "ben"), (ann, "ann"))
        for store in [ann, ben] { #expect(try store.standups().map(\.title) == ["By Ben"]) }
        #expect(try ann.teamStatus().aside.isEmpty && ben.teamStatus().aside.isEmpty)
    }

    @Test func `What a laptop wrote with a clock that is a week ahead is dated when it is sent`() throws {
        let week = Int64(7) * 86_400_000_000_000
        let ann = try SQLiteMeetingStore(path: "\(folder)/ann.db") {
            Timestamp(nanosecondsSince1970: Timestamp.now.nanosecondsSince1970 + week)
        }
        try ann.join(database.connection(of: "ann").identity(), at: "memory", named: "laptop")
        let ben = try copy(of: "ben")
        var standup = standup()
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        standup.title = "By Ann"
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.standups().map(\.title) == ["By Ann"] && ben.lead(of: standup.id) == "ann")
        standup.title = "By Ben"
        try ben.save(standup)
        try sync((ben, "ben"), (ann, "ann"))
        #expect(try ann.standups().map(\.title) == ["By Ben"])
        #expect(try ann.teamStatus().unsent == 0 && ben.teamStatus().aside.isEmpty)
    }

    // MARK: Limits

    @Test func `Rows that the history's own rules forbid are refused and said, and doctor finds nothing`() throws {
        let (ann, mal) = (try copy(of: "ann"), try Attacker(on: database))
        let standup = standup()
        try ann.save(standup)
        try sync(ann, as: "ann")
        let title = String(repeating: "x", count: 100_000)
        let field = SharedField(
            .text(title), at: HybridClock(time: Timestamp.now.nanosecondsSince1970, counter: 9, writer: "w"))
        let person = Attendee.ID()
        let long = Meeting(
            id: Meeting.ID(), standupID: standup.id, title: "x", startedAt: Timestamp(nanosecondsSince1970: 1),
            state: .finished, duration: .seconds(1),
            attendees: [MeetingAttendee(id: person, name: "A", slot: .seconds(9))],
            turns: [Turn(attendee: person, start: .zero, end: .seconds(20))])
        let (wordless, other) = (Meeting.ID(), Meeting.ID())
        try mal.send(
            mal.change(.standup, standup.id.rawValue, of: standup.id, SharedContent.json(["title": field])),
            mal.change(
                .meeting, long.id.rawValue, of: standup.id, in: long.id, SharedContent.json(SharedMeeting(long))),
            mal.meeting(wordless, of: standup), mal.meeting(other, of: standup),
            mal.change(
                .mark, "\(other)/0-99000000000", of: standup.id, in: other,
                #"{"isMarked":{"v":true,"t":1,"c":0,"w":"w"}}"#))
        try sync(ann, as: "ann")
        #expect(try ann.standups().map(\.title) == ["Daily"])
        #expect(try Set(ann.meetings(of: nil).map(\.id)) == [wordless, other])
        #expect(
            try Set(ann.teamStatus().aside)
                == [
                    "mal: a title that is too long", "mal: 1 turns outside their meetings",
                    "mal: mark outside its meeting",
                ])
        #expect(try ann.findings() == [])
    }
}
