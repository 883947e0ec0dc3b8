import MeetingEngine
import MeetingModel
import Presentation
import StandupSpeech
import Testing

@testable import StandupFeatures

@Suite("The settings of a running meeting") struct RecordSettingsTests {
    @Test(
        arguments: [
            (
                MeetingSettings(),
                "auto-advance · warns at 0:10 · unused time shortens the meeting"
            ),
            (
                MeetingSettings(atSlotEnd: .overtime, timeSharing: .shared, warnings: []),
                "overtime allowed · no warnings · unused time is shared"
            ),
        ])
    func `describe the slot's end, unused time and warnings in words`(settings: MeetingSettings, text: String) throws {
        let rig = try RecordRig(settings: settings)
        #expect(try rig.screen.settings == text)
    }

    @Test func `switch to overtime from the next slot's end, and back at once`() throws {
        var rig = try RecordRig(settings: MeetingSettings(warnings: []))
        rig.perform(.slotEnd)
        #expect(rig.notice?.text == "Auto-advance off: press n for the next attendee.")
        rig.advance(by: 70)
        #expect(try rig.screen.speaking == "Ann is speaking")
        #expect(try rig.screen.clock == "+0:10")
        rig.perform(.slotEnd)
        #expect(try rig.screen.speaking == "Ben is speaking")
        #expect(try rig.screen.settings.hasPrefix("auto-advance"))
        #expect(rig.status.standup.settings.atSlotEnd == .advance, "the standup's own settings stay")
    }

    @Test func `cycle through no warning, 10 s, 30 s and the standup's own`() throws {
        let own: [Duration] = [.seconds(60), .seconds(5)]
        var rig = try RecordRig(seconds: 600, settings: MeetingSettings(warnings: own))
        var seen: [[Duration]] = []
        for _ in 0..<4 {
            rig.perform(.warning)
            seen.append(rig.timer.settings.warnings)
        }
        #expect(seen == [[], [.seconds(10)], [.seconds(30)], own])
        #expect(rig.notice?.text == "warnings as set in the standup")
        rig.perform(.warning, .warning)
        #expect(rig.notice?.text == "warns at 0:10")
        rig.advance(by: 191)
        #expect(try rig.screen.clockState == .warning)
    }

    @Test func `mute and unmute the ding`() throws {
        var rig = try RecordRig()
        #expect(try rig.screen.muted == nil)
        rig.perform(.mute)
        #expect(rig.effects == [.tell(.mute(true))])
        #expect(try rig.screen.muted == "ding muted")
        rig.perform(.mute)
        #expect(rig.effects.last == .tell(.mute(false)))
        #expect(try rig.screen.muted == nil)
    }
}

@Suite("The private note of a running meeting") struct RecordNoteTests {
    @Test func `is typed in place, with letters that are commands elsewhere, and saved by Enter`() throws {
        var rig = try RecordRig()
        rig.perform(.note)
        #expect(rig.feature.context == .line)
        #expect(KeyTable.standard.hints(in: .line, rig.localizer).map(\.text) == ["done", "cancel", "keys"])
        #expect(try rig.screen.noteField?.text == "")
        for letter in "nq d" {
            let command = try #require(KeyTable.standard.command(for: .character(letter), in: rig.feature.context))
            rig.perform(command)
        }
        #expect(try rig.screen.noteField?.text == "nq d")
        #expect(rig.timer.speaker == Team.ann.id)
        rig.perform(.activate)
        #expect(rig.effects == [.tell(.note("nq d"))])
        #expect(try rig.screen.noteField == nil)
        #expect(rig.status.note == "nq d")
        #expect(try rig.screen.noteSign == "note kept", "never its text")
        #expect(rig.feature.context == .record)
        rig.perform(.note)
        #expect(try rig.screen.noteField?.text == "nq d", "it goes on where it was")
        #expect(try rig.screen.noteSign.isEmpty)
    }

    @Test func `is restored by Escape`() throws {
        var rig = try RecordRig()
        rig.status.note = "old"
        rig.tell()
        rig.perform(.note, .insert("er"), .back)
        #expect(rig.effects.isEmpty)
        #expect(rig.timer.phase == .running, "Escape in the field does not ask to end the meeting")
        rig.perform(.note, .insert("er"))
        rig.advance(by: 0.1)
        #expect(rig.effects == [.tell(.note("older"))], "what is typed is kept as it grows")
        rig.perform(.back)
        #expect(rig.effects.last == .tell(.note("old")))
        #expect(rig.status.note == "old")
    }

    @Test func `is not lost if the meeting ends while it is typed`() throws {
        var rig = try RecordRig(seconds: 30)
        rig.perform(.note, .insert("ask Ben"))
        rig.advance(by: 30)
        #expect(rig.timer.phase == .ended(.finished))
        #expect(rig.effects == [.tell(.note("ask Ben"))])
    }

    @Test func `holds back the question whether to discard while it is typed`() throws {
        var rig = try RecordRig()
        rig.perform(.note)
        rig.happen(.recognizerFailed(.failed(name: "PocketSphinx", reason: "gone")))
        #expect(rig.feature.context == .line)
        #expect(rig.dialog == nil)
        #expect(rig.notice?.text == "Transcription stopped")
        rig.perform(.insert("d"), .activate)
        #expect(rig.timer.phase == .running)
        #expect(rig.dialog?.title == "Transcription stopped")
    }

    @Test func `does not prevent Ctrl-C from asking whether to end the meeting`() throws {
        var rig = try RecordRig()
        rig.perform(.note, .insert("x"), .quit)
        #expect(rig.dialog?.title == "End the meeting?")
        rig.perform(.back)
        #expect(try rig.screen.noteField?.text == "x")
    }
}
