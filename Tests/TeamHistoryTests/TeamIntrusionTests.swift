import GRDB
import MeetingModel
import Testing

@testable import MeetingHistory
@testable import StandupHistory
@testable import StandupTesting

/// Servers and rows that are not what they should be.
@Suite final class TeamIntrusionTests: TeamCopies {
    @Test func `A change of a private meeting, or of another standup's, is not taken over`() throws {
        try database.connection(of: "mallory").register(Device.ID(rawValue: "mallory"), named: "x")
        let ben = try copy(of: "ben")
        var own = standup(shared: false)
        try ben.save(own)
        let meeting = try hold(own, in: ben)
        try ben.record(
            [.state(.finished, duration: .seconds(5)), .marks([PassageMark(start: .zero, end: .seconds(1))])],
            in: meeting)
        let before = try ben.meeting(meeting)
        func forge(_ kind: SharedKind, _ item: String, _ content: String) {
            database.change { contents in
                contents.addRow(
                    SharedChange(
                        kind: kind, item: item, standup: Standup.ID(rawValue: "other"), meeting: meeting,
                        clock: HybridClock(time: 9, counter: 0, writer: "w"), content: content),
                    of: Device.ID(rawValue: "mallory"))
            }
        }
        let mark = #"{"isMarked":{"c":0,"t":9,"v":true,"w":"w"}}"#
        let transcript = #"{"head":{"createdAt":1,"isCorrection":false},"utterances":[]}"#
        forge(.mark, "\(meeting)/0-5", mark)
        forge(.transcript, "forged", transcript)
        try sync(ben, as: "ben")
        #expect(try ben.meeting(meeting) == before)
        own.isShared = true
        try ben.save(own)
        forge(.mark, "\(meeting)/0-7", mark)
        forge(.transcript, "forged too", transcript)
        try sync(ben, as: "ben")
        #expect(try ben.meeting(meeting)?.marks == before?.marks)
        #expect(try ben.transcriptVersions(of: meeting).count == 1)
        let status = try ben.teamStatus()
        #expect(status.aside.count == 4, "\(status)")
    }

    @Test func `A row that no program of ours wrote is kept aside and said, and the rest is received`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let first = standup()
        try ann.save(first)
        try sync(ann, as: "ann")
        let device = try #require(try ann.membership()?.device)
        database.change { $0.addUnreadableRow("'; DROP TABLE standup; --\0", of: device) }
        try sync(ben, as: "ben")
        #expect(try ben.standups() == [first])
        let status = try ben.teamStatus()
        #expect(status.aside.count == 1 && status.aside.first?.hasPrefix("mallory: ") == true)
    }

    @Test func `No change that does not fit keeps others from being received, and each is named`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let (first, second) = (try hold(standup, in: ann), try hold(standup, in: ann))
        for meeting in [first, second] { try finish(meeting, in: ann) }
        let corrected = try #require(try ann.transcript(of: first, version: 1).first)
        _ = try ann.correctTranscript(
            of: first, version: 1, [UtteranceCorrection(utterance: corrected.id, text: "other")], at: .now)
        try sync(ann, as: "ann")
        let transcript = try #require(
            try ann.read { try String.fetchOne($0, sql: "SELECT id FROM transcript WHERE parent IS NOT NULL") })
        let clock = HybridClock(time: 1, counter: 0, writer: "mallory")
        func change(
            _ kind: SharedKind, _ item: String, in meeting: Meeting.ID? = nil, _ content: String,
            at clock: HybridClock = clock
        ) -> SharedChange {
            SharedChange(kind: kind, item: item, standup: standup.id, meeting: meeting, clock: clock, content: content)
        }
        let person = SharedContent.json(
            standup.attendees[0].sharedValues(at: 0).mapValues { SharedField($0, at: clock) })
        let words = #"{"head":{"createdAt":1,"isCorrection":false},"utterances":[]}"#
        let misfits = [
            // Two attendees with one id; ids of other kinds and other places.
            change(.attendee, "x/\(standup.attendees[0].id)", person), change(.standup, "another", "{}"),
            change(.attendee, "\(standup.id)/x", "{}"),
            change(
                .shown, first.rawValue, in: first, #"{"transcript":{"v":1,"t":4000000000000000000,"c":0,"w":"w"}}"#),
            change(.mark, "\(first)/9-1", in: first, #"{"isMarked":{"v":true,"t":1,"c":0,"w":"w"}}"#),
            // A transcript that is another meeting's.
            change(.transcript, transcript, in: second, words), change(.transcript, "\(first)/1", in: second, words),
            change(.meeting, "m", in: Meeting.ID(rawValue: "m"), "[]"),
            change(.point, "p", in: first, #"{"isShown":{"v":1,"t":1,"c":0,"w":"w"}}"#),
            change(.update, "\(standup.id)/u", #"{"update":{"v":[1],"t":1,"c":0,"w":"w"}}"#),
            change(
                .update, "\(standup.id)/u", #"{"update":{"v":null,"t":1,"c":0,"w":"w"}}"#,
                at: HybridClock(time: .max, counter: .max, writer: "w")),
            change(.attendee, "\(standup.id)/a\u{0}b", person),
        ]
        let device = try #require(try ann.membership()?.device)
        for misfit in misfits { database.change { $0.addRow(misfit, of: device) } }
        let last = self.standup()
        let cleo = try copy(of: "cleo")
        try cleo.save(last)
        try sync(cleo, as: "cleo")
        for _ in 0..<2 { try sync(ben, as: "ben") }
        let aside = try ben.teamStatus().aside
        #expect(aside.count == misfits.count, "\(aside)")
        #expect(try Set(ben.standups().map(\.id)) == [standup.id, last.id])
        #expect(try ben.meetingCount(of: nil) == 2 && ben.transcriptVersions(of: first).count == 2)
        #expect(try ben.standups().first { $0.id == standup.id }?.attendees == standup.attendees)
    }

    @Test func `Another server, and an older state of the same, stop and ask`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let backup = database.contents
        let standup = standup()
        try ann.save(standup)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        database.change { $0 = backup }
        #expect(throws: TeamError.olderServer(server: "memory")) { try sync(ann, as: "ann") }
        #expect(throws: TeamError.olderServer(server: "memory")) { try sync(ben, as: "ben") }
        try sync(ben, as: "ben", .restoring)
        try sync(ann, as: "ann", .restoring)
        #expect(try sync(copy(of: "cleo"), as: "cleo").received > 0)
        database.change { $0.id = "another" }
        #expect(throws: TeamError.otherServer(server: "memory")) { try sync(ann, as: "ann") }
    }
}
