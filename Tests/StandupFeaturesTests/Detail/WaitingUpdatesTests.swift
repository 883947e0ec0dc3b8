import Localization
import MeetingHistory
import MeetingModel
@testable import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The updates on a standup's page") struct WaitingUpdatesTests {
    private static let standup = Standup(
        id: Standup.ID(rawValue: "s1"), title: "Web", length: .seconds(300), theme: .teal,
        attendees: [Team.ann, Team.ben])
    private let localizer = Localizer.localizer("en")

    /// The page over a history: its effects are carried out until there are none.
    private struct Rig {
        let store = SQLiteMeetingStore.temporary()
        var page = StandupDetail(WaitingUpdatesTests.standup, seed: 1)

        init(_ texts: [(Attendee, String)] = []) throws {
            try store.save(WaitingUpdatesTests.standup)
            for (attendee, text) in texts { try write(attendee, text) }
            try carryOut(page.firstEffects())
        }

        func write(_ attendee: Attendee, _ text: String) throws {
            let update = WrittenUpdate(attendee: attendee.id, text: text, writtenAt: .init(nanosecondsSince1970: 7))
            _ = try store.write(update, for: WaitingUpdatesTests.standup.id)
        }

        mutating func carryOut(_ effects: [Effect]) throws { try page.carryOut(effects, in: store) }

        mutating func perform(_ commands: Command...) throws {
            for command in commands { try carryOut(page.perform(command).effects) }
        }

        /// Selects an attendee and opens their update.
        mutating func open(_ row: Int) throws {
            if page.selected != .attendee(row - 1) { try perform(.select(row)) }
            try perform(.writeUpdate)
        }

        var texts: [String] {
            try! store.waitingUpdates(of: WaitingUpdatesTests.standup.id).map(\.text)
        }
    }

    private func screen(_ page: StandupDetail) throws -> StandupScreen {
        guard case .standup(let screen) = page.ownContent(localizer) else { throw WrongScreen() }
        return screen
    }

    private struct WrongScreen: Error {}

    @Test func `are shown by person, with their first line`() throws {
        let screen = try screen(Rig([(Team.ben, "back on Monday\nat noon"), (Team.ann, "ill")]).page)
        #expect(screen.updatesTitle == "Updates for the next meeting")
        #expect(screen.updates.map(\.name) == ["Ann", "Ben"])
        #expect(screen.updates.map(\.text) == ["ill", "back on Monday"])
        #expect(try self.screen(Rig().page).updatesTitle == nil)
    }

    @Test
    func `are written for the selected attendee, changed with their line breaks, and each change is undone`() throws {
        var rig = try Rig()
        try rig.open(2)
        #expect(rig.page.context == .line)
        #expect(try screen(rig.page).updates.map(\.name) == ["Ben"])
        try rig.perform(.insert("back on Monday\nat noon"), .activate)
        #expect(rig.texts == ["back on Monday\nat noon"])
        #expect(rig.page.context == .standup)
        try rig.open(2)
        #expect(try screen(rig.page).updates[0].field?.text == "back on Monday↵at noon")
        try rig.perform(.insert(" or one"), .activate)
        #expect(rig.texts == ["back on Monday\nat noon or one"])
        try rig.open(2)
        try rig.perform(.deleteToStart, .activate)
        #expect(rig.texts == [])
        #expect(rig.page.ownNotice(localizer)?.text == "Update of Ben deleted. Press u to bring it back.")
        try rig.perform(.undo)
        #expect(rig.texts == ["back on Monday\nat noon or one"])
        try rig.perform(.undo)
        #expect(rig.texts == ["back on Monday\nat noon"])
        try rig.perform(.undo)
        #expect(rig.texts == [])
        #expect(rig.page.perform(.undo).effects == [.undo()])
    }

    @Test func `that were read from the history keep their time after an undo`() throws {
        var rig = try Rig([(Team.ann, "ill")])
        try rig.open(1)
        try rig.perform(.insert(" again"), .activate)
        #expect(try rig.store.waitingUpdates(of: Self.standup.id).map(\.writtenAt.nanosecondsSince1970) == [9])
        try rig.perform(.undo)
        #expect(try rig.store.waitingUpdates(of: Self.standup.id).map(\.writtenAt.nanosecondsSince1970) == [7])
    }

    @Test func `stay as they are after Esc, and without a change nothing is stored`() throws {
        var rig = try Rig([(Team.ann, "ill")])
        try rig.open(1)
        try rig.perform(.insert(" again"), .back, .answer(0))
        #expect(rig.texts == ["ill"])
        try rig.open(1)
        #expect(rig.page.perform(.activate).effects == [])
        #expect(rig.page.perform(.undo).effects == [.undo()])
    }

    @Test func `are not stored when the application is left while they are typed`() throws {
        var rig = try Rig([(Team.ann, "ill")])
        try rig.open(1)
        #expect(rig.page.perform(.quit).request == .quit)
        try rig.perform(.insert(" again"))
        let reply = rig.page.perform(.quit)
        #expect(reply.request == nil && reply.effects == [])
        #expect(rig.page.ownDialog(localizer)?.title == "Discard changes?")
        try rig.perform(.activate)
        #expect(rig.page.ownDialog(localizer) == nil)
        #expect(try screen(rig.page).updates[0].field?.text == "ill again")
        #expect(rig.texts == ["ill"])
    }

    @Test func `that are undone can be redone, and both say what they do`() throws {
        var rig = try Rig()
        try rig.open(1)
        try rig.perform(.insert("ill"), .activate, .undo)
        #expect(rig.texts == [])
        #expect(rig.page.ownNotice(localizer)?.text == "Undid: the update of Ann. Press U to redo.")
        try rig.perform(.redo)
        #expect(rig.texts == ["ill"])
        #expect(rig.page.ownNotice(localizer)?.text == "Redid: the update of Ann. Press u to undo.")
        #expect(rig.page.perform(.redo).effects == [.redo()])
        try rig.perform(.undo)
        try rig.open(2)
        try rig.perform(.insert("away"), .activate)
        #expect(rig.page.perform(.redo).effects == [.redo()], "something else was done since")
    }

    @Test func `that were being typed when the application was killed come back in their field`() throws {
        var rig = try Rig([(Team.ann, "ill")])
        try rig.open(1)
        #expect(rig.page.updates.unsaved == nil)
        try rig.perform(.insert("\nagain"))
        let drafts = SavedDrafts(drafts: [:], updates: ["s1": try #require(rig.page.updates.unsaved)])
        #expect(SavedDrafts(text: drafts.text) == drafts)
        var next = rig
        next.page = StandupDetail(Self.standup, seed: 1)
        next.page.updates.saved = SavedDrafts(text: drafts.text)[updateFor: Self.standup.id]
        #expect(next.page.updates.unsaved != nil, "kept until it has been shown")
        try next.carryOut(next.page.firstEffects())
        #expect(try screen(next.page).updates[0].field?.text == "ill↵again")
        #expect(
            next.page.ownNotice(localizer)?.text
                == "Unsaved changes restored. Save them, or press Esc to discard them.")
        // A text that was written meanwhile is not overwritten unseen.
        try next.write(Team.ann, "well")
        try next.perform(.activate)
        #expect(next.texts == ["well"])
        try next.perform(.activate)
        #expect(next.texts == ["ill\nagain"] && next.page.updates.unsaved == nil)
    }

    @Test
    func `that were changed elsewhere meanwhile are not overwritten, and the typed text stays in the field`() throws {
        var rig = try Rig([(Team.ann, "ill")])
        try rig.open(1)
        try rig.perform(.insert(" again"))
        try rig.write(Team.ann, "well")
        try rig.perform(.activate)
        #expect(rig.texts == ["well"])
        #expect(rig.page.ownNotice(localizer)?.text.contains("changed elsewhere") == true)
        #expect(try screen(rig.page).updates[0].field?.text == "ill again")
        try rig.perform(.activate)
        #expect(rig.texts == ["ill again"])
        try rig.perform(.undo)
        #expect(rig.texts == ["well"])
    }

    @Test func `that are too long are refused, and the field stays open`() throws {
        var rig = try Rig()
        try rig.open(1)
        // One character of two scalars.
        try rig.perform(.insert(String(repeating: "e\u{301}\u{302}", count: 2_000)), .activate)
        #expect(rig.texts == [])
        #expect(rig.page.ownNotice(localizer)?.text == "The update has 6,000 characters. Shorten it to 4,000.")
        #expect(rig.page.context == .line)
    }

    @Test func `come back with an attendee who was removed, and go with them again`() throws {
        var rig = try Rig([(Team.ann, "ill"), (Team.ben, "back on Monday")])
        try rig.perform(.select(1), .delete, .answer(0))
        #expect(rig.texts == ["back on Monday"] && rig.page.standup.attendees == [Team.ben])
        for _ in 0..<2 {
            try rig.perform(.undo)
            #expect(rig.texts == ["ill", "back on Monday"] && rig.page.standup.attendees == [Team.ann, Team.ben])
            #expect(try rig.store.waitingUpdates(of: Self.standup.id)[0].writtenAt.nanosecondsSince1970 == 7)
            #expect(try screen(rig.page).updates.map(\.text) == ["ill", "back on Monday"])
            #expect(rig.page.ownNotice(localizer)?.text.hasPrefix("Undid: ") == true)
            try rig.perform(.redo)
            #expect(rig.texts == ["back on Monday"] && rig.page.standup.attendees == [Team.ben])
            #expect(try screen(rig.page).updates.map(\.name) == ["Ben"])
        }
    }

    @Test
    func `that are typed stay in the field when another program deletes the standup, until they are discarded`() throws
    {
        let gone = Outcome.standups([], meetings: [])
        var rig = try Rig([(Team.ann, "ill")])
        try rig.open(1)
        var unchanged = rig.page
        #expect(unchanged.receive(gone).request == .gone(title: "Web"))
        try rig.perform(.insert(" again"))
        #expect(rig.page.receive(gone).request == nil)
        let text =
            "This standup was deleted elsewhere, so the text cannot be saved. Copy it, or press Esc to discard it."
        #expect(rig.page.ownNotice(localizer)?.text == text)
        #expect(try screen(rig.page).updates[0].field?.text == "ill again")
        #expect(rig.page.updates.unsaved?.text == "ill again")
        var reply = rig.page.perform(.activate)
        #expect(reply.request == nil && reply.effects == [])
        #expect(rig.page.ownNotice(localizer)?.text == text)
        #expect(try screen(rig.page).updates[0].field?.text == "ill again")
        var returned = rig.page
        _ = returned.receive(.standups([Self.standup], meetings: []))
        #expect(returned.perform(.activate).effects.count == 1, "the deletion was undone")
        _ = rig.page.perform(.back)
        reply = rig.page.perform(.answer(0))
        #expect(reply.request == .gone(title: "Web") && rig.page.updates.unsaved == nil)
    }

    @Test func `that are being stored when another program deletes the standup come back in their field`() throws {
        var rig = try Rig([(Team.ann, "ill")])
        try rig.open(1)
        try rig.perform(.insert(" again"))
        try rig.store.anotherConnection().setDeleted(.standup(Self.standup.id), by: "another")
        let effects = rig.page.perform(.activate).effects
        #expect(rig.page.receive(.standups([], meetings: [])).request == nil)
        try rig.carryOut(effects)
        #expect(try screen(rig.page).updates.first?.field?.text == "ill again")
        #expect(rig.page.perform(.activate).request == nil)
    }

    @Test func `are written for somebody who is chosen if no attendee is selected`() throws {
        var rig = try Rig()
        try rig.perform(.writeUpdate)
        #expect(rig.page.ownDialog(localizer)?.answers.map(\.text) == ["Ann", "Ben"])
        #expect(Place(rig.page.route(from: nil)).address == "standup/s1?dialog=update")
        try rig.perform(.answer(1), .insert("ill"), .activate)
        #expect(try rig.store.waitingUpdates(of: Self.standup.id).map(\.attendee) == [Team.ben.id])
    }

    @Test
    func `are undone before the points that were marked earlier, and after those that were marked later`() throws {
        var rig = try Rig()
        let point = MeetingModel.Point(
            id: .init(rawValue: "p"), attendee: Team.ann.id, kind: .plan, text: "test", start: .zero, end: .zero,
            maker: .rules)
        let meeting = Meeting(
            id: .init(rawValue: "m"), standupID: Self.standup.id, title: "Web",
            startedAt: .init(nanosecondsSince1970: 0),
            state: .finished, duration: .zero, attendees: [])
        rig.page.show([CarriedPoint(point, of: meeting)])
        _ = rig.page.perform(.select(3))
        _ = rig.page.perform(.markDone)
        try rig.open(1)
        try rig.perform(.insert("ill"), .activate)
        _ = rig.page.perform(.select(3))
        _ = rig.page.perform(.markDropped)
        func isMark(_ effects: [Effect]) -> Bool { if case .store(.point) = effects.first { true } else { false } }
        #expect(isMark(rig.page.perform(.undo).effects))
        try rig.perform(.undo)
        #expect(rig.texts == [])
        #expect(isMark(rig.page.perform(.undo).effects))
    }

    @Test(arguments: ["ben", "Ben"])
    func `have an address by the attendee's id or name`(_ author: String) throws {
        let rig = try Rig([(Team.ben, "ill")])
        var opened = rig
        let id = author == "ben" ? Team.ben.id.rawValue : author
        let effects = opened.page.open(
            try Place(address: "standup/s1?dialog=update:\(id)").route, running: nil)
        try opened.carryOut(effects)
        #expect(try screen(opened.page).updates[0].field?.text == "ill")
        #expect(Place(opened.page.route(from: nil)).address == "standup/s1?dialog=update:\(Team.ben.id.rawValue)")
    }
}
