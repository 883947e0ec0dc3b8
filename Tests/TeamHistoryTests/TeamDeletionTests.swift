import MeetingModel
import Testing

@testable import MeetingHistory
@testable import StandupHistory
@testable import StandupTesting

/// What deletions take, and what waits for them.
@Suite final class TeamDeletionTests: TeamCopies {
    @Test func `What others delete while a standup is not shared stays here until it is shared again`() throws {
        let (ann, ben, shared, meeting) = try copiesWithMeeting()
        var standup = shared
        standup.isShared = false
        try ben.save(standup)
        #expect(try ben.deletionReach(of: .meeting(meeting)) == nil)
        try ann.deleteMeeting(meeting)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(meeting) != nil)
        standup.isShared = true
        try ben.save(standup)
        try sync(ben, as: "ben", .deletions)
        #expect(try ben.meeting(meeting) == nil)
    }

    @Test func `Many deletions are asked about with their number, also if their standup is deleted`() throws {
        let (ann, ben, standup, _) = try copiesWithMeeting()
        for _ in 0..<3 { try finish(hold(standup, in: ann), in: ann) }
        try sync((ann, "ann"), (ben, "ben"))
        try ann.deleteStandup(standup.id)
        try sync(ann, as: "ann")
        #expect(throws: TeamError.manyDeletions(count: 4)) { try sync(ben, as: "ben") }
        #expect(try TeamSync(ben, with: database.connection(of: "ben")).problem() == .manyDeletions(count: 4))
    }

    @Test func `Many deletions ask; the question stays until it is answered`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        var meetings: [Meeting.ID] = []
        for _ in 0..<20 {
            meetings.append(try hold(standup, in: ann))
            try finish(meetings[meetings.count - 1], in: ann)
        }
        try sync((ann, "ann"), (ben, "ben"))
        for meeting in meetings.prefix(2) { try ann.deleteMeeting(meeting) }
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meetingCount(of: nil) == 18)
        for meeting in meetings.dropFirst(2).prefix(5) { try ann.deleteMeeting(meeting) }
        try sync(ann, as: "ann")
        for _ in 0..<3 {
            #expect(throws: TeamError.self) { try sync(ben, as: "ben") }
            #expect(try ben.meetingCount(of: nil) >= 17)
        }
        #expect(try sync(ben, as: "ben", .deletions).deleted >= 4)
        #expect(try ben.meetingCount(of: nil) == 13)
        try sync(ben, as: "ben")
    }

    @Test func `Who corrected a transcript may delete the correction for all`() throws {
        let (ann, ben, _, meeting) = try copiesWithMeeting()
        let words = try #require(try ben.transcript(of: meeting, version: 1).first)
        _ = try ben.correctTranscript(
            of: meeting, version: 1, [UtteranceCorrection(utterance: words.id, text: "wrong words")], at: .now)
        try sync((ben, "ben"), (ann, "ann"), (ben, "ben"))
        try ben.chooseTranscript(of: meeting, version: 1, at: .now)
        try ben.deleteTranscript(of: meeting, version: 2)
        try sync((ben, "ben"), (ann, "ann"))
        #expect(try ann.transcriptVersions(of: meeting).map(\.number) == [1])
        #expect(try ben.hiddenItems().isEmpty)
    }

    @Test func `What is being held is not deleted before it has ended`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        let meeting = try hold(standup, in: ben)
        try ann.deleteStandup(standup.id)
        for (store, member) in [(ann, "ann"), (ben, "ben")] { try sync(store, as: member, .deletions) }
        #expect(try ben.meeting(meeting)?.state == .live)
        #expect(try ben.teamStatus().waiting == 1)
        try ben.record([.state(.finished, duration: .seconds(5))], in: meeting)
        try sync(ben, as: "ben", .deletions)
        #expect(try ben.meeting(meeting) == nil && ben.standups().isEmpty)
        #expect(try ben.teamStatus().waiting == 0)
    }

    @Test func `Transcripts that wait for another come with it, and a deletion takes what is kept aside`() throws {
        try database.connection(of: "mallory").register(Device.ID(rawValue: "other"), named: "x")
        try database.connection(of: "mallory").register(Device.ID(rawValue: "another"), named: "x")
        let (ann, ben, standup, meeting) = try copiesWithMeeting()
        database.change { contents in
            for number in (0..<300) {
                let parent = number == 299 ? "\(meeting)/1" : "t\(number + 1)"
                contents.addRow(
                    SharedChange(
                        kind: .transcript, item: "t\(number)", standup: standup.id, meeting: meeting,
                        clock: HybridClock(time: 1, counter: 0, writer: "w"),
                        content:
                            #"{"head":{"createdAt":\#(number),"isCorrection":true,"parent":"\#(parent)"},"utterances":[]}"#
                    ),
                    of: Device.ID(rawValue: "other"))
            }
            contents.addUnreadableRow(
                "what a later version said", of: Device.ID(rawValue: "another"), in: SharedPlace(standup.id, meeting))
        }
        try sync(ben, as: "ben")
        #expect(try ben.transcriptVersions(of: meeting).count == 301)
        let status = try ben.teamStatus()
        #expect(status.waiting == 0 && status.aside.count == 1, "\(status)")
        try ann.deleteMeeting(meeting)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.teamStatus().aside.isEmpty)
    }

    @Test func `Nobody waits for a transcript that was deleted before it was ever sent`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        var standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        let words = try #require(try ann.transcript(of: meeting, version: 1).first)
        _ = try ann.correctTranscript(
            of: meeting, version: 1, [UtteranceCorrection(utterance: words.id, text: "other words")], at: .now)
        standup.isShared = false
        try ann.save(standup)
        try ann.deleteTranscript(of: meeting, version: 1)
        standup.isShared = true
        try ann.save(standup)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.teamStatus().waiting == 0)
        #expect(try ben.meeting(meeting)?.transcript.map(\.text) == ["other words"])
    }

    @Test func `What is in the trash is neither sent nor deleted until that is final`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        try ann.setDeleted(.meeting(meeting), by: "trash")
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(meeting) == nil)
        try ann.undelete(.meeting(meeting))
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(meeting) != nil)
    }

    @Test func `The recorder is who recorded it, also after somebody else gave the server back what it lost`() throws {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let backup = database.contents
        let standup = standup()
        try ben.save(standup)
        try sync(ben, as: "ben")
        try sync(ann, as: "ann")
        let meeting = try hold(standup, in: ann)
        try finish(meeting, in: ann)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ann.deletionReach(of: .meeting(meeting)) == .everybody, "she recorded it")
        #expect(try ann.recorder(of: meeting) == nil && ben.recorder(of: meeting) == "ann")
        #expect(try ben.deletionReach(of: .meeting(meeting)) == .everybody, "he leads the standup")
        let cleo = try copy(of: "cleo")
        try sync(cleo, as: "cleo")
        #expect(try cleo.deletionReach(of: .meeting(meeting)) == .here(owner: "ann"))
        #expect(try cleo.deletionReach(of: .transcript(meeting, version: 1)) == .here(owner: "ann"))
        #expect(try cleo.deletionReach(of: .standup(standup.id)) == .here(owner: "ben"))
        #expect(try ben.deletionReach(of: .standup(standup.id)) == .everybody)
        database.change { contents in
            contents = backup
            contents.epoch += 1
        }
        for (store, member) in [(ben, "ben"), (ann, "ann")] { try sync(store, as: member, .restoring) }
        try ann.deleteMeeting(meeting)
        try sync((ann, "ann"), (ben, "ben"))
        #expect(try ben.meeting(meeting) == nil)
    }
}
