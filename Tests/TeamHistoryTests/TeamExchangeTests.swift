import Foundation
import GRDB
import MeetingModel
import Testing

@testable import MeetingHistory
@testable import StandupHistory
@testable import StandupTesting

/// What copies of a team's history exchange.
@Suite final class TeamExchangeTests: TeamCopies {
    @Test func `A meeting is sent when it has ended, with its words and without its note`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        #expect(try ben.standups() == [standup] && ben.meeting(meeting) == nil)
        try finish(meeting, in: ann)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        let (own, received) = (try #require(try ann.meeting(meeting)), try #require(try ben.meeting(meeting)))
        #expect(received.transcript == own.transcript && received.turns == own.turns)
        #expect(received.note == nil && received.recording == nil)
        #expect(try ben.search(SearchRequest(SearchQuery("secret"), limit: 9)).count == 1)
    }

    @Test(arguments: [(Duration.nanoseconds(7_355), true), (.milliseconds(50), false)])
    func `The words of a recorded meeting are sent when no frame is left to transcribe`(
        rest: Duration, isSent: Bool
    ) throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try ann.record(
            [
                .recording(Recording(fileName: "m.wav", sampleRate: 48_000, frames: 96_000)),
                .transcribed(upTo: .seconds(2) - rest), .turnEnded(at: .seconds(2)),
                .state(.finished, duration: .seconds(2)),
            ], in: meeting)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(meeting)?.transcript.isEmpty == !isSent)
        try ann.record([.transcribed(upTo: .seconds(2))], in: meeting)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(meeting)?.transcript.map(\.text) == ["secret words"])
    }

    @Test
    func `The outbox names items, and no table but the history's own holds the words of a deleted meeting`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        let columns = try ann.read { try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info('team_outbox')") }
        #expect(columns == ["number", "kind", "item"])
        try sync((ann, "ann"), (ben, "ben"))
        try ann.deleteMeeting(meeting)
        try sync((ann, "ann"), (ben, "ben"))
        for store in [ann, ben] {
            try store.read { database in
                let tables = try String.fetchAll(
                    database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%'")
                for table in tables {
                    let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map(\.description)
                    #expect(!rows.contains { $0.contains("secret") }, "\(table)")
                }
                #expect(
                    try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info('team_tombstone')")
                        == ["kind", "item", "time", "counter", "writer"])
            }
            store.close()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
            #expect(bytes.range(of: Data("secret words".utf8)) == nil)
        }
    }

    @Test func `Two corrections of one transcript are both kept, and all show the same`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        try sync((ann, "ann"), (ben, "ben"))
        for (store, text) in [(ann, "by Ann"), (ben, "by Ben")] {
            let utterance = try #require(try store.transcript(of: meeting, version: 1).first)
            _ = try store.correctTranscript(
                of: meeting, version: 1, [UtteranceCorrection(utterance: utterance.id, text: text)], at: .now)
        }
        for _ in 0..<2 { try sync((ann, "ann"), (ben, "ben")) }
        for store in [ann, ben] {
            #expect(
                try store.transcriptVersions(of: meeting).map(\.origin) == [
                    .live, .correction(of: 1), .correction(of: 1),
                ])
            #expect(try store.meeting(meeting)?.transcript.map(\.text) == ["by Ben"])
        }
        // Each counts its own correction first.
        for (store, replaced, present) in [(ann, "2", "3"), (ben, "3", "2")] {
            let value = try #require(try store.replacedValues(of: standup.id).last { $0.kind == .shown })
            #expect(value.value.value == .text(replaced) && value.present["transcript"]?.value == .text(present))
        }
    }

    @Test
    func `What was changed, chosen and missed while a standup was not shared is exchanged when it is shared again`()
        throws
    {
        let (ann, ben, shared, meeting) = try copiesWithMeeting(saying: "we ship")
        var standup = shared

        standup.isShared = false
        try ben.save(standup)
        let words = try #require(try ben.transcript(of: meeting, version: 1).first)
        _ = try ben.correctTranscript(
            of: meeting, version: 1, [UtteranceCorrection(utterance: words.id, text: "we sleep")], at: .now)
        let other = try hold(standup, in: ann, saying: "meanwhile")
        try ann.record([.state(.finished, duration: .seconds(5))], in: other)
        let third = try hold(standup, in: ann)
        try ann.record([.state(.finished, duration: .seconds(5))], in: third)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        try ann.deleteMeeting(third)
        try sync((ann, "ann"), (ben, "ben"), (ann, "ann"))
        #expect(try ann.transcriptVersions(of: meeting).count == 1)
        #expect(try ben.meeting(other) == nil)

        standup.isShared = true
        try ben.save(standup)
        try sync((ben, "ben"), (ann, "ann"), (ben, "ben"))
        #expect(try ann.meeting(meeting)?.transcript.map(\.text) == ["we sleep"])
        #expect(try ben.meeting(other) != nil)
        #expect(try ben.sharedContents() == ann.sharedContents())
        #expect(try ben.deletedItems() == ann.deletedItems())
    }

    @Test func `The turns of a meeting that the team has stay whose they are`() throws {
        let (ann, ben, standup, meeting) = try copiesWithMeeting(saying: "we ship")
        let dora = Attendee(name: "Dora")
        for store in [ann, ben] {
            let before = try #require(try store.meeting(meeting))
            #expect(try !store.giveTurns(of: before.attendees[0].id, to: dora, keeps: false, in: meeting))
            #expect(try store.meeting(meeting) == before)
        }
        let own = try hold(standup, in: ann)
        try ann.record([.state(.finished, duration: .seconds(5))], in: own)
        #expect(try ann.giveTurns(of: standup.attendees[0].id, to: dora, keeps: false, in: own))
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(own)?.attendees.first?.name == "Dora")
    }

    @Test func `A change follows what it replaces, also on a laptop whose clock was put back`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        var standup = standup()
        standup.isShared = false
        try ann.save(standup)
        let tomorrow = Timestamp(nanosecondsSince1970: Timestamp.now.nanosecondsSince1970 + 86_400_000_000_000)
        let update = WrittenUpdate(attendee: standup.attendees[0].id, text: "first", writtenAt: tomorrow)
        #expect(try ann.write(update, for: standup.id))
        standup.isShared = true
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        let second = WrittenUpdate(attendee: standup.attendees[0].id, text: "second", writtenAt: .now)
        #expect(try ann.write(second, for: standup.id))
        try sync((ann, "ann"), (ben, "ben"))
        for store in [ann, ben] { #expect(try store.waitingUpdates(of: standup.id).map(\.text) == ["second"]) }
    }

    @Test func `An update that comes while its standup is in the trash is there when the standup comes back`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        var standup = standup()
        try ann.save(standup)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        _ = try ben.setDeleted(.standup(standup.id), by: "ben's program")
        let update = WrittenUpdate(attendee: standup.attendees[0].id, text: "I ship", writtenAt: .now)
        #expect(try ann.write(update, for: standup.id))
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        _ = try ben.undelete(.standup(standup.id))
        standup.isShared = true
        standup.length = .seconds(77)
        try ben.save(standup)
        try sync((ben, "ben"), (ann, "ann"))
        for store in [ann, ben] { #expect(try store.waitingUpdates(of: standup.id).map(\.text) == ["I ship"]) }
    }

    @Test func `Who shared a standup leads it, also if it was in the trash when that was to be sent`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        _ = try ann.setDeleted(.standup(standup.id), by: "ann's program")
        try sync(ann, as: "ann")
        _ = try ann.undelete(.standup(standup.id))
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.lead(of: standup.id) == "ann")
        #expect(try ben.deletionReach(of: .standup(standup.id)) == .here(owner: "ann"))
    }

    @Test
    func `What was on its way when the team was left, or a standup shared again, changes nothing for good`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let batch = try #require(try ann.nextBatch())
        try sync(ann, as: "ann")
        let changes = batch.changes.enumerated()
            .map { ReceivedChange(device: batch.device, sequence: Int64($0) + 1, member: "ann", change: $1) }
        _ = try ben.apply(changes, covering: [batch.device: 3...batch.last], deletingAtMost: nil)
        #expect(try ben.received().isEmpty, "the numbers before are not here")
        try sync(ben, as: "ben")
        try ben.leave()
        try ben.deleteStandup(standup.id)
        _ = try ben.apply(changes, covering: [batch.device: 1...batch.last], deletingAtMost: nil)
        #expect(try ben.standups().isEmpty)
    }

    @Test func `A meeting that comes before its standup waits for it`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        let batch = try #require(try ann.nextBatch())
        let changes = batch.changes.enumerated()
            .map { ReceivedChange(device: batch.device, sequence: Int64($0) + 1, member: "ann", change: $1) }
        _ = try ben.apply(changes.filter { $0.change?.kind != .standup }, covering: [:], deletingAtMost: nil)
        #expect(try ben.meeting(meeting) == nil)
        #expect(try ben.teamStatus().waiting == 2, "the meeting and its transcript")
        _ = try ben.apply(changes.filter { $0.change?.kind == .standup }, covering: [:], deletingAtMost: nil)
        #expect(try ben.teamStatus().waiting == 0)
        #expect(try ben.sharedContents() == ann.sharedContents())
    }

    @Test func `A member who may only read receives, and sends nothing`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        database.change { $0.restrict("ben") }
        let (shared, own) = (standup(), standup())
        try ann.save(shared)
        try sync(ann, as: "ann")
        try ben.save(own)
        #expect(try sync(ben, as: "ben").isReadOnly)
        #expect(try Set(ben.standups().map(\.id)) == [shared.id, own.id])
        #expect(try ben.teamStatus().unsent > 0)
    }

    @Test func `A standup held by a member is held elsewhere for the others, until it is over`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        let running = RunningStandup(
            standup: standup.id, meeting: try RunningStandup.reference(to: Meeting.ID()), member: "ann",
            deviceName: "laptop", startedAt: .now)
        // Both are called laptop, so it is the member who tells them apart.
        for isOver in [false, true] {
            try database.connection(of: "ann").announce(running, isOver: isOver)
            try sync((ann, "ann"), (ben, "ben"))
            #expect(try ann.running(elsewhere: standup) == [])
            #expect(try ben.running(elsewhere: standup) == (isOver ? [] : [running]))
        }
    }
}
