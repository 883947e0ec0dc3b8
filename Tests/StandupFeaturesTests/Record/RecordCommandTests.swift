import MeetingEngine
import MeetingModel
import Presentation
import StandupSpeech
import Testing

@testable import StandupFeatures

@Suite("A running meeting") struct RecordCommandTests {
    @Test(arguments: [Command.back, .quit, .end])
    func `cannot be left: every way back asks whether to end it`(command: Command) throws {
        var rig = try RecordRig()
        let reply = rig.feature.perform(command)
        #expect(reply.request == nil)
        #expect(reply.effects == [.tell(.timer(.ask))])
        #expect(rig.feature.context == .dialog)
        // Back in the question returns to the meeting.
        let second = rig.feature.perform(.back)
        #expect(second.request == nil)
        #expect(second.effects == [.tell(.timer(.answer(.resume)))])
        #expect(rig.feature.context == .record)
    }

    @Test(arguments: [Key.escape, .character("q"), .control("c")])
    func `is not left by the keys that leave other places`(key: Key) throws {
        var rig = try RecordRig()
        let command = try #require(KeyTable.standard.command(for: key, in: rig.feature.context))
        let reply = rig.feature.perform(command)
        #expect(reply.request == nil)
        #expect(!reply.effects.contains(.quit))
        #expect(rig.feature.context == .dialog)
    }

    @Test func `keeps the selected answer while the question is open, and resets it for the next question`() throws {
        var rig = try RecordRig()
        rig.perform(.end, .left)
        #expect(rig.dialog?.selected == 1)
        rig.advance(by: 1)
        #expect(rig.dialog?.selected == 1)
        rig.perform(.right, .activate)
        #expect(rig.timer.phase == .running)
        rig.perform(.end, .right)
        #expect(rig.dialog?.selected == 3)
        rig.perform(.back, .end)
        #expect(rig.dialog?.selected == 2)
    }

    @Test func `applies its commands to the countdown`() throws {
        var rig = try RecordRig()
        rig.advance(by: 10)
        rig.perform(.extend)
        #expect(try rig.screen.clock == "1:20")
        rig.perform(.shorten, .shorten)
        #expect(try rig.screen.clock == "0:20")
        rig.perform(.nextSpeaker)
        #expect(rig.timer.speaker == Team.ben.id)
        rig.perform(.previousSpeaker)
        #expect(rig.timer.speaker == Team.ann.id)
        #expect(try rig.screen.clock == "0:20")
        rig.perform(.later)
        #expect(rig.timer.queue.last == Team.ann.id)
        rig.perform(.absence)
        #expect(rig.timer.absent == [Team.ben.id])
        #expect(rig.timer.speaker == Team.cal.id)
        rig.perform(.shuffle)
        #expect(rig.notice?.text == "Fewer than two people are waiting. There is nothing to reorder.")
    }

    @Test
    func `the key for absence brings back whom it has just marked absent, but not after another command`() throws {
        var rig = try RecordRig()
        rig.perform(.absence)
        #expect(rig.timer.absent == [Team.ann.id] && rig.timer.speaker == Team.ben.id)
        rig.perform(.absence)
        #expect(rig.timer.absent == [] && rig.timer.queue == [Team.cal.id, Team.ann.id])
        rig.perform(.absence, .mute, .absence)
        #expect(rig.timer.absent == [Team.ben.id, Team.cal.id])
    }

    @Test func `is suspended only by a second press, after a question whose other answers do nothing`() throws {
        var rig = try RecordRig()
        rig.perform(.suspend)
        #expect(!rig.effects.contains(.suspend))
        #expect(rig.feature.dialog(.localizer("en"))?.title == "Stop standup?")
        let before = rig.effects
        rig.perform(.nextSpeaker)
        #expect(rig.effects == before && rig.feature.dialog(.localizer("en")) == nil, "no key does anything else")
        rig.perform(.suspend)
        #expect(!rig.effects.contains(.suspend))
        rig.perform(.suspend)
        #expect(rig.effects.last == .suspend)
        #expect(rig.notice?.text == "The meeting went on while standup was stopped.")
    }

