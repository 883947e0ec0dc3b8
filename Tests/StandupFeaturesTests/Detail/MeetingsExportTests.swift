import Localization
import MeetingModel
import MeetingTiming
import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("The export of several meetings") struct MeetingsExportTests {
    private let daily = Standup.sample("Daily")

    private func opened(
        _ place: Place = .standup("Daily"), meetings count: Int = 3, tasks: ScriptedTasks = ScriptedTasks(),
        preferences: InMemoryPreferences = InMemoryPreferences()
    ) throws -> ApplicationFixture {
        let library = TemporaryLibrary()
        for number in 0..<count { try library.store.begin(StandupDetailTests().meeting(number)) }
        return try ApplicationFixture(
            standups: [daily], place: place, preferences: preferences, library: library, tasks: tasks)
    }

    private func form(_ app: ApplicationFixture) -> FormScreen? {
        if case .export(let screen) = app.screen.content { screen.form } else { nil }
    }

    private func requests(_ tasks: ScriptedTasks) -> [MeetingsExportRequest] {
        tasks.begun.compactMap { if case .exportMeetings(let request) = $0 { request } else { nil } }
    }

    @Test func `is of all meetings, goes into a folder, and remembers format and folder`() throws {
        let (tasks, preferences) = (ScriptedTasks(), InMemoryPreferences())
        let app = try opened(tasks: tasks, preferences: preferences)
        app.press(.character("x"))
        #expect(app.screen.address == "standup/\(daily.id)?dialog=export")
        #expect(form(app)?.title == "Export 3 meetings of “Daily”")
        #expect(form(app)?.fields.map(\.field.text) == ["md · transcript", "everyone", "/home/ann/"])
        app.press(.right)
        #expect(form(app)?.fields.map(\.field.text) == ["wav · recording", "everyone", "room and call", "/home/ann/"])
        app.press(.down, .right, .enter)
        let request = try #require(requests(tasks).first)
        #expect(request.meetings == nil && request.standup == daily.id && request.choices.format.name == "wav")
        #expect(request.choices.speaker == daily.attendees[0].id && request.choices.path == "/home/ann/")
        #expect(app.screen.page != nil && app.screen.notice?.text == "Exported 1 meeting to /home/ann/.")
        app.press(.character("x"))
        #expect(form(app)?.fields[0].field.text == "wav · recording")
        app.press(.escape)
        #expect(app.screen.page != nil)
    }

    @Test func `is of the marked meetings if some are`() throws {
        let tasks = ScriptedTasks()
        let app = try opened(tasks: tasks)
        #expect(app.screen.page?.meetings.map(\.isMarked) == [nil, nil, nil])
        app.press(.end, .character(" "), .up, .up, .character(" "))
        #expect(app.screen.page?.meetings.map(\.isMarked) == [true, false, true])
        app.press(.down, .character(" "), .character(" "), .character("x"))
        #expect(form(app)?.title == "Export 2 meetings of “Daily”")
        let again = try opened(Place(address: app.screen.address), tasks: ScriptedTasks())
        #expect(form(again)?.title == "Export 2 meetings of “Daily”")
        #expect(again.screen.address == app.screen.address && app.screen.address.contains("dialog=export:"))
        again.press(.escape)
        #expect(again.screen.page?.meetings.map(\.isMarked) == [true, false, true])
        app.press(.enter)
        #expect(requests(tasks).first?.meetings?.map(\.rawValue).sorted() == ["meeting-0", "meeting-2"])
    }

    @Test func `asks before it overwrites files, and shows why it failed`() throws {
        let script: ScriptedTasks.Script = { (task, _, _) throws(TaskProblem) in
            guard case .exportMeetings(let request) = task, request.choices.overwrites else {
                throw .exists(path: "/home/ann/a.md")
            }
            throw .noFolder(path: "/home/ann/")
        }
        let app = try opened(tasks: ScriptedTasks(script: script))
        app.press(.character("x"), .enter)
        #expect(app.screen.dialog?.title == "Some of these files already exist. Overwrite them?")
        app.press(.enter)
        #expect(app.screen.dialog == nil && form(app)?.error == nil)
        app.press(.enter, .character("o"))
        #expect(form(app)?.error?.contains("/home/ann/") == true && app.screen.notice == nil)
        #expect(
            app.screen.address == "standup/\(daily.id)?dialog=export", "the form stays open")
    }

    @Test func `says so if there are no meetings, and what was written when it was stopped`() throws {
        let app = try opened(meetings: 0)
        app.press(.character("x"))
        #expect(form(app) == nil && app.screen.notice != nil)
        let stopped = Message(
            .exportedMeetings(ExportedMeetings(count: 1, of: 3, skipped: 2, folder: "/home/ann/")))
        #expect(stopped.text(.english) == "Export stopped. 1 of 3 files was written to /home/ann/.")
        let skipped = Message(
            .exportedMeetings(ExportedMeetings(count: 3, of: 3, skipped: 2, folder: "/home/ann/")))
        #expect(
            skipped.text(.english)
                == "Exported 3 meetings to /home/ann/. The others have nothing to export: 2.")
    }
}
