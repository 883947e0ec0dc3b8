import MeetingEngine
import MeetingHistory
import MeetingModel
@testable import Presentation
import Sound
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures
@testable import StandupSpeech

@Suite("A standup's page")
struct StandupDetailTests {
    let daily = Standup.sample("Daily")

    /// The page of the standup with meetings in a history in memory, the last one an hour after the one before.
    func fixture(meetings count: Int = 3) throws -> ApplicationFixture {
        let library = TemporaryLibrary()
        for number in 0..<count { try library.store.begin(meeting(number)) }
        return try ApplicationFixture(standups: [daily], place: .standup("Daily"), library: library)
    }

    func meeting(_ number: Int, state: Meeting.State = .finished) -> Meeting {
        Meeting(
            id: Meeting.ID(rawValue: "meeting-\(number)"), standupID: daily.id, title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 1_800_003_600_000_000_000) + .seconds(3600 * number),
            state: state, duration: .seconds(60 + number),
            attendees: daily.attendees.map {
                MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(20), used: .seconds(20), state: .spoke)
            })
    }

    @Test func `shows the settings, the attendees and the past meetings, newest first`() throws {
        let page = try #require(try fixture().screen.page)
        #expect(page.title == "Daily" && page.start == "Start a meeting" && page.theme == .bubblegum)
        #expect(page.allFacts.map(\.value).prefix(2) == ["10 min", "Bubblegum"])
        #expect(page.attendees.map(\.name) == ["Ann", "Ben", "Cleo"])
        #expect(page.attendees[0].slot == "0:20")
        #expect(page.meetingsTitle == "3 meetings")
        #expect(page.meetings.map(\.id) == ["meeting-2", "meeting-1", "meeting-0"])
        #expect(page.meetings[0].date == "Jan 15, 2027 at 11:00 AM" && page.meetings[0].duration == "1:02")
        #expect(page.rows.count == 7 && page.selected == 0)
    }

    @Test func `removes the selected attendee after a question, and brings them back`() throws {
        let app = try fixture()
        app.press(.down, .down, .character("D"))
        #expect(app.screen.dialog?.title == "Remove Ben from “Daily”?")
        let ben = daily.attendees[1]
        #expect(app.screen.address == "standup/\(daily.id)?dialog=remove:\(ben.id)")
        for name in [ben.id.rawValue, ben.name] {
            let opened = ApplicationRig([daily], place: try Place(address: "standup/1?dialog=remove:\(name)"))
            #expect(opened.screen.dialog?.title == app.screen.dialog?.title)
        }
        app.press(.enter)
        #expect(app.screen.page?.attendees.count == 3, "Enter cancels")
        app.press(.character("D"), .character("r"))
        #expect(app.screen.page?.attendees.map(\.name) == ["Ann", "Cleo"])
        #expect(app.screen.notice?.text == "Ben removed. Press u to undo.")
        app.press(.character("u"))
        #expect(app.screen.notice?.text == "Undid: the removal of Ben. Press U to redo.")
        #expect(try app.store.standups() == [daily])
        app.press(.character("U"))
        #expect(try app.store.standups().first?.attendees.map(\.name) == ["Ann", "Cleo"])
        // An edit elsewhere is not overwritten.
        var other = try #require(try app.store.standups().first)
        other.title = "Other"
        try app.store.save(other)
        app.press(.character("u"))
        #expect(try app.store.standups() == [other])
        #expect(app.screen.notice?.text.hasPrefix("This standup was changed elsewhere.") == true)
    }

    @Test func `hides the section of meetings if there are none, and says what to do without attendees`() throws {
        #expect(try fixture(meetings: 0).screen.page?.meetingsTitle == nil)
        let rig = ApplicationRig([.sample("Alone", [])], place: .standup("Alone"))
        #expect(try rig.page.attendeesTitle == "No attendees yet. Press e to add some.")
    }

    @Test
    func `edit: changes a copy; Cancel drops it, Save replaces the standup on the page, in list and history`() throws {
        let fixture = try fixture()
        fixture.type("e!")
        fixture.press(.escape)
        fixture.type("d")
        #expect(fixture.screen.page?.title == "Daily")
        fixture.type("e!")
        fixture.press(.control("s"))
        #expect(fixture.screen.page?.title == "Daily!")
        #expect(try fixture.store.standups().map(\.title) == ["Daily!"])
        fixture.press(.escape)
        #expect(fixture.screen.list?.cards.map(\.title) == ["Daily!"])
    }

    @Test func `delete: asks, returns to the list without the standup, and can be undone`() throws {
        let fixture = try fixture()
        fixture.type("D")
        #expect(fixture.screen.dialog?.title == "Delete “Daily”?")
        fixture.press(.escape)
        #expect(try fixture.screen.page != nil && fixture.store.standups().count == 1)
        fixture.type("Dd")
        #expect(fixture.screen.list?.cards.isEmpty == true)
        #expect(fixture.screen.notice?.text == "“Daily” deleted. Press u to undo.")
        #expect(try fixture.store.standups().isEmpty)
        fixture.type("u")
        #expect(fixture.screen.list?.cards.map(\.title) == ["Daily"])
        fixture.press(.enter)
        #expect(fixture.screen.page?.meetings.count == 3)
    }

    @Test func `the selection stays on its meeting when another one is added above it`() throws {
        var rig = ApplicationRig([daily], place: .standup("Daily"))
        try rig.answerCalls(from: .with(daily, (0..<3).map { meeting($0) }))
        rig.perform(.last, .up)
        rig.receive(.changedElsewhere)
        try rig.answerCalls(from: .with(daily, (0..<4).map { meeting($0) }))
        rig.perform(.delete)
        #expect(rig.screen.dialog?.title == "Delete the meeting of Jan 15, 2027 at 10:00 AM?")
    }

    @Test func `the deletion of a shared standup says for whom, on its page and in the list`() throws {
        var rig = ApplicationRig([daily], place: .standup("Daily"))
        let (here, all) = (DeletionReach.here(owner: "ben"), DeletionReach.everybody)
        var backend = try FixedBackend.with(daily)
        rig.perform(.delete)
        #expect(rig.screen.dialog?.message.hasPrefix("Its meetings") == true)
        backend.reach = here
        try rig.answerCalls(from: backend)
        #expect(rig.screen.dialog?.message.hasPrefix("It is deleted only here, because ben leads it. Its meet") == true)
        rig.perform(.back, .back, .delete)
        #expect(rig.screen.dialog?.message.hasPrefix("Its meetings") == true)
        backend.reach = all
        try rig.answerCalls(from: backend)
        #expect(rig.screen.dialog?.message.hasPrefix("It is deleted for the whole team. Its meetings") == true)
    }

    @Test func `a running meeting is not deleted, nor its standup, from the page or the list`() throws {
        var rig = ApplicationRig([daily], place: .standup("Daily"))
        let running = meeting(0, state: .live)
        try rig.answerCalls(from: .with(daily, [running]))
        rig.receive(.standups([daily], meetings: [], running: [daily.id: running.id]))
        let refusal = "A meeting of “Daily” is running. End it before you delete anything."
        rig.perform(.delete)
        #expect(rig.screen.dialog == nil && rig.screen.notice?.text == refusal)
        rig.perform(.last, .delete)
        #expect(rig.screen.dialog == nil && rig.screen.notice?.text == refusal)
        rig.perform(.back, .delete)
        #expect(rig.screen.dialog == nil && rig.screen.notice?.text == refusal)
    }

    @Test func `meetingDeletion: asks about the selected meeting, removes it, and can be undone`() throws {
        let fixture = try fixture()
        fixture.type("GkD")
        #expect(fixture.screen.dialog?.title == "Delete the meeting of Jan 15, 2027 at 10:00 AM?")
        fixture.type("c")
        #expect(try fixture.store.meetingCount(of: daily.id) == 3)
        fixture.type("Dd")
        #expect(fixture.screen.page?.meetings.map(\.id) == ["meeting-2", "meeting-0"])
        #expect(fixture.screen.notice?.text == "Meeting deleted. Press u to undo.")
        #expect(try fixture.store.meetingCount(of: daily.id) == 2)
        fixture.type("u")
        #expect(fixture.screen.page?.meetings.map(\.id) == ["meeting-2", "meeting-1", "meeting-0"])
    }

    @Test func `loads more meetings as the selection nears the end, and shows only a part of a thousand`() throws {
        let fixture = try fixture(meetings: 1000)
        #expect(fixture.screen.page?.meetingsTitle == "1,000 meetings")
        var seen: Set<String> = []
        for _ in 0..<105 {
            let page = try #require(fixture.screen.page)
            #expect(page.meetings.count <= 160)
            let selected = try #require(page.selected)
            if case .meeting(let index) = page.rows[selected] { seen.insert(page.meetings[index].id) }
            fixture.press(.pageDown)
        }
        #expect(seen.count > 95 && !seen.contains(""))
        let page = try #require(fixture.screen.page)
        #expect(page.selected == page.rows.count - 1 && page.meetings.last?.id == "meeting-0")
        fixture.press(.home, .end)
        #expect(fixture.screen.page?.meetings.last?.id == "meeting-0", "the end can be reached at once")
        fixture.press(.home)
        #expect(fixture.screen.page?.meetings.first?.id == "meeting-999")
    }

    @Test func `a click on a meeting among many opens that meeting`() throws {
        let fixture = try fixture(meetings: 300)
        fixture.press(.end)
        let page = try #require(fixture.screen.page)
        let row = try #require(page.rows.firstIndex(of: .meeting(90)))
        fixture.perform(.select(row))
        #expect(fixture.screen.page?.selected == row)
        let id = page.meetings[90].id
        fixture.perform(.select(row))
        #expect(fixture.screen.address == "standup/\(daily.id)/meeting/\(id)")
    }

    @Test func `Tab goes from the button to the attendees to the meetings and around`() throws {
        let fixture = try fixture()
        for row in [StandupScreen.Row.attendee(0), .meeting(0), .start] {
            fixture.press(.tab)
            let page = try #require(fixture.screen.page)
            #expect(page.selected.map { page.rows[$0] } == row)
        }
    }

    @Test func `+ and - change how many meetings the statistics cover, and the address keeps the number`() throws {
        let fixture = try fixture(meetings: 40)
        #expect(fixture.screen.page?.statistics?.contains("12") == true)
        fixture.press(.character("-"), .character("-"))
        #expect(fixture.screen.page?.statistics?.contains("10") == true)
        #expect(fixture.screen.address == "standup/\(daily.id)?last=10")
        for _ in 0..<12 { fixture.press(.character("+")) }
        #expect(fixture.screen.address == "standup/\(daily.id)?last=40", "20, 30, and no more than there are")
        #expect(fixture.screen.page?.statistics?.contains("40") == true)
        for _ in 0..<30 { fixture.press(.character("-")) }
        #expect(fixture.screen.address == "standup/\(daily.id)?last=1")
        let next = try ApplicationFixture(place: .standup("Daily", last: 7), library: fixture.library)
        #expect(next.screen.page?.statistics?.contains("7") == true)
        next.library.reportWrite()
        next.press(.character("u"))
        #expect(next.screen.page?.statistics?.contains("7") == true)
    }

    @Test func `- begins at the meetings that there are`() throws {
        let fixture = try fixture(meetings: 3)
        fixture.press(.character("-"))
        #expect(fixture.screen.address == "standup/\(daily.id)?last=2")
        fixture.press(.character("+"), .character("+"))
        #expect(fixture.screen.address == "standup/\(daily.id)?last=4")
    }

    @Test func `Enter on an attendee opens the form with that row focused`() throws {
        let fixture = try fixture()
        fixture.type("jj")
        fixture.press(.enter)
        #expect(fixture.screen.address == "standup/\(daily.id)/edit?focus=attendee:1")
    }

    @Test func `undo, a change elsewhere and the end of a meeting reload the page`() throws {
        var rig = ApplicationRig([daily], place: .standup("Daily"))
        let backend = try FixedBackend.with(daily)
        let id = Meeting.ID(rawValue: "m")
        let outcomes = [
            Outcome.undone(.meeting(id)), .changedElsewhere, .meetingEnded(id, .saved), .deleted(.meeting(id)),
        ]
        for (number, outcome) in outcomes.enumerated() {
            try backend.store.begin(meeting(number))
            rig.receive(outcome)
            try rig.answerCalls(from: backend)
            #expect(try rig.effects == [.loadStandups] && rig.detail.meetings.count == number + 1)
        }
    }
}
