import Localization
import MeetingModel
import MeetingTiming
import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures

// Its transcripts: comparing, choosing and deleting them.

extension KeptMeetingTests {
    @Test func `two transcripts are compared word by word, and the comparison has an address`() throws {
        let opened = try Opened()
        opened.app.press(.character("V"))
        #expect(opened.app.screen.notice?.text == "There is only one transcript.")
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("yesterday i finished the login page")
        opened.app.press(.enter, .down, .character("m"), .character("b"), .character("V"))
        #expect(opened.app.screen.notice?.text == "Save the corrections (Ctrl-S) or undo them (u) first.")
        opened.app.press(.control("s"), .character("V"))
        #expect(opened.screen?.transcriptTitle == "Transcripts 1 and 2: 1 word differs")
        #expect(
            opened.screen?.lines.map(\.text) == [
                "yesterday i finished the [-lagoon-] {+login+} page", "nothing blocks me", "i will work on the search",
            ])
        #expect(opened.screen?.lines.map(\.name) == ["Ann", "Ben (before: Ann)", "Ben"])
        #expect(opened.screen?.lines[0].changes.map { $0.end - $0.start } == [10, 9])
        #expect(opened.app.screen.address.hasSuffix("dialog=compare"))
        #expect(opened.app.screen.keys.map(\.text).prefix(2) == ["next difference", "previous difference"])
        opened.app.press(.character("n"))
        #expect(opened.screen?.selected == 1)
        opened.app.press(.character("n"), .character("N"))
        #expect(opened.screen?.selected == 0)
        let next = try ApplicationFixture(place: Place(address: opened.app.screen.address), library: opened.app.library)
        guard case .meeting(let screen) = next.screen.content else { throw ApplicationRig.NotOpen() }
        #expect(screen.lines.map(\.text) == opened.screen?.lines.map(\.text))
        opened.app.press(.escape)
        #expect(opened.screen?.transcriptTitle == "Transcript")
        opened.app.press(.character("v"), .character("V"))
        #expect(opened.screen?.transcriptTitle == "Transcripts 1 and 2: 1 word differs")
    }

    @Test func `a transcript that is not current can be deleted alone, the current one only with the meeting`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter, .control("s"), .character("D"))
        #expect(opened.app.screen.dialog?.answers.map(\.text) == ["Delete", "Cancel"])
        #expect(opened.app.screen.dialog?.title.hasPrefix("Delete the whole meeting “") == true)
        #expect(
            opened.app.screen.dialog?.message.hasPrefix(
                "Transcript 2 (2 in all) is shown. It is the current one and cannot be deleted alone") == true)
        opened.app.press(.escape, .character("u"), .character("v"), .character("D"))
        #expect(opened.app.screen.dialog?.answers.map(\.text) == ["Delete transcript", "Delete meeting", "Cancel"])
        opened.app.press(.enter)
        #expect(try opened.kept.count == 2, "Enter cancels")
        opened.app.press(.character("D"), .character("t"))
        #expect(opened.app.screen.notice?.text == "Transcript deleted. Press u to undo.")
        #expect(opened.screen?.version == nil)
        #expect(opened.screen?.lines.first?.text == "yesterday i finished the lagoon page")
        opened.app.press(.character("v"))
        #expect(opened.app.screen.notice?.text == "There is only one transcript.")
        opened.app.runner.interrupt()
        opened.app.clock.settle()
        #expect(try opened.kept.count == 1, "the application has ended")
    }

    @Test
    func `a transcript that cannot be erased at the end is named; one whose points are gone has new ones made`()
        async throws
    {
        for isLocked in [true, false] {
            let opened = try Opened()
            opened.app.press(.down, .character("e"))
            opened.app.type("x")
            opened.app.press(.enter, .control("s"))
            let point = MeetingModel.Point(
                id: .init(rawValue: "p"), attendee: .init(rawValue: "a"), kind: .plan, text: "old words", start: .zero,
                end: .seconds(1), maker: .hand, transcript: 1)
            try opened.app.store.addPoints(
                [point], to: opened.meeting, by: .rules, from: 2, settling: [], at: .init(nanosecondsSince1970: 0))
            opened.app.press(.character("v"), .character("D"), .character("t"))
            #expect(opened.numbers == [2], "hidden for every program")
            let changed = opened.app.library.changedTranscripts.count
            if isLocked { opened.app.store.failWrites(with: .locked(path: "/data/standup.db")) }
            opened.app.runner.interrupt()
            opened.app.clock.settle()
            let problems = await opened.app.runner.closingProblems
            #expect(problems == (isLocked ? ["\(HistoryError.locked(path: "/data/standup.db"))"] : []))
            #expect(try opened.app.store.tombstones().count == (isLocked ? 1 : 0))
            // Points are made before the transcript goes, and again because the user's own went with it.
            #expect(opened.app.library.changedTranscripts.count == changed + (isLocked ? 1 : 2))
        }
    }

    @Test func `an older transcript is made current, or corrected`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("first")
        opened.app.press(.enter, .control("s"), .character("c"))
        #expect(opened.app.screen.notice?.text == "This transcript is already current.")
        opened.app.press(.character("v"), .character("c"))
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 1)
        #expect(opened.screen?.version?.contains("Not current") == false)
        opened.app.press(.character("v"), .character("m"), .character("b"), .control("s"))
        #expect(try opened.app.store.transcriptVersions(of: opened.meeting).last?.origin == .correction(of: 2))
        let said = try opened.app.store.transcript(of: opened.meeting, version: 3).map(\.utterance)
        #expect(said.first?.text == "first" && said.map(\.attendee) == [Team.ben.id, Team.ann.id, Team.ben.id])
    }

    @Test func `the choice of another transcript is undone with u, and redone with U`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter, .control("s"), .character("v"), .character("c"))
        #expect(opened.app.screen.notice?.text == "This transcript is now the current one. Press u to undo.")
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 1)
        opened.app.press(.character("u"))
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 2)
        #expect(opened.app.screen.notice?.text.hasPrefix("Undid: the choice of a transcript of “Web”, ") == true)
        #expect(opened.app.screen.notice?.text.hasSuffix("Press U to redo.") == true)
        opened.app.press(.character("U"))
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 1)
        opened.app.press(.character("u"))
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 2)
        #expect(opened.screen?.version?.contains("Not current") == false)
    }

    @Test func `a deleted transcript comes back with u, and nobody can choose it until then`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter, .control("s"), .character("v"))
        let shown = opened.screen
        opened.app.press(.character("D"), .character("t"))
        #expect(opened.screen?.version == nil)
        opened.app.press(.character("u"))
        #expect(opened.app.screen.notice?.text.hasPrefix("Undid: the deletion of a transcript of “Web”, ") == true)
        #expect(opened.screen?.lines == shown?.lines && opened.screen?.version == shown?.version)
        opened.app.press(.character("D"), .character("t"), .escape)
        opened.app.press(.character("u"))
        #expect(
            opened.app.screen.page != nil
                && opened.app.screen.notice?.text.hasPrefix("Undid: the deletion of a transcript of “Web”, ") == true)
        opened.app.press(.enter, .character("v"), .character("D"), .character("t"))
        #expect(throws: HistoryError.noTranscript(opened.meeting, version: 1)) {
            try opened.app.store.chooseTranscript(of: opened.meeting, version: 1, at: .now)
        }
        opened.app.runner.interrupt()
        opened.app.clock.settle()
        #expect(opened.numbers == [2])
    }

    @Test func `compares any two transcripts, and comes back to them by the address`() throws {
        let opened = try Opened()
        for letter in ["x", "y"] {
            opened.app.press(.home, .character("e"))
            opened.app.type(letter)
            opened.app.press(.enter, .control("s"))
        }
        opened.app.press(.character("V"))
        #expect(opened.screen?.transcriptTitle == "Transcripts 2 and 3: 1 word differs")
        opened.app.press(.character("1"))
        #expect(opened.app.screen.dialog?.answers.map { $0.text.prefix(7) } == ["1. from", "2. corr"])
        opened.app.press(.home, .enter)
        #expect(opened.screen?.transcriptTitle == "Transcripts 1 and 3: 1 word differs")
        opened.app.press(.character("2"), .end, .up, .enter)
        #expect(opened.screen?.transcriptTitle == "Transcripts 1 and 2: 1 word differs")
        #expect(opened.app.screen.address.hasSuffix("compared=1:2&dialog=compare"))
        let next = try ApplicationFixture(place: Place(address: opened.app.screen.address), library: opened.app.library)
        #expect(next.screen.meeting?.transcriptTitle == "Transcripts 1 and 2: 1 word differs")
        let gone = try ApplicationFixture(
            place: .meeting("s1", meeting: "m1", compared: ComparedTranscripts(from: 1, to: 9)),
            library: opened.app.library)
        #expect(gone.screen.meeting?.transcriptTitle == "Transcripts 2 and 3: 1 word differs")
    }

    @Test func `points are made again whenever another transcript becomes current`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        #expect(opened.app.library.changedTranscripts.isEmpty)
        opened.app.press(.enter, .control("s"))
        #expect(opened.app.library.changedTranscripts.count == 1)
        opened.app.press(.character("u"))
        #expect(opened.app.library.changedTranscripts.count == 2, "the correction is undone")
        opened.app.press(.character("v"), .character("c"))
        #expect(opened.app.library.changedTranscripts == Array(repeating: opened.meeting, count: 3))
    }

    @Test func `corrections that were saved are not undone once another transcript has been chosen`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter, .control("s"))
        let versions = try opened.app.store.transcriptVersions(of: opened.meeting)
        try opened.app.store.chooseTranscript(of: opened.meeting, version: versions[0].number, at: .now)
        opened.app.press(.character("u"))
        #expect(opened.app.screen.notice?.text == "There is nothing to undo.")
        #expect(try opened.app.store.transcriptVersions(of: opened.meeting).map(\.isCurrent) == [true, false])
    }

    @Test func `transcripts keep their numbers when one is deleted`() throws {
        let opened = try Opened()
        for letter in ["x", "y"] {
            opened.app.press(.home, .character("e"))
            opened.app.type(letter)
            opened.app.press(.enter, .control("s"))
        }
        opened.app.press(.character("v"))
        #expect(opened.screen?.version?.hasPrefix("Transcript 2 (3 in all): ") == true)
        opened.app.press(.character("D"), .character("t"))
        #expect(opened.screen?.version?.hasPrefix("Transcript 3 (2 in all): ") == true)
        opened.app.press(.character("V"))
        #expect(opened.screen?.transcriptTitle == "Transcripts 1 and 3: 1 word differs")
        opened.app.press(.escape, .character("D"))
        #expect(opened.app.screen.dialog?.message.hasPrefix("Transcript 3 (2 in all) is shown.") == true)
    }

    @Test func `points that were added by hand are shown with every transcript`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter)
        try opened.app.store.addPoints([], to: opened.meeting, by: .rules, from: 1, settling: [], at: .now)
        opened.app.press(.control("s"))
        try opened.app.store.addPoints([], to: opened.meeting, by: .rules, from: 2, settling: [], at: .now)
        opened.app.press(.character("M"), .character("a"))
        opened.app.type("call the bank")
        opened.app.press(.enter, .tab, .character("v"), .character("c"))
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 1)
        #expect(opened.screen?.minutes?.rows.map(\.text) == ["call the bank"])
    }
}
