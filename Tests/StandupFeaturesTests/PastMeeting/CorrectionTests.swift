import MeetingHistory
import MeetingModel
import Testing

@testable import StandupFeatures

@Suite("Correcting a transcript") struct CorrectionTests {
    @Test("saves the typed words as a new transcript, and keeps the old one")
    func correct() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        #expect(rig.feature.context == .line)
        #expect(try rig.screen.correction?.text == "yesterday i finished the lagoon page")
        rig.type("yesterday i finished the login page")
        rig.perform(.activate)
        #expect(
            rig.corrections == [
                .correct(
                    rig.meeting.id, version: 1,
                    [UtteranceCorrection(utterance: 11, text: "yesterday i finished the login page")])
            ])
        #expect(rig.feature.context == .meeting)
        #expect(try rig.screen.correction == nil)
        #expect(try rig.screen.lines[0].text == "yesterday i finished the login page")
        #expect(try rig.screen.selected == 0)
        #expect(rig.transcripts[0][0].utterance.text == "yesterday i finished the lagoon page")
        // The words that stayed keep their times.
        let words = rig.transcripts[1][0].utterance.words
        #expect(words.map(\.text) == ["yesterday", "i", "finished", "the", "login", "page"])
        #expect(words.map(\.start) == (3...8).map { .seconds($0) })
    }

    @Test(
        "saves nothing if the words are unchanged or the edit is cancelled",
        arguments: [
            ("yesterday i finished the lagoon page", Command.activate),
            ("  yesterday  i finished the lagoon page ", .activate),
            ("something else", .back),
        ])
    func unchanged(text: String, end: Command) throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        rig.type(text)
        rig.perform(end)
        #expect(rig.corrections.isEmpty)
        #expect(rig.feature.context == .meeting)
        #expect(try rig.screen.lines[0].text == "yesterday i finished the lagoon page")
    }

    @Test("removes an utterance whose text was emptied, after asking")
    func remove() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .down, .edit)
        rig.type("  ")
        rig.perform(.activate)
        #expect(rig.dialog?.title == "Remove this utterance?")
        #expect(rig.dialog?.selected == 1, "not removing is what Enter does")
        rig.perform(.activate)
        #expect(rig.dialog == nil)
        #expect(rig.feature.context == .line, "the field is still there")
        rig.perform(.activate, .answer(0))
        #expect(rig.corrections.count == 1)
        #expect(
            try rig.screen.lines.map(\.text) == ["yesterday i finished the lagoon page", "i will work on the search"])
        #expect(try rig.screen.lines[1].name == "Ben")
        #expect(rig.feature.context == .meeting)
    }

    @Test("keeps the field with the typed text while the history cannot be written")
    func refusedByTheDisk() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        rig.type("new words")
        #expect(rig.feature.perform(.activate).effects.count == 1)
        #expect(try rig.screen.correction?.cursor == nil)
        #expect(rig.feature.perform(.activate).effects.isEmpty, "it is being written")
        _ = rig.feature.receive(.historyFailed(.cannotWrite(path: "/data", reason: "full")))
        #expect(try rig.screen.correction?.text == "new words")
        #expect(try rig.screen.correction?.cursor == 9)
        rig.perform(.activate)
        #expect(try rig.screen.lines[0].text == "new words")
    }

    @Test("gives an utterance to another attendee", arguments: [Command.answer(1), .activate])
    func moveToAnother(answer: Command) throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .down, .moveUtterance)
        #expect(rig.dialog?.title == "Who said this?")
        #expect(rig.dialog?.message == "nothing blocks me")
        #expect(rig.dialog?.answers.map(\.text) == ["Ann", "Ben", "Cal", "Cancel"])
        #expect(rig.dialog?.answers.map(\.key) == ["1", "2", "3", "c"])
        #expect(rig.dialog?.selected == 0, "whose it is now")
        if answer == .activate { rig.perform(.down) }
        rig.perform(answer)
        #expect(
            rig.corrections == [
                .correct(rig.meeting.id, version: 1, [UtteranceCorrection(utterance: 12, attendee: Team.ben.id)])
            ])
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "Ben", ""])
    }

    @Test("shows an interjection under its side, and gives it to the attendee whose turn it was")
    func interjection() throws {
        var rig = MeetingRig.read(interjection: 1)
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "from the call", "Ben"])
        let before = try rig.screen.attendees[0].speech
        rig.perform(.down, .down, .moveUtterance)
        #expect(rig.dialog?.selected == 3, "it belongs to nobody")
        rig.perform(.answer(0))
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "", "Ben"])
        #expect(try rig.screen.attendees[0].speech != before)
        #expect(MeetingRig.read(language: "de", interjection: 1).secondName == "aus dem Anruf")
        #expect(MeetingRig.read(language: "ko", interjection: 1).secondName == "통화에서")
    }

    @Test("leaves an utterance with its attendee", arguments: [Command.answer(0), .answer(3), .back])
    func moveToNobodyElse(answer: Command) {
        var rig = MeetingRig.read()
        rig.perform(.down, .moveUtterance, answer)
        #expect(rig.corrections.isEmpty)
        #expect(rig.dialog == nil)
    }

    @Test("shows older transcripts one after the other, with their numbers")
    func versions() throws {
        var rig = MeetingRig.read()
        rig.perform(.nextVersion)
        #expect(rig.notice?.text == "There is only one transcript.")
        rig.perform(.down, .edit)
        rig.type("first")
        rig.perform(.activate, .edit)
        rig.type("second")
        rig.perform(.activate)
        #expect(try rig.screen.version?.hasPrefix("Transcript 3 of 3: corrected, ") == true)
        #expect(try rig.screen.version?.contains("11:00") == true)
        rig.perform(.nextVersion)
        #expect(try rig.screen.lines[0].text == "first")
        let older = "Not current: press c to use it. Transcript 2 of 3: corrected, "
        #expect(try rig.screen.version?.hasPrefix(older) == true)
        rig.perform(.nextVersion)
        #expect(try rig.screen.lines[0].text == "yesterday i finished the lagoon page")
        #expect(try rig.screen.version?.contains("recognised in the meeting") == true)
        rig.perform(.nextVersion)
        #expect(try rig.screen.lines[0].text == "second")
        #expect(rig.versions.count == 3)
    }

    @Test("makes an older transcript current, or corrects it")
    func older() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        rig.type("first")
        rig.perform(.activate, .chooseVersion)
        #expect(rig.notice?.text == "This transcript is already current.")
        rig.perform(.nextVersion, .chooseVersion)
        #expect(rig.effects.last == .chooseTranscript(rig.meeting.id, version: 1))
        #expect(try rig.screen.version?.contains("Not current") == false)
        rig.perform(.nextVersion, .moveUtterance, .answer(1))
        #expect(
            rig.corrections.last
                == .correct(rig.meeting.id, version: 2, [UtteranceCorrection(utterance: 11, attendee: Team.ben.id)]))
    }

    @Test("stays in the shown version when another process changes something")
    func changedElsewhere() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        rig.type("first")
        rig.perform(.activate, .nextVersion)
        rig.correctElsewhere(UtteranceCorrection(utterance: 12, text: "all is well"))
        #expect(rig.effects.last == .loadMeeting(rig.meeting.id, version: 1))
        #expect(try rig.screen.lines[1].text == "nothing blocks me")
    }

    @Test("keeps the typed text when another process changes the transcript, unless the utterance is gone")
    func typingMeanwhile() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .down, .edit)
        rig.type("nothing at all")
        rig.correctElsewhere(UtteranceCorrection(utterance: 11, text: ""))
        #expect(try rig.screen.correction?.text == "nothing at all")
        #expect(try rig.screen.selected == 0, "the same utterance")
        rig.correctElsewhere(UtteranceCorrection(utterance: 12, text: ""))
        #expect(rig.feature.context == .meeting)
        #expect(rig.notice?.text == "This utterance was removed elsewhere.")
    }

    @Test(
        "changes nothing in a running meeting, and says why",
        arguments: [
            Command.edit, .moveUtterance, .delete, .activate,
        ])
    func live(command: Command) {
        var rig = MeetingRig.read(state: .live)
        rig.perform(.down, command)
        #expect(rig.feature.context == .meeting)
        #expect(rig.notice?.kind == .warning)
        #expect(rig.notice?.text.contains("still running") == true)
    }
}