    @Test func `asks the engine to shuffle the waiting attendees`() throws {
        var rig = try RecordRig()
        rig.perform(.shuffle)
        #expect(rig.effects == [] && rig.notice?.text.hasPrefix("The meeting has just started.") == true)
        rig.advance(by: 2)
        rig.perform(.shuffle)
        #expect(rig.effects == [.tell(.shuffle)])
    }

    @Test func `says why a command has no effect, and does not send it to the engine`() throws {
        var rig = try RecordRig([Team.ann])
        #expect(rig.feature.perform(.previousSpeaker).effects.isEmpty)
        #expect(rig.notice == Notice(.information, "No earlier speaker."))
        #expect(rig.feature.perform(.later).effects.isEmpty)
        #expect(rig.notice?.text == "No more speakers. End the meeting instead.")
        rig.perform(.select(0))
        #expect(rig.notice == nil, "a notice stays until the next command")
    }

    @Test func `shows the engine's messages in the bottom line`() throws {
        var rig = try RecordRig()
        rig.happen(.error(.outside("the disk is full")))
        #expect(rig.notice == Notice(.error, "Problem: the disk is full"))
        rig.suspend(for: .seconds(3600))
        #expect(rig.notice?.text == "The computer slept for 1 hr. The countdown was paused.")
    }

    @Test func `selects waiting and absent attendees; moving up from the first one clears the selection`() throws {
        var rig = try RecordRig()
        #expect(try rig.screen.selected == nil)
        rig.perform(.down)
        #expect(try rig.screen.selected == 1)
        rig.perform(.down, .down)
        #expect(try rig.screen.selected == 2)
        rig.perform(.absence)
        #expect(rig.timer.absent == [Team.cal.id])
        #expect(try rig.screen.selected == 2, "the one who is now absent stays selected")
        rig.perform(.absence)
        #expect(rig.timer.queue == [Team.ben.id, Team.cal.id])
        rig.perform(.up, .up)
        #expect(try rig.screen.selected == nil)
        rig.perform(.select(1))
        #expect(rig.feature.selected == Team.ben.id)
        rig.perform(.select(0))
        #expect(rig.feature.selected == nil, "the one who speaks is meant without being selected")
        rig.perform(.down, .nextSpeaker)
        #expect(rig.timer.speaker == Team.ben.id)
        #expect(rig.feature.selected == nil, "who speaks is not selected any more")
    }

    @Test func `moves the selected attendee in the queue, even several times before the engine answers`() throws {
        let dee = Attendee(id: Attendee.ID(rawValue: "dee"), name: "Dee")
        var rig = try RecordRig(Team.all + [dee])
        rig.perform(.moveRowDown)
        #expect(rig.notice?.text.contains("select") == true)
        rig.perform(.down)
        #expect(rig.feature.perform(.moveRowDown).effects.count == 1)
        let second = rig.feature.perform(.moveRowDown)
        #expect(second.effects == [.tell(.timer(.reorder([Team.cal.id, dee.id, Team.ben.id])))])
        #expect(try rig.screen.speakers.map(\.name) == ["Ann", "Cal", "Dee", "Ben"])
        #expect(try rig.screen.selected == 3)
        #expect(rig.feature.perform(.moveRowDown).effects.isEmpty, "the last stays the last")
    }

    @Test func `opens the engine's question in front of the recognizer's failure`() throws {
        var rig = try RecordRig()
        rig.happen(.recognizerFailed(.failed(name: "PocketSphinx", reason: "gone")))
        rig.perform(.quit)
        #expect(rig.dialog?.title == "End the meeting?")
        rig.perform(.back)
        #expect(rig.dialog?.title == "Transcription stopped")
        rig.perform(.back)
        #expect(rig.dialog == nil)
        #expect(rig.timer.phase == .running)
    }

    @Test func `ignores the end of another meeting`() throws {
        var rig = try RecordRig()
        #expect(rig.feature.receive(.meetingEnded(Meeting.ID(rawValue: "other"), .saved)).request == nil)
    }
}
