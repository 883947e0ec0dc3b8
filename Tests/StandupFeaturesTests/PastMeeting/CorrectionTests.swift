import MeetingModel
import Presentation
import TestSupport
import Testing

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("Correcting a transcript") struct CorrectionTests {
    @Test func `shows the typed words at once, and saves them as a new transcript on leaving`() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        #expect(rig.feature.context == .line)
        #expect(try rig.screen.correction?.text == "yesterday i finished the lagoon page")
        rig.type("yesterday i finished the login page")
        rig.perform(.activate)
        #expect(rig.corrections.isEmpty)
        #expect(rig.feature.context == .meeting)
        #expect(try rig.screen.correction == nil)
        #expect(try rig.screen.lines.map(\.isChanged) == [true, false, false])
        #expect(try rig.screen.lines[0].text == "yesterday i finished the login page")
        #expect(try rig.screen.unsaved == "1 correction, not saved")
        rig.perform(.back)
        #expect(
            rig.corrections == [
                .correct(
                    rig.meeting.id, version: 1, current: 1,
                    [UtteranceCorrection(utterance: 11, text: "yesterday i finished the login page")])
            ])
        #expect(rig.requests == [.close])
        #expect(rig.kept == nil)
        #expect(rig.transcripts[0][0].utterance.text == "yesterday i finished the lagoon page")
        // The words that stayed keep their times.
        let words = rig.transcripts[1][0].utterance.words
        #expect(words.map(\.text) == ["yesterday", "i", "finished", "the", "login", "page"])
        #expect(words.map(\.start) == (3...8).map { .seconds($0) })
    }

    @Test func `collects corrections in one transcript, and undoes and redoes them`() throws {
        var rig = MeetingRig.read()
        rig.perform(.edit)
        #expect(try rig.screen.selected == 0, "the first, if none is selected")
        rig.type("one")
        rig.perform(.activate, .down, .moveUtterance, .answer(1), .down, .edit)
        rig.type("three")
        rig.perform(.activate)
        #expect(try rig.screen.unsaved == "3 corrections, not saved")
        rig.perform(.undo, .undo)
        #expect(try rig.screen.lines.map(\.text) == ["one", "nothing blocks me", "i will work on the search"])
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "", "Ben"])
        rig.perform(.redo, .redo, .redo)
        #expect(rig.notice?.text == "There is nothing to redo.", "what is saved waits for these")
        rig.perform(.save)
        #expect(rig.transcripts.count == 2 && rig.kept == nil)
        #expect(rig.transcripts[1].map(\.utterance.text) == ["one", "nothing blocks me", "three"])
        #expect(rig.transcripts[1].map(\.utterance.attendee) == [Team.ann.id, Team.ben.id, Team.ben.id])
        #expect(try rig.screen.unsaved == nil && rig.screen.lines.allSatisfy { !$0.isChanged })
        rig.perform(.save)
        #expect(rig.notice?.text == "There are no corrections to save.")
        rig.perform(.undo)
        #expect(rig.effects.last == .undo(), "with nothing left, the last deletion")
        rig.perform(.quit)
        #expect(rig.requests == [.quit] && rig.transcripts.count == 2)
    }

    @Test func `saves nothing that was undone or changed back`() throws {
        var rig = MeetingRig.read()
        rig.perform(.edit)
        rig.type("one")
        rig.perform(.activate, .edit)
        rig.type("yesterday i finished the lagoon page")
        rig.perform(.activate)
        #expect(rig.transcripts[0][0].utterance.words.count == 6)
        rig.perform(.undo, .undo, .back)
        #expect(rig.corrections.isEmpty && rig.requests == [.close] && rig.kept == nil)
    }

    @Test func `forgets corrections that were changed back once another transcript is shown`() {
        var rig = MeetingRig.read()
        rig.perform(.moveUtterance, .answer(1), .moveUtterance, .answer(0))
        #expect(rig.kept != nil)
        rig.perform(.nextVersion)
        #expect(rig.kept == nil)
    }

    @Test(arguments: [Command.back, .quit], ["one", "  "])
    func `asks before it drops changed words, as a form does`(leaving: Command, text: String) throws {
        var rig = MeetingRig.read()
        rig.perform(.edit)
        rig.type(text)
        rig.perform(leaving)
        #expect(rig.dialog?.title == "Discard changes?" && rig.dialog?.selected == 1 && rig.requests.isEmpty)
        #expect(rig.feature.dialog == .correct)
        rig.perform(.quit)
        #expect(rig.dialog == nil && rig.requests.isEmpty)
        #expect(try rig.screen.correction?.text == text)
        // Whoever ends the program from outside finds the words in the field again.
        #expect(try rig.restarted().screen.correction?.text == text)
        rig.perform(leaving, .answer(0))
        #expect(rig.feature.context == .meeting && rig.kept == nil && rig.requests.isEmpty)
        #expect(try rig.screen.lines.first?.text == "yesterday i finished the lagoon page")
    }

    @Test(arguments: [(Command.back, [Request]()), (.quit, [.quit])])
    func `leaves an unchanged field at once`(leaving: Command, requests: [Request]) throws {
        var rig = MeetingRig.read()
        rig.perform(.edit, .insert(" "), leaving)
        #expect(rig.dialog == nil && rig.requests == requests)
    }

    @Test(
        arguments: [
            ("yesterday i finished the lagoon page", Command.activate),
            ("  yesterday  i finished the lagoon page ", .activate),
            ("yesterday i finished the lagoon page", .back),
        ])
    func `saves nothing if the words are unchanged`(text: String, end: Command) throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        rig.type(text)
        rig.perform(end)
        #expect(rig.corrections.isEmpty)
        #expect(rig.feature.context == .meeting)
        #expect(try rig.screen.lines[0].text == "yesterday i finished the lagoon page")
    }

    @Test func `removes an utterance whose text was emptied, after asking`() throws {
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
        #expect(try rig.screen.unsaved == "1 correction, not saved")
        #expect(
            try rig.screen.lines.map(\.text) == ["yesterday i finished the lagoon page", "i will work on the search"])
        #expect(try rig.screen.lines[1].name == "Ben")
        #expect(rig.feature.context == .meeting)
    }

    @Test func `keeps the corrections while the history cannot be written, and asks before leaving`() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        rig.type("new words")
        rig.perform(.activate)
        rig.refusal = .cannotWrite(path: "/data", reason: "full")
        rig.perform(.save)
        #expect(rig.notice?.kind == .error)
        #expect(rig.notice?.text.hasSuffix("Nothing was lost. Press Ctrl-S to try again.") == true)
        rig.perform(.back)
        #expect(rig.dialog?.title == "The corrections cannot be saved")
        #expect(rig.dialog?.answers.map(\.text) == ["Keep for later", "Discard all", "Cancel"])
        rig.perform(.answer(2))
        #expect(rig.requests.isEmpty && rig.dialog == nil)
        var discarded = rig
        discarded.perform(.back, .answer(1))
        #expect(discarded.requests == [.close] && discarded.kept == nil)
        rig.perform(.quit, .activate)
        #expect(rig.requests == [.quit])
        rig.refusal = nil
        var next = rig.restarted()
        #expect(next.notice?.text == "Unsaved corrections restored. Ctrl-S saves them, u undoes them.")
        #expect(try next.screen.lines[0].text == "new words")
        next.perform(.save)
        #expect(next.transcripts.last?.first?.utterance.text == "new words" && next.kept == nil)
    }

    @Test
    func `fits the corrections to a transcript that another process has made, and names those that do not fit`() throws
    {
        var rig = MeetingRig.read()
        rig.perform(.edit)
        rig.type("mine")
        rig.perform(.activate, .down, .moveUtterance, .answer(1))
        rig.correctElsewhere(UtteranceCorrection(utterance: 13, text: "theirs"))
        #expect(rig.notice == nil)
        #expect(try rig.screen.lines.map(\.text) == ["mine", "nothing blocks me", "theirs"])
        rig.correctElsewhere(UtteranceCorrection(utterance: 11, text: "theirs too"))
        #expect(rig.notice?.text == "Changed elsewhere, so 1 correction was dropped: “mine”.")
        #expect(rig.kept?.corrections == [UtteranceCorrection(utterance: 12, attendee: Team.ben.id)])
        #expect(rig.kept?.version == 3)
        #expect(try rig.screen.lines.map(\.text) == ["theirs too", "nothing blocks me", "theirs"])
        rig.perform(.back)
        #expect(rig.transcripts.last?.map(\.utterance.text) == ["theirs too", "nothing blocks me", "theirs"])
        #expect(rig.transcripts.last?[1].utterance.attendee == Team.ben.id)
    }

    @Test func `names no correction whose result the other transcript has`() throws {
        var rig = MeetingRig.read()
        for words in ["first", "second"] {
            rig.perform(.edit)
            rig.type(words)
            rig.perform(.activate)
        }
        var other = rig
        rig.correctElsewhere(UtteranceCorrection(utterance: 11, text: "second"))
        #expect(rig.notice == nil && rig.kept == nil)
        #expect(try rig.screen.lines[0].text == "second")
        other.correctElsewhere(UtteranceCorrection(utterance: 11, text: "first"))
        #expect(other.notice?.kind == .warning)
    }

    @Test func `opens the field of an older transcript again at the next start`() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        rig.type("first")
        rig.perform(.activate, .save, .nextVersion, .edit)
        rig.type("half a sen")
        let next = rig.restarted()
        #expect(try next.screen.correction?.text == "half a sen")
    }

    @Test func `keeps the corrections of an earlier start that are read after the first new one`() throws {
        var earlier = MeetingRig.read()
        earlier.perform(.edit)
        earlier.type("earlier")
        earlier.perform(.activate)
        var rig = MeetingRig.read()
        rig.perform(.down, .down, .edit)
        rig.type("new")
        rig.perform(.activate)
        rig.carryOut(rig.feature.restore(try #require(earlier.kept)))
        #expect(try rig.screen.lines.map(\.text) == ["earlier", "new", "i will work on the search"])
        #expect(rig.kept?.corrections.map(\.text) == ["earlier", "new"])
    }

    @Test func `asks on leaving if corrections do not fit what another process has changed at that moment`() throws {
        var rig = MeetingRig.read()
        rig.perform(.edit)
        rig.type("mine")
        rig.perform(.activate, .down, .edit)
        rig.type("mine too")
        rig.perform(.activate)
        rig.changeElsewhere(UtteranceCorrection(utterance: 11, text: "theirs"))
        rig.perform(.back)
        #expect(rig.dialog?.title == "The transcript was changed elsewhere")
        #expect(rig.requests.isEmpty)
        rig.perform(.activate)
        #expect(rig.requests == [.close])
        #expect(rig.transcripts.last?.map(\.utterance.text) == ["theirs", "mine too", "i will work on the search"])

        var fitting = MeetingRig.read()
        fitting.perform(.edit)
        fitting.type("mine")
        fitting.perform(.activate)
        fitting.changeElsewhere(UtteranceCorrection(utterance: 12, text: "theirs"))
        fitting.perform(.back)
        #expect(fitting.requests == [.close], "no question")
        #expect(fitting.transcripts.last?.map(\.utterance.text) == ["mine", "theirs", "i will work on the search"])
    }

    @Test(arguments: [Command.answer(1), .activate])
    func `gives an utterance to another attendee`(answer: Command) throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .down, .moveUtterance)
        #expect(rig.dialog?.title == "Who said this?")
        #expect(rig.dialog?.message == "nothing blocks me")
        #expect(rig.dialog?.answers.map(\.text) == ["Ann", "Ben", "Cal", "Cancel"])
        #expect(rig.dialog?.answers.map(\.key) == ["a", "b", "c", "n"])
        #expect(rig.dialog?.selected == 0, "whose it is now")
        if answer == .activate { rig.perform(.down) }
        rig.perform(answer)
        #expect(
            rig.feature.unsaved.pending?.corrections == [UtteranceCorrection(utterance: 12, attendee: Team.ben.id)])
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "Ben", ""])
    }

    @Test func `offers those first whose voices are most similar, until somebody chooses`() throws {
        var rig = MeetingRig.read()
        rig.backend.likelySpeakers = [Team.cal.id, Team.ann.id]
        rig.perform(.down, .down, .moveUtterance)
        #expect(rig.dialog?.answers.map(\.text) == ["Cal", "Ann", "Ben", "Cancel"])
        #expect(rig.dialog?.answers.map(\.key) == ["c", "a", "b", "n"], "each keeps the key")
        #expect(rig.dialog?.selected == 0)
        rig.perform(.activate)
        #expect(
            rig.feature.unsaved.pending?.corrections == [UtteranceCorrection(utterance: 12, attendee: Team.cal.id)])
        rig.backend.likelySpeakers = [Team.cal.id, Team.ben.id]
        rig.perform(.moveUtterance)
        #expect(rig.dialog?.selected == 1, "Cal has it")
        rig.perform(.activate)
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "Ben", ""])

        let asking = rig.feature.perform(.moveUtterance)
        _ = rig.feature.perform(.down)
        rig.carryOut(asking)
        #expect(rig.dialog?.answers.map(\.text) == ["Ann", "Ben", "Cal", "Cancel"] && rig.dialog?.selected == 2)
    }

    @Test func `shows an interjection under its side, and gives it to the attendee whose turn it was`() throws {
        var rig = MeetingRig.read(interjection: 1)
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "from the call", "Ben"])
        let before = try rig.screen.attendees[0].speech
        rig.perform(.down, .down, .moveUtterance)
        #expect(rig.dialog?.answers.map(\.text) == ["Ann", "Ben", "Cal", "from the call", "Cancel"])
        #expect(rig.dialog?.selected == 3, "it belongs to nobody")
        rig.perform(.answer(0))
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "", "Ben"])
        #expect(try rig.screen.attendees[0].speech != before)
        rig.perform(.moveUtterance, .answer(3))
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "from the call", "Ben"])
        #expect(try rig.screen.attendees[0].speech == before)
        #expect(try rig.screen.unsaved == nil, "as it was")
        #expect(MeetingRig.read(language: "de", interjection: 1).secondName == "aus dem Anruf")
        #expect(MeetingRig.read(language: "ko", interjection: 1).secondName == "통화에서")
    }

    @Test func `gives back what was found by voice with one key, and asks then`() throws {
        var rig = MeetingRig.read(voice: 1)
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "Ben (by voice)", "Ben"])
        rig.perform(.down, .down, .moveUtterance)
        #expect(rig.dialog == nil)
        #expect(rig.feature.unsaved.pending?.corrections == [UtteranceCorrection(utterance: 12, attendee: Team.ann.id)])
        #expect(try rig.screen.lines.map(\.name) == ["Ann", "", "Ben"])
        rig.perform(.moveUtterance)
        #expect(rig.dialog?.title == "Who said this?")
        #expect(MeetingRig.read(language: "de", voice: 1).secondName == "Ben (an der Stimme erkannt)")
    }

    @Test(arguments: [Command.answer(0), .answer(3), .back])
    func `leaves an utterance with its attendee`(answer: Command) {
        var rig = MeetingRig.read()
        rig.perform(.down, .moveUtterance, answer)
        #expect(rig.corrections.isEmpty)
        #expect(rig.dialog == nil)
    }

    @Test func `shows older transcripts one after the other, with their numbers`() throws {
        var rig = MeetingRig.read()
        rig.perform(.nextVersion)
        #expect(rig.notice?.text == "There is only one transcript.")
        rig.perform(.down, .edit)
        rig.type("first")
        rig.perform(.activate)
        rig.perform(.nextVersion)
        #expect(rig.notice?.text == "Save the corrections (Ctrl-S) or undo them (u) first.")
        rig.perform(.save, .edit)
        rig.type("second")
        rig.perform(.activate, .save)
        #expect(try rig.screen.version?.hasPrefix("Transcript 3 (3 in all): corrected, ") == true)
        #expect(try rig.screen.version?.contains("11:00") == true)
        rig.perform(.nextVersion)
        #expect(try rig.screen.lines[0].text == "first")
        #expect(try rig.screen.version?.hasPrefix("Transcript 2 (3 in all): corrected, ") == true)
        #expect(try rig.screen.version?.hasSuffix(". Not current: press c to use it.") == true)
        rig.perform(.nextVersion)
        #expect(try rig.screen.lines[0].text == "yesterday i finished the lagoon page")
        #expect(try rig.screen.version?.contains("from the meeting") == true)
        rig.perform(.nextVersion)
        #expect(try rig.screen.lines[0].text == "second")
        #expect(rig.versions.count == 3)
    }

    @Test func `stays in the shown version when another process changes something`() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .edit)
        rig.type("first")
        rig.perform(.activate, .save, .nextVersion)
        rig.correctElsewhere(UtteranceCorrection(utterance: 12, text: "all is well"))
        #expect(rig.effects.last?.isCall(on: .history) == true && rig.feature.version == 1)
        #expect(try rig.screen.lines[1].text == "nothing blocks me")
    }

    @Test
    func `keeps the typed text when another process changes the transcript, unless the utterance is gone`() throws {
        var rig = MeetingRig.read()
        rig.perform(.down, .down, .edit)
        rig.type("nothing at all")
        rig.correctElsewhere(UtteranceCorrection(utterance: 11, text: ""))
        #expect(try rig.screen.correction?.text == "nothing at all")
        #expect(try rig.screen.selected == 0, "the same utterance")
        rig.perform(.back)
        rig.correctElsewhere(UtteranceCorrection(utterance: 12, text: ""))
        #expect(rig.feature.context == .meeting && rig.dialog == nil)
        #expect(rig.notice?.text == "This utterance was removed elsewhere.")
    }

    @Test(
        arguments: [
            Command.edit, .moveUtterance, .delete, .activate,
        ])
    func `changes nothing in a running meeting, and says why`(command: Command) {
        var rig = MeetingRig.read(state: .live)
        rig.perform(.down, command)
        #expect(rig.feature.context == .meeting)
        #expect(rig.notice?.kind == .warning)
        #expect(rig.notice?.text.contains("still running") == true)
    }

    @Test(
        arguments: [
            (["Ann", "Ben"], ["a", "b"]), (["Ann", "Anton", "Ben"], ["n", "t", "b"]),
            (["김민수", "Özlem", "O"], ["1", "z", "o"]), (["A", "A", "A"], ["1", "2", "3"]),
            (["A", "A 1", "A 3", "A 2"], ["4", "1", "3", "2"]),
        ])
    func `finds a key for everybody who may have said something`(names: [String], keys: [String]) {
        #expect(AnswerKeys.keys(for: names) == keys)
        let many = AnswerKeys.keys(for: Array(repeating: "Ann Meyer", count: 40))
        let used = many.filter { !$0.isEmpty }
        #expect(Set(used).count == used.count && used.count == 15)
    }
}
