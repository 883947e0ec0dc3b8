import MeetingModel
import Presentation
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("An unsaved form")
struct SavedDraftTests {
    let daily = Standup.sample("Daily")
    let retro = Standup.sample("Retro")

    /// The application as the next start finds it.
    private func restarted(_ rig: ApplicationRig, _ standups: [Standup]? = nil) throws -> ApplicationRig {
        let place = try Place(address: rig.address)
        return ApplicationRig(
            standups ?? [daily, retro], place: place, drafts: SavedDrafts(text: rig.application.drafts.text))
    }

    @Test(arguments: ["standups/add", "standup/1/edit"])
    func `comes back unchanged at the next start`(address: String) throws {
        var rig = ApplicationRig([daily, retro], place: try Place(address: address))
        rig.type("Long é회 title")
        rig.press(.control("o"))
        rig.type("Dana")
        var next = try restarted(rig)
        #expect(try next.formScreen == rig.formScreen)
        #expect(next.address == rig.address)
        #expect(next.notice == "Unsaved changes restored. Save them, or press Esc to discard them.")
        // And it can be saved as before.
        rig.press(.control("s"))
        next.press(.control("s"))
        #expect(next.effects == rig.effects && !next.effects.isEmpty)
    }

    @Test func `of a version without marks comes back, with everybody in the room`() throws {
        var rig = ApplicationRig([daily, retro], place: .edit("Daily"))
        rig.type("!")
        let text = rig.application.drafts.text
        let old = text.replacing(#""isRemote":false,"#, with: "")
        #expect(old != text && !old.contains("isRemote"))
        #expect(SavedDrafts(text: old) == rig.application.drafts)
    }

    @Test func `of a version without teams comes back, also of the first one, which kept nothing but forms`() throws {
        var rig = ApplicationRig([daily, retro], place: .edit("Daily"))
        rig.type("!")
        let text = rig.application.drafts.text
        let old = text.replacing(/,?"isShared":false/, with: "").replacing("{,", with: "{")
        #expect(!old.contains("isShared") && SavedDrafts(text: old) == rig.application.drafts)
        let first = old.dropFirst(#"{"forms":"#.count).dropLast(#","updates":{}}"#.count)
        #expect(first.hasPrefix("{") && SavedDrafts(text: String(first)) == rig.application.drafts)
    }

    @Test(
        arguments: [
            #"{"forms":{"ID":{"draft":{"sections":[1.5,null]}}},"updates":{}}"#,
            #"{"forms":{},"updates":{"ID":{"text":7}}}"#, #"{"forms":[true],"updates":{}}"#,
            #"{"forms":{},"plans":{"a":-1},"updates":{}}"#, #"{"ID":"written by hand"}"#, "not JSON",
        ])
    func `that cannot be read is kept as it is, beside those that can be read`(text: String) throws {
        let text = text.replacing("ID", with: daily.id.rawValue)
        let kept = SavedDrafts(text: text)
        #expect(kept.hasUnread && SavedDrafts(text: kept.text) == kept)
        // A new draft, also of the same form, leaves it there.
        var rig = ApplicationRig([daily, retro], place: .edit("Daily"))
        rig.type("!")
        let merged = kept.merging(from: SavedDrafts(), to: rig.application.drafts)
        let next = SavedDrafts(text: merged.text)
        #expect(next.hasUnread && next[.edit(daily.id)] == rig.application.drafts[.edit(daily.id)])
        #expect(SavedDrafts(text: next.text) == next)
        for part in ["[1.5,null]", #"{"text":7}"#, "[true]", "written by hand", "not JSON", #""plans":{"a":-1}"#]
        where text.contains(part) {
            #expect(next.text.contains(part))
        }
        var without = next
        without.remove(daily.id)
        #expect(without.hasUnread != text.contains(daily.id.rawValue), "what was typed for a standup goes with it")
    }

    @Test func `that cannot be read is told in one line, and stays in its file`() throws {
        let text = #"{"forms":{"x":{"title":"Weekly"}},"updates":{}}"#
        let preferences = InMemoryPreferences([.drafts: text])
        let fixture = try ApplicationFixture(standups: [daily], preferences: preferences)
        let line =
            "Another version of standup left a draft that this one cannot read. It stays in /data/remembered/drafts."
        #expect(fixture.screen.notice?.text == line)
        fixture.press(.character("a"))
        fixture.type("Monthly")
        #expect(fixture.screen.notice?.text != line)
        let kept = SavedDrafts(text: preferences.value(.drafts))
        #expect(kept.hasUnread && kept[.new]?.draft.title == "Monthly")
        #expect(preferences.value(.drafts)?.contains(#"{"title":"Weekly"}"#) == true)
    }

    @Test func `comes back when it is opened later, if the application opens elsewhere`() throws {
        var rig = ApplicationRig([daily, retro], place: .edit("Daily"))
        rig.type("!")
        var next = ApplicationRig([daily, retro], place: .devices, drafts: rig.application.drafts)
        next.press(.escape)
        next.type("e")
        #expect(try next.formScreen == rig.formScreen)
        #expect(next.application.drafts == rig.application.drafts)
    }

    @Test func `is kept while other pages are opened, and each standup has its own draft`() throws {
        var rig = ApplicationRig([daily, retro], place: .edit("Daily"))
        rig.type("1")
        rig = ApplicationRig([daily, retro], drafts: rig.application.drafts)
        rig.press(.enter, .escape)
        rig.type("a2")
        rig = ApplicationRig([daily, retro], place: .edit("Retro"), drafts: rig.application.drafts)
        rig.type("3")
        for (place, title) in [(Place.edit("Daily"), "Daily1"), (.add(), "2"), (.edit("Retro"), "Retro3")] {
            let next = ApplicationRig([daily, retro], place: place, drafts: rig.application.drafts)
            #expect(try next.form.draft.title == title)
        }
    }

    @Test
    func `is dropped when it is saved or cancelled, its changes are undone by hand, or its standup is deleted`() throws
    {
        var rig = ApplicationRig([daily, retro], place: .edit("Daily"))
        rig.type("!")
        #expect(rig.application.drafts != SavedDrafts())
        var saved = try restarted(rig)
        saved.press(.control("s"))
        #expect(saved.application.drafts != SavedDrafts(), "not before it is in the history")
        saved.receive(.saved(try saved.form.draft.title == "Daily!" ? daily : retro))
        #expect(saved.application.drafts == SavedDrafts())
        var cancelled = try restarted(rig)
        cancelled.press(.escape)
        cancelled.type("d")
        #expect(cancelled.screen.page != nil && cancelled.application.drafts == SavedDrafts())
        var undone = try restarted(rig)
        undone.press(.backspace)
        #expect(undone.application.drafts == SavedDrafts())
        #expect(try restarted(rig, [retro]).application.drafts == SavedDrafts(), "deleted elsewhere")
    }

    @Test func `says if its standup has changed since, and asks before saving`() throws {
        var rig = ApplicationRig([daily, retro], place: .edit("Daily"))
        rig.type("!")
        var changed = daily
        changed.length = .seconds(60)
        var next = try restarted(rig, [changed, retro])
        #expect(try next.formScreen.error != nil)
        next.press(.control("s"))
        guard case .save(_, replacing: daily) = next.effects.first else {
            Issue.record("not compared with what was known: \(next.effects)")
            return
        }
    }

    @Test func `an unreadable draft does not open`() {
        for text in [nil, "", " \n", "{}"] { #expect(SavedDrafts(text: text) == SavedDrafts()) }
        func isUnread(_ text: String) -> Bool {
            let drafts = SavedDrafts(text: text)
            return drafts.hasUnread && drafts.drafts.isEmpty && drafts.updates.isEmpty
        }
        for text in ["{", "[]", #"{"": {"draft": 1}}"#] { #expect(isUnread(text)) }
        var rig = ApplicationRig([daily], place: .add())
        rig.type("Weekly")
        let text = rig.application.drafts.text
        #expect(SavedDrafts(text: text) == rig.application.drafts)
        #expect(isUnread(text.replacing("Weekly", with: #"\u001b[2J"#)), "a control character")
        let withoutRows = text.replacing(/"rows":\[[^\]]*\]/, with: #""rows":[]"#)
        #expect(withoutRows != text && isUnread(withoutRows))
    }

    @Test(.timeLimit(.minutes(10)))
    func `is kept when the terminal closes; two applications keep their own drafts`() async throws {
        let preferences = InMemoryPreferences()
        let first = try ApplicationFixture(standups: [daily, retro], place: .edit("Daily"), preferences: preferences)
        let second = try ApplicationFixture(standups: [daily, retro], place: .edit("Retro"), preferences: preferences)
        first.type("1")
        second.type("2")
        for fixture in [first, second] {
            fixture.runner.interrupt()
            await fixture.runner.waitUntilQuit()
        }
        #expect(preferences.value(.place)?.hasPrefix("standup/\(retro.id)/edit") == true)
        for (title, typed) in [("Daily", "Daily1"), ("Retro", "Retro2")] {
            let next = try ApplicationFixture(standups: [daily, retro], place: .edit(title), preferences: preferences)
            #expect(next.screen.form?.fields[0].field.text == typed)
            next.press(.control("s"))
        }
        #expect(SavedDrafts(text: preferences.value(.drafts)) == SavedDrafts())
    }
}
