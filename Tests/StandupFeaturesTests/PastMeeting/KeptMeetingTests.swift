import Localization
import MeetingModel
import MeetingTiming
@testable import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("A past meeting in the application") struct KeptMeetingTests {
    /// The application at the meeting of `MeetingRig`, which is in the history.
    struct Opened {
        let app: ApplicationFixture
        let meeting = Meeting.ID(rawValue: "m1")

        init(state: Meeting.State = .finished, previews: [PostPreview] = []) throws {
            let library = TemporaryLibrary()
            let rig = MeetingRig(state: .live)
            let standup = Standup(
                id: rig.meeting.standupID, title: "Web", length: .seconds(180), theme: .navy, attendees: Team.all)
            try library.store.save(standup)
            try library.store.begin(rig.meeting)
            try library.store.record(
                rig.transcripts[0].map { .utterance($0.utterance) }
                    + (state == .live ? [] : [.state(state, duration: .seconds(125))]), in: rig.meeting.id)
            app = try ApplicationFixture(
                place: .meeting("s1", meeting: "m1"), library: library, previews: previews)
        }

        var screen: MeetingScreen? {
            if case .meeting(let screen) = app.screen.content { return screen }
            return nil
        }

        /// The numbers of the transcripts in the history.
        var numbers: [Int] { try! app.store.transcriptVersions(of: meeting).map(\.number) }

        /// The texts of each transcript in the history, the oldest first.
        var kept: [[String]] {
            get throws {
                try app.store.transcriptVersions(of: meeting).map { version in
                    try app.store.transcript(of: meeting, version: version.number).map(\.utterance.text)
                }
            }
        }
    }

    @Test func `shows the stored meeting`() throws {
        let opened = try Opened()
        #expect(opened.screen?.title == "Web")
        #expect(opened.screen?.theme == .navy)
        #expect(opened.screen?.lines.count == 3)
        #expect(opened.screen?.attendees.map(\.name) == ["Ann", "Ben", "Cal"])
        func showsFormat() -> Bool { opened.screen?.allFacts.contains { $0.value.contains(", WAV, 16 kHz") } == true }
        #expect(!showsFormat())
        opened.app.perform(.showDetails)
        #expect(showsFormat())
    }

    @Test func `shows the end of a message of its minutes in any window, and goes back from there at once`() throws {
        let lines = (1...60).map { "line \($0)" }
        let opened = try Opened(
            previews: [PostPreview(destination: "team", service: "slack", message: .success(lines))])
        let size = Size(columns: 80, rows: 24)
        opened.app.runner.resize(to: size)
        opened.app.press(.character("P"), .end, .end, .pageDown)
        func shown(_ size: Size) -> String { ScreenDrawing.draw(opened.app.screen, size: size).frame }
        #expect(shown(size).contains("line 60"))
        opened.app.press(.up)
        #expect(!shown(size).contains("line 60") && shown(size).contains("line 59"))
        opened.app.press(.end)
        let larger = Size(columns: 80, rows: 40)
        opened.app.runner.resize(to: larger)
        opened.app.clock.settle()
        opened.app.press(.up)
        #expect(!shown(larger).contains("line 60") && shown(larger).contains("line 59"))
        // So does the help.
        opened.app.press(.escape)
        opened.app.runner.resize(to: .smallest)
        opened.app.press(.character("?"), .end, .end)
        let end = shown(.smallest)
        opened.app.press(.up)
        #expect(shown(.smallest) != end)
    }

    @Test("asks before it is deleted, on its screen, its standup's page and the list, and says for whom that would be")
    func deletionReach() throws {
        let opened = try Opened()
        opened.app.library.reach = .here(owner: "ben")
        let text = "The meeting is deleted only here, because ben recorded it. "
        opened.app.press(.character("D"))
        #expect(opened.app.screen.dialog?.message.hasPrefix(text) == true)
        opened.app.press(.escape, .escape)
        for keys in [[Key.end, .character("D")], [.escape, .escape, .end, .character("D")]] {
            for key in keys { opened.app.press(key) }
            #expect(opened.app.screen.dialog?.title.hasPrefix("Delete the meeting of ") == true)
            #expect(opened.app.screen.dialog?.message.hasPrefix(text) == true)
        }
        opened.app.library.reach = nil
        opened.app.press(.escape, .end, .character("D"))
        #expect(opened.app.screen.dialog?.message.hasPrefix("Its recording is deleted too.") == true)
    }

    @Test func `can be corrected by keys alone, as a new transcript beside the old one`() throws {
        let opened = try Opened()
        opened.app.press(.down, .character("e"), .control("u"))
        opened.app.type("yesterday i finished the login page")
        opened.app.press(.enter)
        #expect(opened.screen?.unsaved == "1 correction, not saved")
        #expect(try opened.kept.count == 1)
        opened.app.press(.control("s"))
        #expect(opened.app.screen.notice?.text == "1 correction saved as a new transcript. Press u to undo.")
        #expect(opened.screen?.lines.first?.text == "yesterday i finished the login page")
        #expect(opened.screen?.version?.hasPrefix("Transcript 2 (2 in all): corrected") == true)
        let said = ["nothing blocks me", "i will work on the search"]
        #expect(
            try opened.kept == [
                ["yesterday i finished the lagoon page"] + said, ["yesterday i finished the login page"] + said,
            ])
        opened.app.press(.character("v"))
        #expect(opened.screen?.lines.first?.text == "yesterday i finished the lagoon page")
        opened.app.press(.character("c"))
        #expect(try opened.app.store.transcriptVersions(of: opened.meeting).map(\.isCurrent) == [true, false])
    }

    @Test
    func `saved corrections are undone by u, here or when the meeting was left, and their transcript stays`() throws {
        let opened = try Opened()
        for leaving in [[], [Key.escape]] {
            opened.app.press(.down, .character("e"))
            opened.app.type("x")
            opened.app.press(.enter, .control("s"))
            #expect(try opened.app.store.transcriptVersions(of: opened.meeting).last?.isCurrent == true)
            for key in leaving { opened.app.press(key) }
            opened.app.press(.character("u"))
            #expect(opened.app.screen.notice?.text.hasPrefix("Undid: the corrections of “Web”, ") == true)
            #expect(try opened.app.store.transcriptVersions(of: opened.meeting).first?.isCurrent == true)
        }
        #expect(try opened.kept.count == 3)
        opened.app.press(.character("u"))
        #expect(opened.app.screen.notice?.text == "There is nothing to undo.")
    }

    @Test func `its table has whole headings at 100 columns, and plain mode leaves out what is empty`() throws {
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

    @Test func `is found by the start of its id, as in commands`() throws {
        let library = TemporaryLibrary()
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

    @Test func `lets one utterance be moved to somebody else, and another be removed`() throws {
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

    @Test func `is deleted after a question, and restored on the standup's page`() throws {
        let opened = try Opened()
        opened.app.press(.character("D"), .character("d"))
        guard case .standup(let page) = opened.app.screen.content else {
            Issue.record("not the standup's page: \(opened.app.screen.content)")
            return
        }
        #expect(page.meetings.isEmpty)
        #expect(try opened.app.store.meeting(opened.meeting) == nil)
        opened.app.press(.character("u"))
        #expect(try opened.app.store.meeting(opened.meeting) != nil)
    }

    @Test func `can be left while the history is closed`() throws {
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

    @Test func `cannot be changed while it runs in another window, only after its end`() throws {
        let opened = try Opened(state: .live)
        opened.app.press(.down, .character("e"))
        #expect(opened.app.screen.notice?.text.contains("still running") == true)
        try opened.app.store.anotherConnection()
            .record([.state(.finished, duration: .seconds(125))], in: opened.meeting)
        opened.app.clock.advance(by: .seconds(1))
        opened.app.press(.character("e"))
        #expect(opened.screen?.correction != nil)
    }

    @Test func `closes when another process has deleted it`() throws {
        let opened = try Opened()
        try opened.app.store.anotherConnection().deleteMeeting(opened.meeting)
        opened.app.clock.advance(by: .seconds(1))
        #expect(opened.screen == nil)
        #expect(opened.app.screen.notice?.kind == .warning)
    }

    @Test func `opens at an utterance from an address`() throws {
        let place = try Place(address: "standup/s1/meeting/m1?utterance=2")
        let opened = try Opened()
        opened.app.press(.down, .down)
        let address = opened.app.screen.address
        #expect(try Place(address: address) == .meeting("s1", meeting: "m1", utterance: opened.screen?.selected))
        #expect(place == .meeting("s1", meeting: "m1", utterance: 2))
    }
}
