import ApplicationTesting
import Localization
import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupTesting
import Testing

@testable import StandupFeatures

@Suite("A past meeting in the application") struct KeptMeetingTests {
    /// The application at the meeting of `MeetingRig`, which is in the history.
    private struct Opened {
        let app: ApplicationFixture
        let meeting = Meeting.ID(rawValue: "m1")

        init(state: Meeting.State = .finished) throws {
            let library = InMemoryMeetingLibrary()
            let rig = MeetingRig(state: .live)
            let standup = Standup(
                id: rig.meeting.standupID, title: "Web", length: .seconds(180), theme: .navy, attendees: Team.all)
            try library.store.save(standup)
            try library.store.begin(rig.meeting)
            try library.store.record(
                rig.transcripts[0].map { .utterance($0.utterance) }
                    + (state == .live ? [] : [.state(state, duration: .seconds(125))]), in: rig.meeting.id)
            app = try ApplicationFixture(place: .meeting("s1", meeting: "m1"), library: library)
        }

        var screen: MeetingScreen? {
            if case .meeting(let screen) = app.screen.content { return screen }
            return nil
        }

        /// The numbers of the transcripts in the history.
        var numbers: [Int] { app.store.transcriptVersions(of: meeting).map(\.number) }

        /// The texts of each transcript in the history, the oldest first.
        var kept: [[String]] {
            get throws {
                try app.store.transcriptVersions(of: meeting).map { version in
                    try app.store.transcript(of: meeting, version: version.number).map(\.utterance.text)
                }
            }
        }
    }

    @Test("shows the stored meeting")
    func shows() throws {
        let opened = try Opened()
        #expect(opened.screen?.title == "Web")
        #expect(opened.screen?.theme == .navy)
        #expect(opened.screen?.lines.count == 3)
        #expect(opened.screen?.attendees.map(\.name) == ["Ann", "Ben", "Cal"])
        #expect(opened.screen?.allFacts.contains { $0.value.hasSuffix(", WAV, 16 kHz, mono") } == true)
    }

