import MeetingHistory
import MeetingModel
import TestSupport
import Testing

@testable import StandupFeatures

@Suite("A past meeting") struct PastMeetingTests {
    @Test func `moves the selection by lines, pages and clicks`() throws {
        var rig = MeetingRig.read()
        rig.perform(.down)
        #expect(rig.feature.utterance == 0)
        rig.perform(.down, .down, .down)
        #expect(rig.feature.utterance == 2)
        rig.perform(.pageUp)
        #expect(rig.feature.utterance == 0)
        rig.perform(.last)
        #expect(rig.feature.utterance == 2)
        rig.perform(.select(1))
        #expect(rig.feature.utterance == 1)
        rig.perform(.select(1))
        #expect(rig.feature.context == .line, "a second click opens it")
    }

    @Test func `is deleted after a question, and not by Enter alone`() {
        var rig = MeetingRig.read()
        rig.perform(.delete)
        #expect(rig.dialog?.title.hasPrefix("Delete the whole meeting “") == true)
        #expect(rig.dialog?.message.contains("recording") == true)
        rig.perform(.activate)
        #expect(rig.dialog == nil)
        #expect(!rig.effects.contains(.delete(.meeting(rig.meeting.id))))
        rig.perform(.delete, .answer(0))
        #expect(rig.effects.last == .delete(.meeting(rig.meeting.id)))
        #expect(rig.dialog == nil)
        #expect(rig.kept == nil)
    }

    @Test(
        arguments: [
            (DeletionReach.everybody, "The meeting is deleted for the whole team. Its recording"),
            (.here(owner: "ben"), "The meeting is deleted only here, because ben recorded it. Its recording"),
        ])
    func `says for whom it is deleted, if it is shared with a team`(reach: DeletionReach, text: String) {
        var rig = MeetingRig.read()
        rig.perform(.delete)
        let before = rig.dialog?.message
        rig.backend.reach = reach
        rig.answerCall()
        #expect(rig.dialog?.message.hasPrefix(text) == true)
        _ = rig.feature.perform(.back)
        _ = rig.feature.perform(.delete)
        #expect(rig.dialog?.message == before, "it may have changed")
    }

    @Test func `goes back, and quits`() {
        var rig = MeetingRig.read()
        #expect(rig.feature.perform(.back).request == .close)
        #expect(rig.feature.perform(.quit).request == .quit)
        rig.perform(.delete, .back)
        #expect(rig.dialog == nil)
    }
}
