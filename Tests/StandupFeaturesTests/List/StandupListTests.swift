import Localization
import MeetingHistory
import MeetingModel
import Presentation
import StandupHistory
import Testing
import TestSupport

@testable import StandupFeatures
@testable import StandupTesting

@Suite("The list of standups")
struct StandupListTests {
    @Test func `add: a new standup is typed, saved by the form's button, and becomes the last card`() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily")])
        fixture.type("a")
        #expect(fixture.screen.form?.title == "New standup")
        fixture.type("Retro")
        fixture.press(.control("o"))
        fixture.type("Ann")
        fixture.press(.control("s"))
        #expect(fixture.screen.list?.cards.map(\.title) == ["Daily", "Retro"])
        #expect(fixture.screen.list?.selected == 1)
        let kept = try #require(try fixture.store.standups().last)
        #expect(kept.title == "Retro")
        #expect(kept.attendees.map(\.name) == ["Ann"])
        #expect(kept.length == .seconds(300) && kept.theme == .bubblegum)
    }

    @Test func `add and edit: attendees with one name are accepted, with a notice that is shown once`() {
        var rig = ApplicationRig([.sample("Daily")])
        var twins = Standup.sample("Retro")
        twins.attendees.append(Attendee(id: Attendee.ID(rawValue: "twin"), name: twins.attendees[0].name))
        let name = twins.attendees[0].name
        rig.receive(.saved(twins))
        #expect(rig.screen.notice?.kind == .warning)
        #expect(rig.screen.notice?.text == "2 attendees are called “\(name)”. Rename one to tell them apart.")
        rig.perform(.down)
        rig.receive(.saved(twins))
        #expect(rig.screen.notice == nil)
    }

    @Test func `add and edit: a duplicate title is accepted, with a notice`() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily"), .sample("Retro")])
        fixture.type("a")
        fixture.type("daily")
        fixture.press(.control("s"))
        #expect(try fixture.store.standups().map(\.title) == ["Daily", "Retro", "daily"])
        #expect(fixture.screen.notice?.kind == .warning)
        #expect(fixture.screen.notice?.text.hasPrefix("Another standup is also called “daily”.") == true)
        fixture.type("e")
        fixture.press(.control("s"))
        #expect(fixture.screen.notice == nil, "said once, not at every change")
    }

    @Test func `add: a dismissed draft leaves nothing; it asks first if it has changes`() throws {
        let fixture = try ApplicationFixture()
        fixture.type("a")
        fixture.press(.escape)
        #expect(fixture.screen.list != nil && fixture.screen.dialog == nil)
        fixture.type("aX")
        fixture.press(.escape)
        #expect(fixture.screen.dialog?.title == "Discard changes?")
        fixture.press(.escape)
        #expect(fixture.screen.form?.fields[0].field.text == "X")
        fixture.press(.escape)
        fixture.type("d")
        #expect(fixture.screen.list?.cards.isEmpty == true)
        #expect(try fixture.store.standups().isEmpty)
    }

    @Test func `addValidatedAttendees: attendees with blank names are dropped`() throws {
        var rig = ApplicationRig([])
        rig.perform(.add)
        rig.type("Daily")
        try rig.focus(.attendee(0))
        for name in ["", "  ", "Ann", " \u{00a0}", " Ben "] {
            rig.perform(.insert(name), .addRow)
        }
        rig.perform(.save)
        guard case .save(let standup, replacing: nil) = rig.effects.first else {
            Issue.record("not saved: \(rig.effects)")
            return
        }
        #expect(standup.attendees.map(\.name) == ["Ann", "Ben"])
        #expect(try rig.form.id == standup.id)
        rig.receive(.saved(standup))
        #expect(rig.standups == [standup])
        #expect(rig.screen.list != nil)
    }

    @Test func `namelessAttendees: John and a name of a tab and spaces are one attendee`() throws {
        let original = Standup.sample("Daily", ["John"])
        var rig = ApplicationRig([original], place: .edit("Daily", focus: .attendee(0)))
        rig.perform(.addRow, .insert("\t    "), .save)
        guard case .save(let standup, replacing: original) = rig.effects.first else {
            Issue.record("not saved: \(rig.effects)")
            return
        }
        #expect(standup.attendees.map(\.name) == ["John"])
    }

    @Test func `persistence: a second application reads what the first wrote`() throws {
        let library = TemporaryLibrary()
        let first = try ApplicationFixture(library: library)
        first.type("aRetro")
        first.press(.control("s"))
        let second = try ApplicationFixture(library: TemporaryLibrary(store: library.store.anotherConnection()))
        #expect(second.screen.list?.cards.map(\.title) == ["Retro"])
    }

    @Test func `loadingDataDecodingFailed: the path is shown, the file moved aside, and samples are offered`() throws {
        let damage = HistoryError.unreadable(path: "/data/standup.db", reason: "file is not a database")
        let fixture = try ApplicationFixture(damage: damage)
        let dialog = try #require(fixture.screen.dialog)
        #expect(dialog.message.contains("/data/standup.db") && dialog.message.contains("file is not a database"))
        #expect(dialog.message.contains("starts a new history") && dialog.message.hasSuffix("doctor --data --mend"))
        #expect(dialog.answers.map(\.text) == ["Start with samples", "Start empty", "Quit"])
        fixture.press(.escape)
        #expect(fixture.screen.dialog != nil)
        fixture.type("s")
        #expect(fixture.screen.dialog == nil)
        #expect(fixture.screen.list?.cards.isEmpty == false)
        #expect(fixture.screen.notice?.text.contains("/data/standup.db.unreadable-1") == true)
    }

    @Test func `loadingDataDecodingFailed: starting empty gives an empty list; quitting changes nothing`() throws {
        let damage = HistoryError.newer(path: "/data/standup.db")
        let fixture = try ApplicationFixture(damage: damage)
        // The command that recovers refuses such a history.
        #expect(fixture.screen.dialog?.message.contains("doctor") == false)
        fixture.type("e")
        #expect(fixture.screen.list?.cards.isEmpty == true && fixture.screen.list?.empty != nil)
        var rig = ApplicationRig(nil)
        rig.receive(.historyUnreadable(damage))
        rig.press(.enter)
        #expect(rig.effects == [.quit])
    }

    @Test func `a history that cannot be written at the moment is tried again, and never moved aside`() throws {
        let locked = HistoryError.locked(path: "/data/standup.db")
        var rig = ApplicationRig(nil)
        rig.receive(.historyUnreadable(locked))
        let dialog = try #require(rig.screen.dialog)
        #expect(dialog.answers.map(\.text) == ["Try again", "Quit"])
        #expect(dialog.message.contains("Another program") && !dialog.message.contains("kept aside"))
        rig.press(.enter)
        #expect(rig.effects == [.openHistory] && rig.screen.dialog == nil)
    }

    @Test(arguments: ["en", "de", "ko"])
    func `loadingDataFileNotFound: without data the list is empty, without a message`(language: String) throws {
        let fixture = try ApplicationFixture(localizer: .localizer(language))
        #expect(fixture.screen.dialog == nil && fixture.screen.notice == nil)
        let list = try #require(fixture.screen.list)
        #expect(list.cards.isEmpty && list.selected == nil)
        // It names the key to press.
        #expect(try #require(list.empty).contains(/\ba\b|a를/))
        fixture.type("a")
        #expect(fixture.screen.form != nil)
    }

    @Test func `save: each change is in the history at once`() throws {
        let daily = Standup.sample("Daily")
        let fixture = try ApplicationFixture(standups: [daily])
        fixture.type("e!")
        fixture.press(.control("s"))
        #expect(try fixture.store.standups().map(\.title) == ["Daily!"])
        fixture.press(.escape)
        fixture.type("Dd")
        #expect(try fixture.store.standups().isEmpty)
        fixture.type("u")
        #expect(try fixture.store.standups().map(\.title) == ["Daily!"])
        #expect(fixture.screen.list?.cards.map(\.title) == ["Daily!"])
    }

    @Test
    func `tappingStandupInvokesCorrectDestination: a click on a selected card, or Enter, opens its page`() throws {
        let (daily, retro) = (Standup.sample("Daily"), Standup.sample("Retro"))
        var rig = ApplicationRig([daily, retro])
        rig.perform(.select(1))
        #expect(try rig.listScreen.selected == 1)
        rig.perform(.select(1))
        #expect(try rig.detail.standup == retro)
        #expect(rig.effects.map(\.isCall) == [true, true, true, true, true], "meetings, times, points, updates, terms")
        rig.perform(.back, .up, .activate)
        #expect(try rig.detail.standup == daily)
        rig.perform(.back, .edit)
        #expect(try rig.form.original == daily)
        rig.perform(.back, .back, .start)
        #expect(try rig.start.standup == daily)
    }

    @Test func `in one column, j, k and the arrows move between cards and stop at the ends`() throws {
        var rig = ApplicationRig((1...4).map { Standup.sample("S\($0)") })
        for (keys, row) in [("jj", 2), ("k", 1), ("l", 1), ("h", 1), ("G", 3), ("j", 3), ("g", 0), ("k", 0)] {
            rig.type(keys)
            #expect(try rig.listScreen.selected == row, "after \(keys)")
        }
        rig.press(.down, .right, .up, .left, .end)
        #expect(try rig.listScreen.selected == 3)
    }

    @Test(
        arguments: [
            (4, "l", 1), (4, "ll", 1), (4, "h", 0), (4, "j", 2), (4, "jj", 2), (4, "jl", 3), (4, "jlh", 2),
            (4, "jlk", 1), (4, "jlj", 3), (4, "k", 0), (4, "G", 3), (4, "Gh", 2), (4, "Gg", 0),
            // The last row has one card only.
            (5, "jj", 4), (5, "jjl", 4), (5, "ljj", 3), (5, "Gk", 2), (5, "Gl", 4), (1, "ljhk", 0),
        ])
    func `in two columns, left and right stay in the row, up and down in the column`(
        count: Int, keys: String, selected: Int
    ) throws {
        var rig = ApplicationRig((1...count).map { Standup.sample("S\($0)") })
        rig.receive(.windowResized(columns: 100))
        rig.type(keys)
        #expect(try rig.listScreen.selected == selected)
        let arrows: [Character: Key] = ["h": .left, "j": .down, "k": .up, "l": .right]
        var again = ApplicationRig((1...count).map { Standup.sample("S\($0)") })
        again.receive(.windowResized(columns: 100))
        for key in keys { again.press(arrows[key] ?? .character(key)) }
        #expect(try again.listScreen.selected == selected, "with the arrows")
    }

    @Test func `movement follows the filter and a change of the window's width`() throws {
        var rig = ApplicationRig((1...9).map { Standup.sample($0.isMultiple(of: 2) ? "Even \($0)" : "Odd \($0)") })
        rig.receive(.windowResized(columns: 100))
        rig.type("/odd")
        // While the filter is typed the arrows up and down go along the column; left and right are the field's.
        rig.press(.down, .left, .enter)
        #expect(try rig.listScreen.cards.count == 5)
        #expect(try rig.listScreen.selected == 2)
        rig.type("l")
        #expect(try rig.listScreen.selected == 3)
        rig.receive(.windowResized(columns: 99))
        rig.type("l")
        #expect(try rig.listScreen.selected == 3)
        rig.type("j")
        #expect(try rig.listScreen.selected == 4)
        rig.receive(.windowResized(columns: 150))
        rig.type("k")
        #expect(try rig.listScreen.selected == 1)
    }

    @Test func `a page is ten cards at most, in whole rows, and stays in the column`() throws {
        var rig = ApplicationRig((1...29).map { Standup.sample("S\($0)") })
        rig.receive(.windowResized(columns: 160))
        rig.type("l")
        for (key, selected) in [(Key.pageDown, 10), (.pageDown, 19), (.pageDown, 28), (.pageUp, 19), (.home, 0)] {
            rig.press(key)
            #expect(try rig.listScreen.selected == selected, "after \(key)")
        }
    }
}
