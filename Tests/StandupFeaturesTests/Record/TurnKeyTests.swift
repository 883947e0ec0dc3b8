import MeetingEngine
import MeetingModel
import Presentation
import Testing

@testable import StandupFeatures

/// Keys that are pressed when the speaker changes by itself, or for somebody else.
@Suite("A key for a turn") struct TurnKeyTests {
    private let calm = MeetingSettings(warnings: [])

    @Test(
        arguments: [Command.nextSpeaker, .later, .previousSpeaker, .shorten, .extend, .absence])
    func `skips nobody when the slot has just ended by itself, unless it is pressed again`(command: Command) throws {
        var rig = try RecordRig(settings: calm)
        rig.advance(by: 60.1)
        let before = rig.timer
        rig.perform(command)
        #expect(rig.timer == before)
        #expect(rig.notice?.text == "Ben has only just begun. Press the key again if you mean Ben.")
        rig.perform(command)
        #expect(rig.timer != before)
    }

    @Test func `works at once a second after the change, and after a change by a key`() throws {
        var rig = try RecordRig(settings: calm)
        rig.advance(by: 61)
        rig.perform(.nextSpeaker)
        #expect(rig.timer.speaker == Team.cal.id)
        rig.perform(.previousSpeaker)
        #expect(rig.timer.speaker == Team.ben.id)
    }

    @Test func `names the turn that the screen shows, and says who speaks if that is over`() throws {
        var rig = try RecordRig(settings: calm)
        let ann = MeetingTimer.TurnReference(attendee: Team.ann.id, index: 0)
        var stale = rig.feature
        #expect(stale.perform(.nextSpeaker).effects == [.tell(.timer(.next, during: ann))])
        // Meanwhile the slot has ended.
        rig.advance(by: 60.05)
        _ = stale.receive(.meetingStatus(rig.status, now: rig.now, wallClock: rig.start))
        let refused = MeetingEvent(at: .seconds(60), kind: .error(.refused(.turnIsOver)))
        _ = stale.receive(.meetingEvent(refused))
        #expect(stale.notice(rig.localizer)?.text == "Ben is already speaking.")
        #expect(stale.perform(.nextSpeaker).effects == [])
    }

    @Test func `does not shorten the next slot when it has shortened one to its end`() throws {
        var rig = try RecordRig(settings: calm)
        rig.advance(by: 10)
        rig.perform(.shorten, .shorten)
        #expect(rig.timer.speaker == Team.ben.id)
        let before = rig.timer
        rig.perform(.shorten)
        #expect(rig.timer == before)
    }

    @Test func `is asked for in time when the last slot ends the meeting`() throws {
        var rig = try RecordRig(settings: calm)
        rig.advance(by: 149)
        #expect(rig.notice == nil)
        rig.advance(by: 1)
        #expect(rig.notice?.text == "The meeting ends with this turn. Press e for 30 sec more.")
        rig.perform(.extend)
        #expect(rig.notice?.text.contains("ends") == false)
        // Whoever speaks in overtime ends when they like.
        var overtime = try RecordRig(settings: MeetingSettings(atSlotEnd: .overtime, warnings: []))
        overtime.advance(by: 59)
        overtime.perform(.nextSpeaker, .nextSpeaker)
        overtime.advance(by: 61)
        #expect(overtime.notice == nil)
    }

    @Test
    func `shows the time used as the elapsed time beside it, and who was skipped as one who did not speak`() throws {
        var rig = try RecordRig(settings: calm)
        rig.advance(by: 12.7)
        #expect(try rig.screen.facts.first?.value == "0:12")
        #expect(try rig.screen.speakers.first?.time == "0:12")
        rig.perform(.nextSpeaker, .nextSpeaker)
        let states = try rig.screen.speakers.map { "\($0.name) \($0.state)" }
        #expect(Set(states) == ["Ann spoke", "Ben skipped", "Cal speaking"])
    }
}
