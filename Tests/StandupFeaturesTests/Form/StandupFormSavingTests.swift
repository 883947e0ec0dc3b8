import MeetingModel
import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("Saving a form")
struct StandupFormSavingTests {
    let daily = Standup.sample("Daily", ["Ann"])

    func form(_ focus: FormFocus? = nil) -> ApplicationRig {
        ApplicationRig([daily], place: .edit(daily.id.rawValue, focus: focus))
    }

    @Test(
        arguments: [
            (FormFocus.title, " \t", "Give the standup a title."),
            (.length, "9s", "Choose a length from 10 sec to 8 hr."),
            (.length, "8h1s", "Choose a length from 10 sec to 8 hr."),
            (.length, "0", "Choose a length from 10 sec to 8 hr."),
            (.length, "soon", "“soon” is not a length. Write 15m, 90s or 1h30m."),
            (.language, "english please", "“english please” is not a language tag. Write en, en-GB or ko."),
            (.language, "Deutsch", "“Deutsch” is not a language tag. Write en, en-GB or ko."),
            (.language, "xx", "“xx” is not a language tag. Write en, en-GB or ko."),
            (.warnings, "10s, later", "“later” is not a time. Write 30s or 1m, separated by commas."),
        ])
    func `an error is shown next to its field, and nothing is lost or written`(
        field: FormFocus, text: String, error: String
    ) throws {
        var rig = form(field)
        rig.perform(.deleteToStart, .insert(text), .nextField, .save)
        #expect(rig.effects.isEmpty)
        #expect(try rig.form.focus == .field(field), "the field with the error has the focus")
        let shown = try rig.formScreen.fields[rig.formScreen.focused].field
        #expect(shown.error == error)
        #expect(shown.text == DisplayText(text).description)
        rig.perform(.insert("x"))
        #expect(try rig.formScreen.fields.allSatisfy { $0.field.error == nil }, "typing takes the error away")
    }

    @Test func `all errors are shown at once`() throws {
        var rig = form(.title)
        rig.perform(.deleteToStart, .nextField, .deleteToStart, .insert("1s"), .save)
        #expect(try rig.formScreen.fields.compactMap(\.field.error).count == 2)
        #expect(try rig.form.focus == .field(.title))
    }

    @Test func `a title and a name accept at most the maximum length`() throws {
        var rig = form(.title)
        rig.perform(.insert(String(repeating: "x", count: 1000)))
        #expect(try rig.form.draft.title.count == Standup.longestName)
        rig.perform(.insert("\u{301}"))
        #expect(try rig.form.draft.title.count == Standup.longestName)
    }

    @Test func `a valid draft becomes the intended standup`() throws {
        var rig = form(.title)
        rig.perform(.deleteToStart, .insert("  Team 회의 "))
        try rig.focus(.length)
        rig.perform(.deleteToStart, .insert("1h30m"))
        try rig.focus(.language)
        rig.perform(.deleteToStart, .insert("ko_KR.UTF-8"))
        try rig.focus(.warnings)
        rig.perform(.deleteToStart, .insert("10s; 1m,30s, 10s"))
        try rig.focus(.vocabulary)
        rig.perform(.insert("Kubernetes,  , gRPC, Kubernetes"), .save)
        guard case .save(let standup, replacing: daily) = rig.effects.first else { throw ApplicationRig.NotOpen() }
        #expect(standup.id == daily.id)
        #expect(standup.title == "Team 회의")
        #expect(standup.length == .seconds(5400))
        #expect(standup.language == "ko-KR")
        #expect(standup.settings.warnings == [.seconds(60), .seconds(30), .seconds(10)])
        #expect(standup.vocabulary == ["Kubernetes", "gRPC"])
        #expect(standup.attendees == daily.attendees)
    }

    @Test(arguments: MeetingSettings.SlotEnd.allCases)
    func `an untouched form saves the standup as it was`(atSlotEnd: MeetingSettings.SlotEnd) throws {
        var standup = daily
        standup.length = .milliseconds(754_321)
        standup.settings = MeetingSettings(
            atSlotEnd: atSlotEnd, timeSharing: .shared, warnings: [.seconds(90), .milliseconds(1500)],
            warningSounds: true)
        standup.language = "de-CH-1996"
        standup.vocabulary = ["a b", "c"]
        var rig = ApplicationRig([standup], place: .edit("Daily"))
        rig.perform(.save)
        #expect(rig.effects == [.save(standup, replacing: standup)])
    }

