import MeetingHistory
import MeetingModel
import Presentation
import StandupHistory
import Testing

@testable import StandupFeatures

@Suite struct `A word corrected twice` {
    /// The rig's meeting, in whose history a word is corrected in two utterances.
    private func rig() throws -> MeetingRig {
        var rig = MeetingRig()
        let store = rig.store
        var standup = Standup(
            id: rig.meeting.standupID, title: "Web", length: .seconds(600), theme: .teal, attendees: [],
            settings: MeetingSettings())
        standup.vocabulary = ["Jira"]
        try store.save(standup)
        var meeting = rig.meeting
        meeting.transcript = []
        try store.begin(meeting)
        for text in ["the post press is up", "post person is up"] {
            try store.record([.utterance(MeetingRig.utterance(meeting.attendees[0].id, 3, text))], in: meeting.id)
        }
        let corrections = try store.transcript(of: meeting.id, version: 1)
            .map { UtteranceCorrection(utterance: $0.id, text: "Postgres is up") }
        _ = try store.correctTranscript(of: meeting.id, version: 1, corrections, at: meeting.startedAt)
        rig = rig.loaded()
        return rig
    }

    /// Corrects an utterance and saves that.
    private func save(_ rig: inout MeetingRig) {
        rig.perform(.edit)
        rig.type("yesterday i finished the login page")
        rig.perform(.activate, .save)
    }

    @Test func `is proposed as a term after corrections are saved, and one key makes it one`() throws {
        var rig = try rig()
        rig.perform(.add)
        #expect(try rig.store.standups().first?.vocabulary == ["Jira"], "nothing is proposed yet")
        rig.perform(.down)
        save(&rig)
        #expect(
            rig.notice?.text
                == "“Postgres” was heard wrong 2 times (“the post press” and “post person”). Press a to make it a term."
        )
        rig.perform(.add)
        #expect(rig.notice?.text == "“Postgres” is now a term of the standup.")
        #expect(try rig.store.standups().first?.vocabulary == ["Jira", "Postgres"])
        save(&rig)
        rig.perform(.add)
        #expect(try rig.store.standups().first?.vocabulary == ["Jira", "Postgres"])
    }

    @Test func `has a key on the meeting's page`() {
        #expect(KeyTable.standard.command(for: .character("a"), in: .meeting) == .add)
    }
}
