import MeetingHistory
import MeetingModel
import MeetingTiming
@testable import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The search over all meetings") struct HistorySearchTests {
    /// Two standups with a meeting each.
    private static func application(at place: Place? = nil) throws -> ApplicationFixture {
        let library = TemporaryLibrary()
        for (number, title) in ["Web", "Retro"].enumerated() {
            let standup = Standup(
                id: Standup.ID(rawValue: title), title: title, length: .seconds(180), theme: .navy, attendees: Team.all)
            try library.store.save(standup)
            let rig = MeetingRig(state: .live)
            var meeting = rig.meeting
            meeting = Meeting(
                id: Meeting.ID(rawValue: "m\(number)"), standupID: standup.id, title: title,
                startedAt: Timestamp(nanosecondsSince1970: Int64(number) * 86_400_000_000_000), state: .live,
                attendees: meeting.attendees)
            try library.store.begin(meeting)
            try library.store.record(
                rig.transcripts[0].map { .utterance($0.utterance) } + [.state(.finished, duration: .seconds(125))],
                in: meeting.id)
        }
        return try ApplicationFixture(place: place, library: library)
    }

    private func screen(_ app: ApplicationFixture) -> SearchScreen? {
        if case .search(let screen) = app.screen.content { screen } else { nil }
    }

    private func words(_ screen: SearchScreen?) -> [String] {
        screen?.hits.map { $0.pieces.map { $0.isMatch ? "<\($0.text)>" : $0.text }.joined() } ?? []
    }

    @Test func `helps if nothing is found: with the words, and with the filters only if there are any`() throws {
        let app = try Self.application(at: Place(.search()))
        app.type("sesquipedalian")
        #expect(
            screen(app)?.empty
                == "Nothing found. Try fewer words, or only the beginning of one: licen* finds license and licence.")
        app.press(.tab, .character("t"), .down, .enter)
        #expect(screen(app)?.empty?.hasSuffix("or other filters.") == true)
    }

    @Test func `leaves its field when a meeting is left whose corrections were saved: the notice names a key`() throws {
        let app = try Self.application(at: Place(.search()))
        app.type("lag")
        app.press(.enter, .character("e"))
        app.type("x")
        app.press(.enter, .escape)
        #expect(app.screen.notice?.text == "1 correction saved as a new transcript. Press u to undo.")
        app.press(.character("u"))
        #expect(screen(app)?.field.text == "lag")
        #expect(app.screen.notice?.text.hasPrefix("Undid: the corrections of ") == true)
    }

    @Test func `opens from a past meeting, and Esc goes back to it`() throws {
        let app = try Self.application(at: .meeting("Web", meeting: "m0"))
        app.press(.character("f"))
        #expect(screen(app)?.filters.map(\.value) == ["all", "everybody", "any time", "all", "everything"])
        app.type("lag")
        #expect(screen(app)?.hits.map { $0.place[0] } == ["Retro", "Web"])
        app.press(.enter, .character("f"))
        #expect(screen(app)?.field.text == "lag" && screen(app)?.field.cursor == 3)
        app.press(.escape)
        #expect(app.screen.address == "standup/Web/meeting/m0")
        app.press(.escape)
        #expect(app.screen.address == "standup/Web")
    }

    @Test func `opens from a past meeting after its corrections are saved`() throws {
        let app = try Self.application(at: .meeting("Web", meeting: "m0"))
        app.press(.down, .character("e"), .character("!"), .enter, .character("f"))
        #expect(screen(app) != nil)
        let meeting = try #require(try app.store.meeting(Meeting.ID(rawValue: "m0")))
        #expect(meeting.transcript.contains { $0.text.hasSuffix("!") })
    }

    @Test func `finds as one types, with what was found marked, and opens the meeting there`() throws {
        let app = try Self.application()
        app.type("f")
        #expect(screen(app)?.hits.isEmpty == true)
        app.type("lag")
        #expect(words(screen(app)) == Array(repeating: "yesterday i finished the <lagoon> page", count: 2))
        #expect(screen(app)?.summary == "2 hits, best first")
        #expect(screen(app)?.hits.map { $0.place[0] } == ["Retro", "Web"])
        app.press(.down, .enter)
        guard case .meeting(let meeting) = app.screen.content else {
            Issue.record("not a meeting: \(app.screen.content)")
            return
        }
        #expect(meeting.title == "Web" && meeting.selected == 0)
        #expect(app.screen.address.hasPrefix("standup/Web/meeting/m0?utterance=0"))
        app.press(.escape)
        #expect(words(screen(app)).count == 2)
        #expect(screen(app)?.selected == 1)
    }

    @Test func `opens the meeting with the words lit, and n goes through their hits`() throws {
        let app = try Self.application(at: Place(.search()))
        app.type("will nothing")
        app.press(.tab, .character("o"), .enter)
        guard case .meeting(let opened) = app.screen.content else { return #expect(Bool(false), "no meeting") }
        #expect(opened.find?.hits.map(\.line) == [1, 2])
        app.press(.character("n"))
        guard case .meeting(let next) = app.screen.content else { return #expect(Bool(false), "no meeting") }
        #expect(next.find?.hit != nil && next.selected != opened.selected)
        app.press(.escape)
        #expect(screen(app) != nil, "Esc goes back at once")
    }

    @Test func `keeps what was found while a further word has one or two letters`() throws {
        let app = try Self.application(at: Place(.search()))
        app.type("lag p")
        #expect(words(screen(app)).first == "yesterday i finished the <lagoon> page")
        for _ in 0..<5 { app.press(.backspace) }
        app.type("lagoon pa")
        #expect(words(screen(app)).first == "yesterday i finished the <lagoon> page")
        app.type("ge")
        #expect(words(screen(app)).first == "yesterday i finished the <lagoon> <page>")
        app.type("x")
        #expect(words(screen(app)).isEmpty)
        #expect(screen(app)?.empty?.hasPrefix("Nothing found. Try fewer words, or only the beginning") == true)
        app.press(.tab)
        app.type("a")
        #expect(app.screen.dialog?.answers.map(\.key) == ["e", "a", "b", "c"])
        app.press(.end, .enter)
        #expect(screen(app)?.filters[1].value == "Cal")
    }

    @Test func `is limited to a standup, a person and a time by keys`() throws {
        let app = try Self.application(at: Place(.search(words: "the")))
        let all = words(screen(app)).count
        func filters() -> String {
            ScreenDrawing.draw(app.screen, size: Size(columns: 80, rows: 24)).lines[3...4].joined()
        }
        #expect(filters().contains("time any time") && !filters().contains("M find"), "typed letters are no keys")
        app.press(.tab)
        #expect(filters().contains("s standup all  a person everybody") && filters().contains("M find everything"))
        app.type("s")
        #expect(app.screen.dialog?.answers.map(\.text) == ["all", "Web", "Retro"])
        app.press(.down, .enter)
        #expect(words(screen(app)).count == all / 2)
        #expect(screen(app)?.filters.map(\.value) == ["Web", "everybody", "any time", "all", "everything"])
        app.type("a")
        #expect(app.screen.dialog?.answers.map(\.text) == ["everybody", "Ann", "Ben", "Cal"])
        app.press(.down, .enter)
        #expect(words(screen(app)).allSatisfy { $0.contains("lagoon") })
        #expect(app.screen.address == "search?words=the&standup=Web&person=Ann")
        app.type("t")
        app.press(.down, .enter)
        #expect(screen(app)?.filters.map(\.value) == ["Web", "Ann", "since yesterday", "all", "everything"])
        #expect(try Place(address: app.screen.address).address == app.screen.address)
    }

    @Test func `is limited to days that are typed as the command takes them, and refuses what is no day`() throws {
        let app = try Self.application(at: Place(.search(words: "lagoon")))
        app.press(.tab)
        app.type("t")
        app.press(.end, .enter)
        #expect(screen(app)?.day?.label == "From" && app.screen.address == "search?words=lagoon&dialog=since")
        app.type("1970-01-32")
        app.press(.enter)
        #expect(app.screen.notice?.kind == .warning && screen(app)?.day != nil)
        app.press(.backspace, .backspace)
        app.type("01")
        app.press(.enter)
        #expect(screen(app)?.day?.label == "Up to and including")
        app.type("1970-01-01")
        app.press(.enter)
        #expect(screen(app)?.day == nil)
        #expect(screen(app)?.filters[2].value == "1970-01-01 to 1970-01-01")
        #expect(screen(app)?.hits.map { $0.place[0] } == ["Web"])
        #expect(app.screen.address == "search?words=lagoon&since=1970-01-01&until=1970-01-01")
        let next = try Self.application(at: Place(address: app.screen.address))
        #expect(screen(next)?.hits == screen(app)?.hits)
        app.type("t")
        app.press(.home, .enter)
        #expect(screen(app)?.hits.count == 2, "any time")
    }

    @Test func `finds texts with any of the words on request`() throws {
        let app = try Self.application(at: Place(.search(words: "lagoon blocks")))
        #expect(words(screen(app)).isEmpty)
        app.press(.tab)
        app.type("o")
        #expect(words(screen(app)).count == 4)
        #expect(screen(app)?.filters[3].value == "any")
        #expect(app.screen.address == "search?words=lagoon%20blocks&any=yes")
        app.type("o")
        #expect(words(screen(app)).isEmpty)
    }

    @Test func `finds points with M, and opens the minutes at one`() throws {
        let app = try Self.application(at: Place(.search(words: "lagoon")))
        let person = Team.all[1]
        for meeting in ["m0", "m1"] {
            let points = ["Drain the lagoon", "Buy paint", "Cross the lagoon"].enumerated().map { number, text in
                MeetingModel.Point(
                    id: MeetingModel.Point.ID(rawValue: "\(meeting)-\(number)"), attendee: person.id, kind: .plan,
                    text: text, start: .seconds(number), end: .seconds(number + 1), maker: .rules, transcript: 1)
            }
            try app.library.store.addPoints(
                points, to: Meeting.ID(rawValue: meeting), by: .rules, from: 1, settling: [],
                at: Timestamp(nanosecondsSince1970: 0))
        }
        let said = words(screen(app))
        app.press(.tab)
        app.type("M")
        #expect(app.screen.address == "search?words=lagoon&points=yes")
        #expect(
            words(screen(app))
                == Array(repeating: ["Drain the <lagoon>", "Cross the <lagoon>"], count: 2).flatMap(\.self))
        #expect(screen(app)?.hits[1].place.suffix(2) == ["\(person.name) 0:02", "plan"])
        #expect(screen(app)?.summary == "4 points, newest first")
        app.press(.down, .down, .down, .enter)
        #expect(app.screen.address == "standup/Web/meeting/m0?minutes=yes&point=m0-2")
        app.press(.escape)
        #expect(app.screen.address == "search?words=lagoon&points=yes")
        app.type("M")
        #expect(words(screen(app)) == said && !said.isEmpty)
        app.press(.enter)
        #expect(
            app.screen.address.contains("/meeting/") && !app.screen.address.contains("minutes=yes"), "the words first")
    }

    @Test(arguments: SearchDialog.allCases)
    func `its questions come back by the address`(dialog: SearchDialog) throws {
        let place = Place(.searching(PlaceInSearch(words: "lagoon", dialog: dialog)))
        let app = try Self.application(at: place)
        #expect(app.screen.address == place.address)
        #expect((screen(app)?.day != nil) == [.since, .until].contains(dialog))
        #expect((app.screen.dialog == nil) == [.since, .until].contains(dialog))
        app.press(.escape)
        #expect(app.screen.address == "search?words=lagoon")
    }

    @Test func `opened from a standup's page or an attendee, is limited to them`() throws {
        let app = try Self.application(at: .standup("Web"))
        app.press(.down)
        app.type("flagoon")
        #expect(screen(app)?.filters.map(\.value) == ["Web", "Ann", "any time", "all", "everything"])
        #expect(words(screen(app)).count == 1)
        app.press(.tab)
        app.type("s")
        #expect(app.screen.dialog?.answers.map(\.text) == ["all", "Web", "Retro"])
        app.press(.escape, .escape)
        #expect(app.screen.page != nil)
    }

    @Test func `forgets a meeting that is deleted, here or elsewhere`() throws {
        let app = try Self.application(at: Place(.search(words: "lagoon")))
        app.press(.enter)
        app.type("D")
        app.type("d")
        #expect(words(screen(app)).count == 1)
        app.type("u")
        #expect(words(screen(app)).count == 2)
    }

    @Test func `keeps what has been read on, and its selection, when the history changes elsewhere`() throws {
        let store = SQLiteMeetingStore.temporary()
        for number in 0..<250 {
            try store.begin(
                Meeting(
                    id: Meeting.ID(rawValue: "\(number)"), standupID: Standup.ID(rawValue: "s\(number)"), title: "Web",
                    startedAt: Timestamp(nanosecondsSince1970: Int64(number)), attendees: []))
        }
        var search = HistorySearch(in: [], for: "web")
        try search.carryOut(search.firstEffects(), in: store)
        #expect(search.hits.count == 100)
        try search.carryOut(search.perform(.select(99)).effects, in: store)
        #expect(search.hits.count == 200)
        _ = search.perform(.select(150))
        try search.carryOut(search.receive(.changedElsewhere).effects, in: store)
        #expect(search.hits.count == 200 && search.selected == 150)
    }

    @Test(
        arguments: [
            (nil, "a", "Ann", "Ann"), (nil, "s", "Someone", "Jemand"), (nil, "a", "Someone", "Someone"),
            (.room, "a", "Ann", "aus dem Raum"), (.call, "a", "Ann", "aus dem Anruf"),
        ] as [(AudioChannel?, String, String, String)])
    func `names in the interface's language who is not known`(
        interjection: AudioChannel?, attendee: String, name: String, shown: String
    ) {
        let hit = SearchHit(
            meeting: Meeting.ID(rawValue: "m"), standup: Standup.ID(rawValue: "s"), title: "Web",
            startedAt: Timestamp(nanosecondsSince1970: 0),
            source: .utterance(0, attendee: .init(rawValue: attendee), name: name, start: .zero, end: .seconds(1)),
            text: "web", interjection: interjection, matches: [])
        #expect(hit.speaker(.localizer("de")) == shown)
    }

    @Test func `does not offer whoever is not known as a person to search for`() throws {
        let standup = Standup(
            id: Standup.ID(rawValue: "s"), title: "Web", length: .seconds(180), theme: .navy, attendees: Team.all)
        let unknown = Attendee(id: .init(rawValue: standup.id.rawValue), name: Attendee.someone)
        var search = HistorySearch(in: [standup], at: PlaceInSearch())
        search.people = standup.attendees + [unknown]
        _ = search.perform(.filterPerson)
        let answers = try #require(search.dialog(.localizer("en"))).answers.map(\.text)
        #expect(answers == ["everybody"] + Team.all.map(\.name).sorted())
    }

    @Test(arguments: [20, 40, 80])
    func `shows a match at the end of a long text, in any width`(columns: Int) {
        let text = String(repeating: "word ", count: 200) + "needle and more"
        let start = text.index(text.startIndex, offsetBy: 1000)
        let match = start..<text.index(start, offsetBy: 6)
        let screen = SearchScreen(
            title: "", field: FieldScreen(label: ""), filters: [], summary: "",
            hits: [.init(place: [""], pieces: SearchScreen.Piece.pieces(of: text, matches: [match]))], selected: 0)
        var canvas = Canvas(Size(columns: columns, rows: 12))
        screen.draw(on: &canvas, in: canvas.bounds, keys: [])
        let lines = (0..<12).map { row in canvas.row(row).map { String($0.character) }.joined() }
        #expect(lines.contains { $0.contains("needle") }, "\(lines)")
    }
}