    @Test func `another process's change is reported while the user types, and the typed text stays`() throws {
        var rig = form()
        rig.type("!")
        rig.receive(.standups([daily], meetings: []))
        #expect(try rig.formScreen.error == nil)
        var theirs = daily
        theirs.title = "Weekly"
        rig.receive(.standups([theirs], meetings: []))
        #expect(try rig.formScreen.error?.contains("was changed elsewhere") == true)
        rig.receive(.standups([], meetings: []))
        #expect(try rig.formScreen.error?.contains("was deleted elsewhere") == true)
        #expect(try rig.form.draft.title == "Daily!")
        rig.perform(.save)
        guard case .save(let mine, replacing: daily) = rig.effects.first else { throw ApplicationRig.NotOpen() }
        #expect(mine.title == "Daily!")
    }

    @Test func `changed by another process: the form stays and offers to keep mine`() throws {
        var rig = form()
        rig.type("!")
        rig.perform(.save)
        var theirs = daily
        theirs.theme = .navy
        rig.receive(.saveRefused(.changed(theirs)))
        #expect(rig.screen.dialog?.title == "“Daily” was changed elsewhere")
        #expect(rig.screen.dialog?.answers.map(\.role) == [.destructive, .normal, .cancel])
        rig.type("m")
        guard case .save(let mine, replacing: theirs) = rig.effects.first else { throw ApplicationRig.NotOpen() }
        #expect(mine.title == "Daily!" && mine.theme == .bubblegum)
    }

    @Test func `changed by another process: the user takes theirs or continues editing`() throws {
        var rig = form()
        rig.type("!")
        rig.perform(.save)
        var theirs = daily
        theirs.title = "Weekly"
        rig.receive(.saveRefused(.changed(theirs)))
        rig.press(.escape)
        #expect(try rig.form.draft.title == "Daily!")
        #expect(try rig.formScreen.error?.contains("changed") == true)
        rig.perform(.save)
        #expect(rig.effects.count == 1)
        rig.receive(.saveRefused(.changed(theirs)))
        rig.type("t")
        #expect(try rig.form.draft.title == "Weekly" && !rig.form.hasChanges)
        rig.perform(.save)
        #expect(rig.effects == [.save(theirs, replacing: theirs)])
    }

    @Test func `deleted by another process: it can be saved as a new standup, whose page opens`() throws {
        var rig = form()
        rig.type("!")
        rig.perform(.save)
        rig.receive(.saveRefused(.deleted))
        rig.receive(.standups([], meetings: []))
        #expect(rig.screen.form != nil, "the form outlives the standup")
        rig.type("n")
        guard case .save(let standup, replacing: nil) = rig.effects.first else { throw ApplicationRig.NotOpen() }
        #expect(standup.id != daily.id && standup.title == "Daily!")
        rig.receive(.saved(standup))
        #expect(try rig.detail.standup == standup)
        #expect(rig.standups == [standup])
        #expect(rig.effects.contains { $0.isCall(on: .history) })
    }

    @Test func `deleted by another process: the page closes after Cancel`() throws {
        var rig = form()
        rig.receive(.standups([], meetings: []))
        rig.perform(.back)
        #expect(rig.screen.list != nil)
        #expect(rig.notice == "“Daily” was deleted elsewhere.")
    }

    @Test func `a full disk: the form keeps the typed text, gives the reason, and can be saved later`() throws {
        let fixture = try ApplicationFixture(standups: [daily], place: .edit("Daily"))
        fixture.store.failWrites(with: .cannotWrite(path: "/data/standup.db", reason: "No space left on device"))
        fixture.type("!")
        fixture.press(.control("s"))
        let form = try #require(fixture.screen.form)
        #expect(form.error?.contains("No space left on device") == true)
        #expect(form.fields[0].field.text == "Daily!")
        fixture.store.failWrites(with: nil)
        fixture.press(.control("s"))
        #expect(fixture.screen.page?.title == "Daily!")
        #expect(try fixture.store.standups().map(\.title) == ["Daily!"])
    }

    @Test
    func `two processes edit at once: the second one gets a message, and nothing is overwritten silently`() throws {
        let library = TemporaryLibrary()
        let first = try ApplicationFixture(standups: [daily], place: .edit("Daily"), library: library)
        let other = try TemporaryLibrary(store: library.store.anotherConnection())
        let second = try ApplicationFixture(place: .edit("Daily"), library: other)
        first.type(" one")
        first.press(.control("s"))
        second.type(" two")
        second.press(.control("s"))
        #expect(second.screen.dialog?.title.contains("changed elsewhere") == true)
        #expect(try library.store.standups().map(\.title) == ["Daily one"])
        second.type("m")
        #expect(try library.store.standups().map(\.title) == ["Daily two"])
    }

    @Test func `while the form is being saved, keys change nothing and start no second save`() throws {
        var rig = form()
        rig.perform(.save)
        #expect(rig.effects.count == 1)
        rig.type("!")
        rig.perform(.save)
        #expect(rig.effects.isEmpty)
        #expect(try rig.form.draft.title == "Daily")
    }
}
