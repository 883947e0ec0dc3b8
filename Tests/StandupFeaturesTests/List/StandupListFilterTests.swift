import MeetingModel
import Presentation
import Testing

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("The list of standups, filtered and changed elsewhere")
struct StandupListFilterTests {
    let standups = [
        Standup.sample("Daily", ["Ann", "Zoë"]), Standup.sample("Café", ["Ben"]), Standup.sample("Retro", ["ANN"]),
        Standup.sample("주간 회의", ["안나"]),
    ]

    @Test(
        arguments: [
            ("cafe", ["Café"]), ("CAFÉ", ["Café"]), ("zoe", ["Daily"]), ("ann", ["Daily", "Retro"]), ("주간", ["주간 회의"]),
            ("안나", ["주간 회의"]), ("", ["Daily", "Café", "Retro", "주간 회의"]), ("nobody", []),
        ])
    func `a filter matches titles and names, in any case and with or without accents`(text: String, titles: [String])
        throws
    {
        var rig = ApplicationRig(standups)
        rig.type("/" + text)
        #expect(try rig.listScreen.cards.map(\.title) == titles)
        #expect(try rig.listScreen.filter?.cursor == text.count)
    }

    @Test
    func `the filter applies while it is typed: letters are not commands, Enter keeps it, Esc clears it`() throws {
        var rig = ApplicationRig(standups)
        rig.type("/ax")
        #expect(rig.screen.dialog == nil)
        #expect(try rig.listScreen.empty == "No matching standups. Press Esc to show all.")
        rig.press(.backspace, .backspace)
        rig.type("ann")
        rig.press(.down, .enter)
        #expect(rig.application.context == .list)
        #expect(try rig.listScreen.selected == 1)
        #expect(try rig.listScreen.summary == "2 of 4")
        #expect(rig.address == "standups?filter=ann")
        rig.press(.escape)
        #expect(try rig.listScreen.cards.count == 4 && rig.listScreen.filter == nil)
        #expect(try rig.listScreen.selected == 2, "the selection stays on Retro")
        rig.type("/caf")
        rig.press(.escape)
        #expect(try rig.listScreen.cards.count == 4)
        #expect(rig.application.context == .list)
        #expect(rig.effects.isEmpty)
    }

    @Test func `o on an attendee shows the standups with that name; Esc shows all again`() throws {
        var rig = ApplicationRig(standups, place: .standup("Daily"))
        rig.type("jo")
        #expect(try rig.listScreen.cards.map(\.title) == ["Daily", "Retro"])
        #expect(try rig.listScreen.title == "Standups with Ann")
        #expect(rig.address == "standups?attendee=Ann")
        rig.press(.escape)
        #expect(try rig.listScreen.cards.count == 4)
    }

    @Test func `while the filter is typed, the bottom line shows its keys, and they work`() throws {
        var rig = ApplicationRig([.sample("Daily"), .sample("Retro")])
        rig.type("/retr")
        let keys = rig.screen.keys
        #expect(keys.map(\.key) == ["Enter", "Esc", "↑", "↓", "F1"])
        #expect(keys.map(\.text) == ["to the list", "show all", "up", "down", "keys"])
        rig.press(.down)
        #expect(try rig.listScreen.selected == 0, "only Retro is left")
        rig.press(.control("s"), .control("o"), .control("d"))
        #expect(rig.effects.isEmpty && rig.screen.list != nil, "keys of a form do nothing")
        rig.press(.function(1))
        #expect(rig.screen.help?.sections.map(\.title) == ["Filter"])
        rig.press(.escape, .tab)
        #expect(try rig.listScreen.filter?.cursor == nil)
        rig.press(.escape)
        #expect(try rig.listScreen.cards.count == 2)
    }

    @Test func `an address with an attendee and a text filters by both`() throws {
        let rig = ApplicationRig(standups, place: try Place(address: "standups?filter=ret&attendee=ann"))
        #expect(try rig.listScreen.cards.map(\.title) == ["Retro"])
    }

    @Test func `a new standup is shown even if it does not match the filter`() throws {
        var rig = ApplicationRig(standups)
        rig.type("/caf")
        rig.press(.enter)
        rig.type("aNew")
        rig.perform(.save)
        guard case .save(let standup, nil) = rig.effects.first else { throw ApplicationRig.NotOpen() }
        rig.receive(.saved(standup))
        #expect(try rig.listScreen.cards.count == 5 && rig.listScreen.selected == 4)
    }

    @Test func `another process's changes are reloaded, and the selection stays on its standup`() throws {
        var rig = ApplicationRig(standups)
        rig.perform(.down, .down)
        rig.receive(.changedElsewhere)
        #expect(rig.effects == [.loadStandups])
        rig.receive(.standups([standups[2], standups[0]], meetings: []))
        #expect(try rig.listScreen.selected == 0)
        #expect(try rig.listScreen.cards.map(\.title) == ["Retro", "Daily"])
    }

    @Test func `the page of a standup that is deleted elsewhere closes with a notice`() throws {
        var rig = ApplicationRig(standups, place: .standup("Retro"))
        rig.receive(.standups(Array(standups.prefix(2)), meetings: []))
        #expect(rig.screen.list != nil)
        #expect(rig.notice == "“Retro” was deleted elsewhere.")
    }

    @Test
    func `a deletion asks, with the harmless answer first; a notice says how to undo it, until the next key`() throws {
        var rig = ApplicationRig(standups)
        rig.type("D")
        #expect(rig.screen.dialog?.title == "Delete “Daily”?")
        rig.press(.enter)
        #expect(rig.effects.isEmpty && rig.screen.dialog == nil)
        rig.type("Dd")
        #expect(rig.effects == [.delete(.standup(standups[0].id))])
        rig.receive(.deleted(.standup(standups[0].id)))
        #expect(rig.notice == "“Daily” deleted. Press u to undo.")
        #expect(rig.standups.count == 3)
        rig.type("j")
        #expect(rig.notice == nil)
        rig.type("u")
        #expect(rig.effects == [.undo()])
        rig.receive(.undone(.standup(standups[0].id)))
        #expect(rig.effects == [.loadStandups])
        #expect(try rig.listScreen.selected == 1)
        rig.receive(.standups(standups, meetings: []))
        #expect(try rig.listScreen.selected == 0, "the one that is back")
    }

    @Test func `a failed operation is a notice, and nothing is lost`() throws {
        var rig = ApplicationRig(standups)
        rig.receive(.historyFailed(.cannotWrite(path: "/data/standup.db", reason: "disk full")))
        #expect(rig.screen.notice?.kind == .error)
        #expect(rig.notice?.contains("/data/standup.db") == true && rig.notice?.contains("disk full") == true)
        #expect(rig.standups.count == 4)
    }

    @Test func `a card shows the attendees, the length and the last meeting`() throws {
        var rig = ApplicationRig(nil)
        let daily = standups[0]
        #expect(try rig.listScreen.empty == "Loading standups…")
        rig.receive(
            .standups(
                [daily],
                meetings: [
                    MeetingSummary(
                        standupID: daily.id, lastTitle: "Daily",
                        lastStartedAt: Timestamp(nanosecondsSince1970: 1_800_003_600_000_000_000), count: 1)
                ]))
        let card = try #require(try rig.listScreen.cards.first)
        #expect(card.attendees == "2 attendees" && card.names == "Ann and Zoë" && card.length == "10 min")
        #expect(card.lastMeeting?.hasPrefix("last held Jan 15, 2027") == true)
        #expect(card.theme == daily.theme)
    }
}