    @Test("can be corrected by keys alone, as a new transcript beside the old one")
    func correct() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("yesterday i finished the login page")
        opened.app.press(.enter)
        #expect(opened.screen?.unsaved == "1 correction, not saved")
        #expect(try opened.kept.count == 1)
        opened.app.press(.control("s"))
        #expect(opened.app.screen.notice?.text == "Corrections saved as a new transcript. Press u to undo.")
        #expect(opened.screen?.lines.first?.text == "yesterday i finished the login page")
        #expect(opened.screen?.version?.hasPrefix("Transcript 2 of 2: corrected") == true)
        let said = ["nothing blocks me", "i will work on the search"]
        #expect(
            try opened.kept == [
                ["yesterday i finished the lagoon page"] + said, ["yesterday i finished the login page"] + said,
            ])
        opened.app.press(.character("v"))
        #expect(opened.screen?.lines.first?.text == "yesterday i finished the lagoon page")
        opened.app.press(.character("c"))
        #expect(opened.app.store.transcriptVersions(of: opened.meeting).map(\.isCurrent) == [true, false])
    }

    @Test("saved corrections are undone by u, here or when the meeting was left, and their transcript stays")
    func undo() throws {
        let opened = try Opened()
        for leaving in [[], [Key.escape]] {
            opened.app.press(.down, .character("e"))
            opened.app.type("x")
            opened.app.press(.enter, .control("s"))
            #expect(opened.app.store.transcriptVersions(of: opened.meeting).last?.isCurrent == true)
            for key in leaving { opened.app.press(key) }
            opened.app.press(.character("u"))
            #expect(opened.app.screen.notice?.text.hasPrefix("Corrections undone") == true)
            #expect(opened.app.store.transcriptVersions(of: opened.meeting).first?.isCurrent == true)
        }
        #expect(try opened.kept.count == 3)
        opened.app.press(.character("u"))
        #expect(opened.app.screen.notice?.text == "There is nothing to undo.")
    }

    @Test("saved corrections that were undone are redone by U, here or when the meeting was left, and undone again")
    func redo() throws {
        let opened = try Opened()
        for leaving in [[], [Key.escape]] {
            opened.app.press(.down, .character("e"))
            opened.app.type("x")
            opened.app.press(.enter, .control("s"))
            let made = try opened.app.store.currentTranscript(of: opened.meeting)
            for key in leaving { opened.app.press(key) }
            for _ in 0..<2 {
                opened.app.press(.character("u"))
                #expect(opened.app.screen.notice?.text.hasSuffix("Press U to redo.") == true)
                #expect(try opened.app.store.currentTranscript(of: opened.meeting) != made)
                opened.app.press(.character("U"))
                #expect(opened.app.screen.notice?.text == "Redone. Press u to undo.")
                #expect(try opened.app.store.currentTranscript(of: opened.meeting) == made)
            }
        }
        opened.app.press(.character("U"))
        #expect(opened.app.screen.notice?.text == "There is nothing to redo.")
    }

    @Test("undone corrections are not redone once another transcript is current, or theirs is deleted")
    func redoneElsewhere() throws {
        for deletes in [false, true] {
            let opened = try Opened()
            opened.app.press(.down, .character("e"))
            opened.app.type("x")
            opened.app.press(.enter, .control("s"), .character("u"))
            if deletes {
                try opened.app.store.deleteTranscript(of: opened.meeting, version: 2)
            } else {
                opened.app.press(.character("e"))
                opened.app.type("y")
                opened.app.press(.enter, .control("s"))
            }
            let current = try opened.app.store.currentTranscript(of: opened.meeting)
            opened.app.press(.character("U"))
            #expect(opened.app.screen.notice?.text == "There is nothing to redo.")
            #expect(try opened.app.store.currentTranscript(of: opened.meeting) == current)
        }
    }

    @Test("two transcripts are compared word by word, and the comparison has an address")
    func compare() throws {
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

    @Test("its table has whole headings at 100 columns, and plain mode leaves out what is empty")
    func table() throws {
        let opened = try Opened()
        let lines = ScreenDrawing.draw(opened.app.screen, size: Size(columns: 100, rows: 30)).lines
        #expect(lines.contains { $0.contains("Overtime  Speech") }, "\(lines)")
        let screen = try #require(opened.screen)
        #expect(screen.attendees.contains { $0.overtime.isEmpty })
        let spoken = SpokenScreen(screen, .localizer("en")).introduction
        #expect(
            spoken.contains { $0.hasPrefix("Name: Ann") }
                && !spoken.contains { $0.contains(": ,") || $0.hasSuffix(": ") })
    }

    @Test("a transcript that is not current can be deleted alone, the current one only with the meeting")
    func deleteTranscript() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter, .control("s"), .character("D"))
        #expect(opened.app.screen.dialog?.answers.map(\.text) == ["Delete", "Cancel"])
        #expect(opened.app.screen.dialog?.title.hasPrefix("Delete the whole meeting “") == true)
        #expect(
            opened.app.screen.dialog?.message.hasPrefix(
                "Transcript 2 of 2 is shown. It is the current one and cannot be deleted alone") == true)
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

    @Test("a transcript that cannot be erased at the end is named; one whose points are gone has new ones made")
    func eraseAtTheEnd() async throws {
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
            #expect(opened.app.store.tombstones().count == (isLocked ? 1 : 0))
            #expect(opened.app.library.changedTranscripts.count == changed + (isLocked ? 0 : 1))
        }
    }

    @Test("the choice of another transcript is undone with u")
    func undoChoice() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter, .control("s"), .character("v"), .character("c"))
        #expect(opened.app.screen.notice?.text == "This transcript is now the current one. Press u to undo.")
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 1)
        opened.app.press(.character("u"))
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 2)
        #expect(opened.app.screen.notice?.text.hasPrefix("The transcript before it is current again.") == true)
        opened.app.press(.character("U"))
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 1)
        opened.app.press(.character("u"))
        #expect(try opened.app.store.currentTranscript(of: opened.meeting) == 2)
        #expect(opened.screen?.version?.contains("Not current") == false)
    }

    @Test("is found by the start of its id, as in commands")
    func startOfID() throws {
        let library = InMemoryMeetingLibrary()
        let standup = Standup(
            id: Standup.ID(rawValue: "s1"), title: "Web", length: .seconds(180), theme: .navy, attendees: Team.all)
        try library.store.save(standup)
        for id in ["82b5aa", "82b5ab", "93c6dd"] {
            try library.store.begin(
                Meeting(
                    id: Meeting.ID(rawValue: id), standupID: standup.id, title: id,
                    startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, attendees: []))
        }
        func title(_ text: String) throws -> String? {
            let app = try ApplicationFixture(place: .meeting("Web", meeting: text), library: library)
            if case .meeting(let screen) = app.screen.content { return screen.title }
            return app.screen.notice?.text
        }
        #expect(try title("93c6") == "93c6dd" && title("82b5aa") == "82b5aa")
        let several = "No meeting of this standup matches “82b5”, or more than one does."
        #expect(try title("82b5") == several)
    }

    @Test("a deleted transcript comes back with u, and nobody can choose it until then")
    func restoreTranscript() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter, .control("s"), .character("v"))
        let shown = opened.screen
        opened.app.press(.character("D"), .character("t"))
        #expect(opened.screen?.version == nil)
        opened.app.press(.character("u"))
        #expect(opened.app.screen.notice?.text == "The transcript is back.")
        #expect(opened.screen?.lines == shown?.lines && opened.screen?.version == shown?.version)
        opened.app.press(.character("D"), .character("t"), .escape)
        opened.app.press(.character("u"))
        #expect(opened.app.screen.page != nil && opened.app.screen.notice?.text == "The transcript is back.")
        opened.app.press(.enter, .character("v"), .character("D"), .character("t"))
        #expect(throws: HistoryError.noTranscript(opened.meeting, version: 1)) {
            try opened.app.store.chooseTranscript(of: opened.meeting, version: 1)
        }
        opened.app.runner.interrupt()
        opened.app.clock.settle()
        #expect(opened.numbers == [2])
    }

    @Test("compares any two transcripts, and comes back to them by the address")
    func compareAny() throws {
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

    @Test("points are made again whenever another transcript becomes current")
    func pointsFollow() throws {
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

    @Test("corrections that were saved are not undone once another transcript has been chosen")
    func undoneElsewhere() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.enter, .control("s"))
        let versions = opened.app.store.transcriptVersions(of: opened.meeting)
        try opened.app.store.chooseTranscript(of: opened.meeting, version: versions[0].number)
        opened.app.press(.character("u"))
        #expect(opened.app.screen.notice?.text == "There is nothing to undo.")
        #expect(opened.app.store.transcriptVersions(of: opened.meeting).map(\.isCurrent) == [true, false])
    }

    @Test("lets one utterance be moved to somebody else, and another be removed")
    func moveAndRemove() throws {
        let opened = try Opened()
        opened.app.press(.down, .down, .character("m"), .character("b"))
        #expect(opened.screen?.lines.map(\.name) == ["Ann", "Ben", ""])
        opened.app.press(.character("e"), .control("u"), .enter, .character("r"))
        #expect(opened.screen?.lines.count == 2)
        #expect(try opened.kept.map(\.count) == [3])
        opened.app.press(.escape)
        #expect(opened.app.screen.page != nil)
        #expect(try opened.kept.map(\.count) == [3, 2], "both are one new transcript")
    }

    @Test("keeps the corrections if the disk refuses the write, also for the next start")
    func fullDisk() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("new")
        opened.app.press(.enter)
        opened.app.store.failWrites(with: .cannotWrite(path: "/data", reason: "full"))
        opened.app.press(.control("s"))
        #expect(opened.screen?.lines.first?.text == "new")
        #expect(opened.app.screen.notice?.kind == .error)
        opened.app.press(.escape)
        #expect(opened.app.screen.dialog?.title == "The corrections cannot be saved")
        opened.app.press(.character("k"))
        #expect(opened.app.screen.page != nil)
        opened.app.store.failWrites(with: nil)
        let next = try ApplicationFixture(
            place: .meeting("s1", meeting: "m1"), preferences: opened.app.preferences, library: opened.app.library)
        guard case .meeting(let screen) = next.screen.content else { return #expect(Bool(false), "no meeting") }
        #expect(screen.lines.first?.text == "new" && screen.unsaved == "1 correction, not saved")
        next.press(.escape)
        #expect(try opened.kept.map(\.first) == ["yesterday i finished the lagoon page", "new"])
        #expect(opened.app.preferences.value(.corrections) == "")
    }

    @Test("keeps the words that are being typed when the terminal closes", arguments: [nil, MeetingDialog.correct])
    func typing(reopened dialog: MeetingDialog?) throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("half a sen")
        opened.app.runner.hangUp()
        opened.app.clock.settle()
        let next = try ApplicationFixture(
            place: .meeting("s1", meeting: "m1", utterance: dialog == nil ? nil : 0, dialog: dialog),
            preferences: opened.app.preferences, library: opened.app.library)
        guard case .meeting(let screen) = next.screen.content else { return #expect(Bool(false), "no meeting") }
        #expect(screen.correction?.text == "half a sen")
    }

    /// The page with a correction that is not saved.
    private func openedWithSecret() throws -> Opened {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("secret")
        opened.app.press(.enter)
        return opened
    }

    @Test("forgets the corrections of a meeting that was deleted, once it can no longer be brought back")
    func deleted() throws {
        let opened = try openedWithSecret()
        try opened.app.store.anotherConnection().deleteMeeting(opened.meeting)
        opened.app.press(.control("c"))
        opened.app.clock.settle()
        #expect(opened.app.preferences.value(.corrections) == "")
    }

    @Test("says that corrections went with a meeting that another program deleted, and brings both back")
    func vanished() throws {
        let opened = try openedWithSecret()
        try opened.app.store.anotherConnection().setDeleted(.meeting(opened.meeting), by: "trash-other")
        opened.app.clock.advance(by: .seconds(1))
        let text =
            "Another program has deleted this meeting, with 1 unsaved correction of yours. Press u to bring both back."
        #expect(opened.app.screen.notice?.text == text && opened.screen?.empty == text)
        opened.app.press(.character("u"))
        #expect(opened.screen?.unsaved == "1 correction, not saved")
        #expect(opened.app.screen.notice?.text == "The meeting is back.")
    }

    @Test("keeps the corrections of a meeting in the trash of another program for the next start")
    func vanishedAndLeft() throws {
        let opened = try openedWithSecret()
        try opened.app.store.anotherConnection().setDeleted(.meeting(opened.meeting), by: "trash-other")
        opened.app.clock.advance(by: .seconds(1))
        opened.app.press(.escape)
        #expect(opened.screen == nil)
        opened.app.runner.hangUp()
        opened.app.clock.settle()
        #expect(opened.app.preferences.value(.corrections)?.contains("secret") == true)
    }

    @Test("says that corrections are lost with a meeting that was deleted for good")
    func lost() throws {
        let opened = try openedWithSecret()
        try opened.app.store.anotherConnection().deleteMeeting(opened.meeting)
        opened.app.clock.advance(by: .seconds(1))
        #expect(opened.app.screen.notice?.text.contains("for good, and with it 1 unsaved correction") == true)
        opened.app.press(.escape)
        #expect(opened.screen == nil)
    }

    @Test("forgets the corrections of a meeting that no longer exists")
    func forgets() throws {
        let opened = try openedWithSecret()
        opened.app.runner.hangUp()
        opened.app.clock.settle()
        #expect(opened.app.preferences.value(.corrections)?.contains("secret") == true)
        try opened.app.store.anotherConnection().deleteMeeting(opened.meeting)
        _ = try ApplicationFixture(preferences: opened.app.preferences, library: opened.app.library)
        #expect(opened.app.preferences.value(.corrections) == "")
    }

    @Test("is deleted after a question, and restored on the standup's page")
    func meetingDeletion() throws {
        let opened = try Opened()
        opened.app.press(.character("D"), .character("d"))
        guard case .standup(let page) = opened.app.screen.content else {
            Issue.record("not the standup's page: \(opened.app.screen.content)")
            return
        }
        #expect(page.meetings.isEmpty)
        #expect(opened.app.store.meeting(opened.meeting) == nil)
        opened.app.press(.character("u"))
        #expect(opened.app.store.meeting(opened.meeting) != nil)
    }

    @Test("is deleted with its corrections, which come back with it and only once")
    func deletionWithCorrections() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("new")
        opened.app.press(.enter, .character("D"), .character("d"))
        #expect(opened.app.store.meeting(opened.meeting) == nil)
        #expect(opened.app.preferences.value(.corrections) == "")
        opened.app.press(.character("u"))
        #expect(try opened.kept.map(\.first) == ["yesterday i finished the lagoon page", "new"])
    }

    @Test("is not deleted if its corrections cannot be saved")
    func refusedDeletion() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("new")
        opened.app.press(.enter)
        opened.app.store.failWrites(with: .cannotWrite(path: "/data", reason: "full"))
        opened.app.press(.character("D"), .character("d"))
        #expect(opened.app.screen.notice?.kind == .error)
        #expect(opened.app.store.meeting(opened.meeting) != nil)
        #expect(opened.screen?.unsaved == "1 correction, not saved")
    }

    @Test("can be left while the history is closed")
    func closedHistory() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("new")
        opened.app.press(.enter)
        opened.app.runner.perform { $0.history.close { _ in } }
        opened.app.clock.settle()
        opened.app.press(.control("s"))
        #expect(opened.app.screen.notice?.kind == .error)
        opened.app.press(.escape)
        #expect(opened.app.screen.dialog?.title == "The corrections cannot be saved")
    }

    @Test("cannot be changed while it runs in another window, only after its end")
    func live() throws {
        let opened = try Opened(state: .live)
        opened.app.press(.down, .character("e"))
        #expect(opened.app.screen.notice?.text.contains("still running") == true)
        try opened.app.store.anotherConnection()
            .record([.state(.finished, duration: .seconds(125))], in: opened.meeting)
        opened.app.clock.advance(by: .seconds(1))
        opened.app.press(.character("e"))
        #expect(opened.screen?.correction != nil)
    }

    @Test("closes when another process has deleted it")
    func deletedElsewhere() throws {
        let opened = try Opened()
        try opened.app.store.anotherConnection().deleteMeeting(opened.meeting)
        opened.app.clock.advance(by: .seconds(1))
        #expect(opened.screen == nil)
        #expect(opened.app.screen.notice?.kind == .warning)
    }

    @Test("opens at an utterance from an address")
    func address() throws {
        let place = try Place(address: "standup/s1/meeting/m1?utterance=2")
        let opened = try Opened()
        opened.app.press(.down, .down)
        let address = opened.app.screen.address
        #expect(try Place(address: address) == .meeting("s1", meeting: "m1", utterance: opened.screen?.selected))
        #expect(place == .meeting("s1", meeting: "m1", utterance: 2))
    }
}
