import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Presentation
import Sound
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import Localization
@testable import StandupFeatures

@Suite("The application")
struct ApplicationTests {
    let daily = Standup.sample("Daily")

    @Test
    func `recordingWithTranscript: a meeting started from an address is the newest past meeting, with its words`()
        throws
    {
        var standup = daily
        standup.length = .seconds(6)
        let fixture = try ApplicationFixture(
            standups: [standup], place: .start("Daily"),
            microphone: .init(sound: FakeAudioSystem.voice(during: [0.3...1.5])),
            recognizer: FixedRecognizer(source: ScriptedRecognizer.source(script: ["I completed the project"])))
        fixture.press(.enter)
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.screen.record?.speaking == "Ann is speaking")
        for _ in 0..<20 { fixture.clock.advance(by: .milliseconds(500)) }
        guard case .meeting(let said) = fixture.screen.content else {
            Issue.record("not what was said: \(fixture.screen)")
            return
        }
        #expect(said.lines.map(\.text) == ["I completed the project"])
        #expect(fixture.screen.notice?.text == "Meeting saved.")
        fixture.press(.escape)
        let page = try #require(fixture.screen.page)
        let row = try #require(page.meetings.first)
        #expect(page.meetings.count == 1 && row.duration == "0:06")
        let id = Meeting.ID(rawValue: row.id)
        let meeting = try #require(try fixture.store.meeting(id))
        #expect(meeting.state == .finished)
        #expect(meeting.transcript.map(\.text) == ["I completed the project"])
    }

    @Test(arguments: [true, false])
    func `a discarded meeting can be restored, as interrupted, until the application quits`(isUndone: Bool) throws {
        let fixture = try ApplicationFixture(standups: [daily], place: .start("Daily"))
        fixture.press(.enter)
        fixture.clock.advance(by: .seconds(1))
        fixture.type("qd")
        fixture.clock.advance(by: .seconds(2))
        #expect(fixture.screen.page?.meetings.isEmpty == true)
        #expect(fixture.screen.notice?.text == "Meeting discarded. Press u to undo.")
        #expect(try fixture.store.meetingCount(of: nil) == 0)
        if isUndone {
            fixture.type("u")
            let text = try #require(fixture.screen.notice?.text)
            #expect(text.hasPrefix("The meeting of “Daily”, "))
            #expect(text.hasSuffix(" is back, as an interrupted one. Start its standup to resume it."))
            #expect(fixture.screen.page?.meetings.count == 1)
            #expect(try fixture.store.resumableMeetings().count == 1)
        }
        fixture.press(.control("c"))
        #expect(try fixture.library.isClosed && fixture.store.tombstones().isEmpty)
        #expect(try fixture.store.meetings(of: nil).map(\.state) == (isUndone ? [.interrupted] : []))
        #expect(fixture.library.keptRecordings.fileNames.isEmpty != isUndone)
    }

    @Test func `delete: deleting from the page returns to the list without the standup`() throws {
        let fixture = try ApplicationFixture(standups: [daily, .sample("Retro")], place: .standup("Daily"))
        fixture.type("Dd")
        #expect(fixture.screen.list?.cards.map(\.title) == ["Retro"])
        #expect(fixture.screen.address == "standups")
    }

    @Test func `detailEdit: an edit from the page appears on the page and in the list`() throws {
        let fixture = try ApplicationFixture(standups: [daily], place: .edit("Daily"))
        fixture.type(" Team")
        fixture.press(.control("s"))
        #expect(fixture.screen.page?.title == "Daily Team")
        fixture.press(.escape)
        #expect(fixture.screen.list?.cards.map(\.title) == ["Daily Team"])
    }

    @Test func `opened for the search, ends when the search is left, not when a meeting in it is`() async throws {
        let fixture = try ApplicationFixture(standups: [daily], place: Place(.search()), quitsOnLeaving: true)
        fixture.type("x")
        #expect(fixture.screen.address.hasPrefix("search"))
        fixture.press(.escape)
        await fixture.runner.waitUntilQuit()
    }

    @Test(
        arguments: [true, false])
    func `opened for a new standup, ends when the form is left, or the page of the new standup`(isSaved: Bool)
        async throws
    {
        let fixture = try ApplicationFixture(standups: [daily], place: .add(), quitsOnLeaving: true)
        if isSaved {
            fixture.type("Retro")
            fixture.press(.control("s"))
            #expect(fixture.screen.page?.title == "Retro")
            #expect(try fixture.store.standups().map(\.title) == ["Daily", "Retro"])
        }
        fixture.press(.escape)
        await fixture.runner.waitUntilQuit()
    }

    @Test func `opened for an edit, ends when the standup's page is left`() async throws {
        let fixture = try ApplicationFixture(standups: [daily], place: .edit("Daily"), quitsOnLeaving: true)
        fixture.type("!")
        fixture.press(.control("s"))
        #expect(fixture.screen.page?.title == "Daily!")
        fixture.press(.escape)
        await fixture.runner.waitUntilQuit()
    }

    @Test
    func `opened for an edit, stays open for undoing a deletion, and for the list that the user asks for`() throws {
        var fixture = try ApplicationFixture(standups: [daily], place: .edit("Daily"), quitsOnLeaving: true)
        fixture.press(.escape)
        fixture.type("Dd")
        #expect(fixture.screen.list?.cards.isEmpty == true)
        fixture.type("u")
        #expect(fixture.screen.list?.cards.map(\.title) == ["Daily"])
        fixture = try ApplicationFixture(standups: [daily], place: .edit("Daily"), quitsOnLeaving: true)
        fixture.press(.escape, .down)
        fixture.type("o")
        #expect(fixture.screen.list?.cards.map(\.title) == ["Daily"])
    }

    @Test func `only an answer to its question leaves a running meeting`() throws {
        let fixture = try ApplicationFixture(standups: [daily], place: .start("Daily"))
        fixture.press(.enter)
        fixture.clock.advance(by: .seconds(1))
        let keys: [Key] = [
            .escape, .escape, .control("c"), .control("c"), .character("q"), .escape, .character("?"), .control("c"),
            .character("?"), .escape, .character("/"), .character("x"), .backspace, .character("d"), .tab, .backTab,
        ]
        for key in keys {
            // `d` discards where the question is open; it is tried where it is not.
            if key == .character("d"), fixture.screen.dialog != nil { fixture.press(.escape) }
            fixture.press(key)
            #expect(fixture.screen.record != nil, "after \(key)")
        }
        #expect(fixture.runner.screen.address.hasSuffix("/record"))
        fixture.perform(.openDevices, .start, .edit, .add, .save, .undo)
        #expect(fixture.screen.record != nil)
    }

    @Test func `quitting a form with changes asks first; without changes it ends the application`() throws {
        var rig = ApplicationRig([daily], place: .edit("Daily"))
        rig.press(.control("c"))
        #expect(rig.effects == [.quit])
        rig = ApplicationRig([daily], place: .edit("Daily"))
        rig.type("!")
        rig.press(.control("c"))
        #expect(rig.effects.isEmpty && rig.screen.dialog?.title == "Discard changes?")
        rig.press(.control("c"))
        #expect(rig.effects.isEmpty && rig.screen.form != nil)
    }

    @Test(
        arguments: [
            "standups", "standups?filter=dai", "standups?dialog=delete:1", "standups/add?focus=length", "standup/1",
            "standup/1?dialog=delete", "standup/1?help=yes", "standup/1/edit?focus=theme",
            "standup/1/edit?focus=attendee:1", "standup/1/start", "standup/1/devices",
            "standup/1/start/devices", "standup/1/meeting/m1", "devices",
        ])
    func `Ctrl-C ends the application on every other screen, and the next start opens there`(address: String) throws {
        var rig = ApplicationRig([daily], place: try Place(address: address))
        let (before, screen) = (rig.application.place, rig.screen)
        rig.press(.control("c"))
        #expect(rig.effects.last == .quit)
        #expect(rig.application.place == before)
        #expect(ApplicationRig([daily], place: before).screen == screen)
    }

    @Test(
        arguments: [
            "standups?filter=dai&dialog=filter", "search?words=a", "standup/1/meeting/m1?dialog=find",
        ])
    func `Ctrl-C in a text field of a page does what Esc does`(address: String) throws {
        let places = try [Key.control("c"), .escape].map { key in
            var rig = ApplicationRig([daily], place: try Place(address: address))
            #expect(KeyTable.fieldsOfPages.contains(rig.application.context))
            rig.press(key)
            #expect(!rig.effects.contains(.quit))
            return rig.application.place
        }
        #expect(places[0] == places[1])
        #expect(try places[0] != Place(address: address))
    }

    @Test func `Esc in the list does not end the application, q does`() throws {
        var rig = ApplicationRig([daily])
        rig.press(.escape)
        #expect(rig.effects.isEmpty)
        rig.type("q")
        #expect(rig.effects == [.quit])
    }

    @Test func `the help shows only the current screen's keys, scrolls, and closes where it was opened`() throws {
        var rig = ApplicationRig([daily], place: .standup("Daily"))
        rig.type("?")
        let help = try #require(rig.screen.help)
        #expect(help.sections.map(\.title) == ["Standup page"])
        #expect(help.sections[0].keys == KeyTable.standard.all(in: .standup, rig.localizer))
        rig.type("jj")
        #expect(rig.screen.help?.offset == 2)
        rig.type("Gj")
        #expect(rig.screen.help?.offset == help.sections[0].keys.count)
        rig.press(.escape)
        #expect(rig.screen.help == nil && rig.screen.page != nil)
    }

    @Test func `the help of a dialog has the keys of its answers, and none that do something else`() throws {
        let fixture = try ApplicationFixture(standups: [daily], place: .start("Daily"))
        fixture.press(.enter)
        fixture.clock.advance(by: .seconds(1))
        fixture.type("q?")
        let section = try #require(fixture.screen.help?.sections.first)
        #expect(section.keys.map(\.key) == ["s", "d", "r", "l", "Enter", "Tab", "Shift-Tab", "Esc"])
        #expect(section.keys.map(\.text).prefix(3) == ["Save and end", "Discard", "Resume"])
        #expect(section.keys.last?.text == "Resume")
        fixture.type("Gj")
        #expect(fixture.screen.help?.offset == section.keys.count)
    }

    @Test(
        arguments: [(FormFocus.title, ["Text fields", "Form"]), (.theme, ["Form", "Text fields"])])
    func `the help of a form also has its fields' keys`(focus: FormFocus, titles: [String]) {
        var rig = ApplicationRig([daily], place: .edit("Daily", focus: focus))
        rig.press(.function(1))
        #expect(rig.screen.help?.sections.map(\.title) == titles)
    }

    @Test(arguments: 0..<8)
    func `no key traps on any screen`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let characters = Array("aesxudfghjklGKJnptmvowq/? +-123\u{301}é회😀").map { Key.character($0) }
        let named: [Key] = [
            .enter, .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end,
            .pageUp, .pageDown, .function(1), .control("s"), .control("o"), .control("d"), .control("p"),
            .control("n"), .control("w"), .control("u"), .control("k"), .control("a"), .control("e"),
            .paste("a\nb\u{1b}"),
        ]
        var rig = ApplicationRig([daily, .sample("Alone", []), .sample("Retro", ["Ann"])])
        for _ in 0..<400 {
            let keys = Bool.random(using: &generator) ? characters : named
            rig.press(keys[Int.random(in: 0..<keys.count, using: &generator)])
            for effect in rig.effects { answer(effect, &rig) }
            if Bool.random(using: &generator) {
                rig.perform(.select(Int.random(in: -1...12, using: &generator)))
                for effect in rig.effects { answer(effect, &rig) }
            }
            let screen = rig.screen
            #expect(!screen.address.isEmpty)
            if let form = screen.form { #expect(form.fields.indices.contains(form.focused)) }
            if let list = screen.list, let selected = list.selected { #expect(list.cards.indices.contains(selected)) }
            if let page = screen.page { #expect(page.rows.indices.contains(page.selected ?? -1)) }
            if let dialog = screen.dialog { #expect(dialog.answers.indices.contains(dialog.selected)) }
        }
    }

    /// Performs the history's effects, in memory.
    private func answer(_ effect: Effect, _ rig: inout ApplicationRig) {
        switch effect {
        case .save(let standup, _): rig.receive(.saved(standup))
        case .delete(.standup(let id)): rig.receive(.deleted(.standup(id)))
        case .call(let call):
            if let outcome = try? call.outcome(from: FixedBackend(SQLiteMeetingStore.temporary())) {
                rig.receive(outcome)
            }
        case .undo(nil): rig.receive(.undone(.standup(daily.id)))
        case .startMeeting: rig.receive(.meetingFailed(.microphone(.noSystem(reason: "none"))))
        case .cancelStart: rig.receive(.meetingFailed(.interrupted))
        case .checkEquipment: rig.receive(.equipment(Equipment(input: .systemDefault, output: .none)))
        default: break
        }
    }
}
