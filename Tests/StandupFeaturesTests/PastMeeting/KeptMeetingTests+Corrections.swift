import Localization
import MeetingHistory
import MeetingModel
import MeetingTiming
import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

// Corrections that are not saved.

extension KeptMeetingTests {
    @Test func `keeps the corrections if the disk refuses the write, also for the next start`() throws {
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

    @Test(arguments: [nil, MeetingDialog.correct])
    func `keeps the words that are being typed when the terminal closes`(reopened dialog: MeetingDialog?) throws {
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

    @Test func `forgets the corrections of a meeting that was deleted, once it can no longer be brought back`() throws {
        let opened = try openedWithSecret()
        try opened.app.store.anotherConnection().deleteMeeting(opened.meeting)
        opened.app.press(.control("c"))
        opened.app.clock.settle()
        #expect(opened.app.preferences.value(.corrections) == "")
    }

    @Test func `says that corrections went with a meeting that another program deleted, and brings both back`() throws {
        let opened = try openedWithSecret()
        try opened.app.store.anotherConnection().setDeleted(.meeting(opened.meeting), by: "trash-other")
        opened.app.clock.advance(by: .seconds(1))
        let text =
            "Another program has deleted this meeting, with 1 unsaved correction of yours. Press u to bring both back."
        #expect(opened.app.screen.notice?.text == text && opened.screen?.empty == text)
        opened.app.press(.character("u"))
        #expect(opened.screen?.unsaved == "1 correction, not saved")
        #expect(opened.app.screen.notice?.text.hasPrefix("Undid: the deletion of the meeting of “Web”, ") == true)
    }

    @Test func `keeps the corrections of a meeting in the trash of another program for the next start`() throws {
        let opened = try openedWithSecret()
        try opened.app.store.anotherConnection().setDeleted(.meeting(opened.meeting), by: "trash-other")
        opened.app.clock.advance(by: .seconds(1))
        opened.app.press(.escape)
        #expect(opened.screen == nil)
        opened.app.runner.hangUp()
        opened.app.clock.settle()
        #expect(opened.app.preferences.value(.corrections)?.contains("secret") == true)
    }

    @Test func `says that corrections are lost with a meeting that was deleted for good`() throws {
        let opened = try openedWithSecret()
        try opened.app.store.anotherConnection().deleteMeeting(opened.meeting)
        opened.app.clock.advance(by: .seconds(1))
        #expect(opened.app.screen.notice?.text.contains("for good, and with it 1 unsaved correction") == true)
        opened.app.press(.escape)
        #expect(opened.screen == nil)
    }

    @Test func `forgets the corrections of a meeting that no longer exists`() throws {
        let opened = try openedWithSecret()
        opened.app.runner.hangUp()
        opened.app.clock.settle()
        #expect(opened.app.preferences.value(.corrections)?.contains("secret") == true)
        try opened.app.store.anotherConnection().deleteMeeting(opened.meeting)
        _ = try ApplicationFixture(preferences: opened.app.preferences, library: opened.app.library)
        #expect(opened.app.preferences.value(.corrections) == "")
    }

    @Test func `is deleted with its corrections, which come back with it and only once`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("new")
        opened.app.press(.enter, .character("D"), .character("d"))
        #expect(try opened.app.store.meeting(opened.meeting) == nil)
        #expect(opened.app.preferences.value(.corrections) == "")
        opened.app.press(.character("u"))
        #expect(try opened.kept.map(\.first) == ["yesterday i finished the lagoon page", "new"])
    }

    @Test func `is not deleted if its corrections cannot be saved`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("new")
        opened.app.press(.enter)
        opened.app.store.failWrites(with: .cannotWrite(path: "/data", reason: "full"))
        opened.app.press(.character("D"), .character("d"))
        #expect(opened.app.screen.notice?.kind == .error)
        #expect(try opened.app.store.meeting(opened.meeting) != nil)
        #expect(opened.screen?.unsaved == "1 correction, not saved")
    }

    @Test(
        arguments: [Key.escape, .character("x")])
    func `says how many corrections it has saved, when the meeting is left or exported`(by key: Key) throws {
        let opened = try Opened()
        for row in 1...2 {
            opened.app.press(.down, .character("e"))
            opened.app.type("\(row)")
            opened.app.press(.enter)
        }
        opened.app.press(key)
        #expect(try opened.kept.count == 2)
        #expect(opened.app.screen.notice?.text == "2 corrections saved as a new transcript. Press u to undo.")
    }

    @Test
    func `saved corrections that were undone are redone by U, here or when the meeting was left, and undone again`()
        throws
    {
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
                #expect(
                    opened.app.screen.notice?.text
                        == "Redid: the corrections of “Web”, Jan 15, 2027 at 9:00 AM. Press u to undo.")
                #expect(try opened.app.store.currentTranscript(of: opened.meeting) == made)
            }
        }
        opened.app.press(.character("U"))
        #expect(opened.app.screen.notice?.text == "There is nothing to redo.")
    }

    @Test func `undone corrections are not redone once another transcript is current, or theirs is deleted`() throws {
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

    @Test func `Ctrl-C in a field asks before it drops what is typed, and stores nothing`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"))
        opened.app.type("x")
        opened.app.press(.control("c"))
        #expect(opened.app.screen.dialog?.title == "Discard changes?")
        opened.app.press(.character("d"))
        #expect(opened.screen?.correction == nil && opened.screen?.unsaved == nil)
        opened.app.press(.character("M"), .character("a"))
        opened.app.type("call the bank")
        opened.app.press(.control("c"))
        #expect(opened.app.screen.dialog?.title == "Discard changes?")
        opened.app.press(.control("c"))
        #expect(opened.app.screen.dialog == nil && opened.screen?.minutes?.field?.text == "call the bank")
        opened.app.press(.escape, .character("d"))
        #expect(opened.screen?.minutes?.field == nil && opened.screen?.minutes?.rows.isEmpty == true)
        #expect(try opened.kept.count == 1)
    }
}
