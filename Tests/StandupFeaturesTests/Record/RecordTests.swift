import MeetingEngine
import MeetingModel
@testable import Presentation
import Sound
import Testing

@testable import StandupFeatures
@testable import StandupSpeech

@Suite struct Record {
    private let quiet = MeetingSettings(warnings: [])

    @Test func `counts down for each speaker in turn, with a ding between two`() throws {
        var rig = try RecordRig(seconds: 3, settings: quiet)
        #expect(rig.feature.status.timer.speakerIndex == 0)
        rig.advance(by: 1)
        #expect(rig.feature.status.timer.speakerIndex == 1)
        #expect(rig.feature.status.timer.meetingRemaining(at: rig.now) == .seconds(2))
        #expect(try rig.screen.facts.contains(Fact("Remaining", "0:02")))
        #expect(try rig.screen.place == "Speaker 2 of 3")
        #expect(rig.dings == 1)
        rig.advance(by: 1)
        #expect(rig.feature.status.timer.speakerIndex == 2)
        #expect(rig.dings == 2)
        rig.advance(by: 1)
        #expect(rig.feature.status.timer.phase == .ended(.finished))
        #expect(try rig.screen.clockState == .ending)
        #expect(rig.dings == 2)
        #expect(rig.feature.receive(.meetingEnded(rig.meeting, .finished)).request == .close)
    }

    @Test func `shows what is said under the name of whoever says it`() throws {
        var rig = try RecordRig()
        #expect(try rig.screen.lines.isEmpty)
        #expect(try rig.screen.noLines == "This meeting is not transcribed.")
        rig.status.isTranscribing = true
        rig.tell()
        #expect(try rig.screen.noLines == "The transcript appears here.")
        rig.status.partials = [MeetingStatus.Partial(attendee: Team.ann.id, text: "i completed", channel: .room)]
        rig.tell()
        #expect(try rig.screen.lines == [.init(name: "Ann", text: "i completed", isPartial: true)])
        rig.status.partials = []
        rig.status.utterances = [
            Utterance(
                attendee: Team.ann.id, start: .zero, end: .seconds(1), text: "I completed the project", recognizer: "r",
                words: [])
        ]
        rig.tell()
        #expect(try rig.screen.lines == [.init(name: "Ann", text: "I completed the project", isPartial: false)])
    }

    @Test func `stands still while it asks how to end, and saves`() throws {
        var rig = try RecordRig()
        rig.advance(by: 10)
        rig.perform(.end)
        #expect(rig.feature.context == .dialog)
        #expect(rig.dialog?.title == "End the meeting?")
        #expect(rig.dialog?.answers.map(\.key) == ["s", "d", "r", "l"])
        #expect(rig.dialog?.selected == 2, "Enter after a key pressed by mistake goes on")
        let before = try rig.screen
        rig.advance(by: 5)
        #expect(rig.feature.status.timer.meetingRemaining(at: rig.now) == .seconds(170))
        #expect(try rig.screen.clock == before.clock)
        rig.perform(.activate)
        #expect(rig.timer.phase == .running)
        rig.perform(.end, .first, .activate)
        #expect(rig.timer.phase == .ended(.saved))
        #expect(rig.dialog == nil)
        #expect(rig.feature.receive(.meetingEnded(rig.meeting, .saved)).request == .close)
    }

    @Test func `leaves the meeting running when it asks how to end`() throws {
        var rig = try RecordRig()
        rig.perform(.end, .answer(3))
        #expect(rig.timer.phase == .running && rig.dialog == nil)
        #expect(rig.effects.last == .detachMeeting)
    }

    @Test func `does nothing at Enter, which may have been meant for a dialog`() throws {
        var rig = try RecordRig()
        #expect(KeyTable.standard.command(for: .enter, in: rig.feature.context) == nil)
        rig.perform(.activate)
        #expect(rig.timer.speaker == Team.ann.id && rig.effects.isEmpty)
    }

    @Test func `discards without a second question`() throws {
        var rig = try RecordRig()
        rig.perform(.end, .answer(1))
        #expect(rig.timer.phase == .ended(.discarded))
        #expect(rig.dialog == nil, "discarding asks nothing more")
        #expect(
            rig.feature.receive(.meetingEnded(rig.meeting, .discarded)).request == .close)
    }

    @Test func `goes to the next speaker by a key, and asks at the last one`() throws {
        var rig = try RecordRig()
        #expect(try rig.screen.speaking == "Ann is speaking")
        #expect(try rig.screen.next == "Next: Ben")
        rig.advance(by: 1)
        rig.perform(.nextSpeaker)
        #expect(try rig.screen.speaking == "Ben is speaking")
        #expect(try rig.screen.speakers.map(\.state) == [.spoke, .speaking, .waiting])
        #expect(rig.dings == 1)
        rig.perform(.nextSpeaker)
        #expect(rig.dings == 2)
        #expect(try rig.screen.next == "Last speaker")
        #expect(try rig.screen.place == "Speaker 3 of 3")
        rig.perform(.nextSpeaker)
        #expect(rig.dings == 2)
        #expect(rig.dialog?.title == "End the meeting?")
        #expect(rig.dialog?.answers.map(\.text) == ["Save and end", "Resume", "Leave running"])
        rig.perform(.answer(1))
        #expect(rig.dialog == nil)
        #expect(rig.timer.phase == .running)
        rig.perform(.nextSpeaker, .answer(0))
        #expect(rig.timer.phase == .ended(.saved))
    }

    @Test func `goes on behind the notice that the recognizer failed`() throws {
        var rig = try RecordRig()
        rig.advance(by: 3)
        rig.happen(.recognizerFailed(.failed(name: "PocketSphinx", reason: "out of memory")))
        #expect(rig.dialog?.title == "Transcription stopped")
        #expect(rig.dialog?.message.contains("out of memory") == true)
        rig.advance(by: 2)
        #expect(rig.timer.phase == .running)
        #expect(try rig.screen.clock == "0:55", "the countdown goes on behind the notice")
        rig.perform(.activate)
        #expect(rig.dialog == nil)
        #expect(rig.feature.context == .record)
        #expect(rig.timer.phase == .running)
    }

    @Test func `can be discarded in the notice that the recognizer failed`() throws {
        var rig = try RecordRig()
        rig.happen(.recognizerFailed(.failed(name: "PocketSphinx", reason: "out of memory")))
        rig.perform(.answer(1))
        #expect(rig.timer.phase == .ended(.discarded))
        #expect(rig.dialog == nil)
    }
}
