import Localization
import MeetingModel
import Presentation
import StandupHistory
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("The import of a file") struct ImportTests {
    private static let folders = InMemoryFolders([
        "/home/ann": .folder([
            .init("monday.wav", .file), .init("call.wav", .file), .init("exported.json", .file),
            .init("broken.wav", .file), .init("secret", .folder), .init("b", .folder),
        ]),
        "/home/ann/secret": .unreadable("Permission denied"),
        "/home/ann/b": .folder([.init("times.csv", .file), .init("evil \u{1B}[31m\n.wav", .file)]),
    ])
    private static let contents: FixedBackend.Contents = [
        "/home/ann/call.wav": .success(
            .recording(.init(duration: .seconds(60), channels: 2, title: "Web", date: "2026-02-03 09:30"))),
        "/home/ann/exported.json": .success(.exported(standups: 1, meetings: 2)),
        "/home/ann/broken.wav": .failure(.other("cannot read the recording broken.wav (no sound)")),
    ]
    private static let web = Standup(
        id: .init(rawValue: "s1"), title: "Web", length: .seconds(300), theme: .teal, attendees: Team.all)
    private static let ops = Standup(id: .init(rawValue: "s2"), title: "Ops", length: .seconds(300))

    /// Tasks that import each recording as the meeting `m9`.
    private static func tasks(
        _ result: @escaping @Sendable (ImportRequest) throws(TaskProblem) -> ImportedItems? = { request in
            let standup: Standup.ID =
                switch request.recording?.standup {
                case .existing(let id): id
                default: .init(rawValue: "s9")
                }
            return ImportedItems(
                standups: standup.rawValue == "s9" ? [standup] : [], meetings: [.init(rawValue: "m9")],
                single: .init(
                    standup: standup, meeting: .init(rawValue: "m9"), duration: .seconds(125), speakers: 1,
                    isToBeTranscribed: true))
        }
    ) -> ScriptedTasks {
        ScriptedTasks { task, store, _ throws(TaskProblem) in
            guard case .importFile(let request) = task else { return nil }
            guard let items = try result(request) else { return nil }
            do throws(HistoryError) {
                for id in items.standups { try store.save(Standup(id: id, title: "Monday")) }
                for id in items.meetings {
                    try store.begin(
                        Meeting(
                            id: id, standupID: items.single?.standup ?? .init(rawValue: "s9"), title: "Monday",
                            startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, duration: .seconds(125),
                            attendees: []))
                }
            } catch {
                throw .history(error)
            }
            return .imported(items)
        }
    }

    private func opened(
        _ place: Place? = nil, tasks: ScriptedTasks = Self.tasks(),
        preferences: InMemoryPreferences = InMemoryPreferences()
    ) throws -> ApplicationFixture {
        try ApplicationFixture(
            standups: [Self.web, Self.ops], place: place, preferences: preferences, tasks: tasks,
            folders: Self.folders, contents: Self.contents)
    }

    private func files(_ app: ApplicationFixture) throws -> FilesScreen {
        guard case .files(let screen) = app.screen.content else { throw ApplicationRig.NotOpen() }
        return screen
    }

    private func form(_ app: ApplicationFixture) throws -> ImportScreen {
        guard case .importing(let screen) = app.screen.content else { throw ApplicationRig.NotOpen() }
        return screen
    }

    private func values(_ app: ApplicationFixture) throws -> [String] { try form(app).form.fields.map(\.field.text) }

    private func requests(_ tasks: ScriptedTasks) -> [ImportRequest] {
        tasks.begun.compactMap { if case .importFile(let request) = $0 { request } else { nil } }
    }

    @Test func `begins with i in the list, and shows the files of the working folder`() throws {
        let app = try opened()
        app.press(.character("i"))
        #expect(app.screen.address == "import?folder=/home/ann")
        #expect(try files(app).folder == "/home/ann" && files(app).title == "Import")
        #expect(
            try files(app).rows.map(\.name) == [
                "..", "b", "secret", "broken.wav", "call.wav", "exported.json", "monday.wav",
            ])
        app.press(.escape)
        #expect(app.screen.list != nil)
    }

    @Test func `remembers the folder`() throws {
        let preferences = InMemoryPreferences()
        let app = try opened(preferences: preferences)
        app.press(.character("i"), .enter)
        app.type("times")
        #expect(try files(app).state == "No matching name. Press Esc to show all.", "a table is no meeting")
        app.press(.escape, .enter)
        #expect(app.screen.address == "import?folder=/home/ann/b&file=evil%20%1B%5B31m%0A.wav")
        let next = try opened(preferences: preferences)
        next.press(.character("i"))
        #expect(next.screen.address == "import?folder=/home/ann/b")
        preferences.keep("/gone", for: .importFolder)
        let other = try opened(preferences: preferences)
        other.press(.character("i"))
        #expect(other.screen.address == "import?folder=/home/ann", "a folder that is gone is forgotten")
    }

    @Test func `says why a folder or a file cannot be opened`() throws {
        let app = try opened(.standup("Web"))
        app.press(.character("i"), .down, .enter)
        #expect(try files(app).title == "Import into “Web”")
        #expect(try files(app).error == "/home/ann/secret cannot be read (Permission denied). Choose another.")
        app.press(.down)
        app.press(.enter)
        #expect(try files(app).error == "Problem: cannot read the recording broken.wav (no sound)")
        app.press(.up)
        #expect(try files(app).error == nil)
    }

    @Test func `of a recording goes into the standup whose page it was opened from, as the command does it`() throws {
        let tasks = Self.tasks()
        let app = try opened(.standup("Web"), tasks: tasks)
        app.press(.character("i"))
        app.type("monday")
        app.press(.enter)
        #expect(app.screen.address == "standup/s1/import?folder=/home/ann&file=monday.wav")
        #expect(try values(app) == ["Web", "", "2026-02-03 09:30", "unknown", "at the next start of a meeting"])
        #expect(try form(app).facts.map(\.value) == ["/home/ann/monday.wav", "Recording, 2:05, 1 channel"])
        app.press(.enter)
        #expect(
            requests(tasks) == [
                ImportRequest(path: "/home/ann/monday.wav", recording: .init(standup: .existing(Self.web.id)))
            ])
        #expect(app.screen.address == "standup/s1/meeting/m9")
        #expect(app.screen.notice?.text == "Imported 2:05 with 1 speaker. Press u to undo.")
    }

    @Test func `from the list makes a new standup by the file's name, unless another is chosen`() throws {
        let tasks = Self.tasks()
        let app = try opened(tasks: tasks)
        app.press(.character("i"))
        app.type("monday")
        app.press(.enter)
        #expect(try values(app)[0] == "Monday" && form(app).form.fields[0].note == "new")
        app.press(.right)
        #expect(try values(app)[0] == "Web" && form(app).form.fields[0].note == nil)
        app.press(.left, .left)
        #expect(try values(app)[0] == "Ops")
        app.press(.right)
        #expect(try values(app)[0] == "Monday")
        app.press(.enter)
        #expect(requests(tasks).map(\.recording?.standup) == [.new(title: "Monday")])
        #expect(app.screen.address == "standup/s9/meeting/m9")
        app.press(.escape, .escape)
        #expect(app.screen.address == "standups", "the import is closed")
    }

    @Test func `goes into another standup than that of the page, whose page then opens`() throws {
        let app = try opened(.standup("Web"))
        app.press(.character("i"))
        app.type("monday")
        app.press(.enter, .right, .enter)
        #expect(app.screen.address == "standup/s2/meeting/m9")
    }

    @Test func `takes the title, the start, the speakers' times, the channel and the transcription`() throws {
        let tasks = Self.tasks()
        let app = try opened(tasks: tasks)
        app.press(.character("i"))
        app.type("call")
        app.press(.enter)
        #expect(try values(app)[0] == "Web" && form(app).form.fields[0].note == nil, "the file is called like it")
        app.press(.tab)
        app.type("Planning")
        app.press(.tab, .control("u"))
        app.type("2026-05-01 10:00")
        app.press(.tab, .right)
        #expect(app.screen.address == "import?folder=/home/ann&file=call.wav&dialog=speakers")
        app.press(.enter)
        #expect(try files(app).rows.map(\.name) == ["..", "times.csv"])
        app.press(.enter, .tab, .right, .tab, .right)
        #expect(
            try values(app) == [
                "Web", "Planning", "2026-05-01 10:00", "times.csv", "room", "now",
            ])
        app.press(.enter)
        let request = try #require(requests(tasks).first?.recording)
        #expect(request.title == "Planning" && request.channel == .room && request.transcription == .now)
        #expect(request.speakers == "/home/ann/b/times.csv")
        #expect(request.startedAt == Timestamp(calendarText: "2026-05-01 10:00"))
    }

    @Test func `shows errors in the fields`() throws {
        let tasks = Self.tasks { _ throws(TaskProblem) in throw .speakers("line 3: not a time, 1:99") }
        let app = try opened(tasks: tasks)
        app.press(.character("i"))
        app.type("monday")
        app.press(.enter, .control("u"), .tab, .tab)
        app.type("x")
        app.press(.enter)
        #expect(
            try form(app).form.fields.map(\.field.error) == [
                "Choose a standup, or type the title of a new one.", nil,
                "“2026-02-03 09:30x” is not a date. Write it like 2026-02-03 or 2026-02-03 09:30.", nil, nil,
            ])
        #expect(try form(app).form.focused == 0 && requests(tasks) == [])
        app.type("New")
        app.press(.tab, .tab, .backspace, .enter)
        #expect(try form(app).form.fields[3].field.error == "Problem: line 3: not a time, 1:99")
        #expect(try form(app).form.focused == 3 && requests(tasks).count == 1)
        #expect(app.screen.notice == nil)
        app.press(.left)
        #expect(try form(app).form.fields[3].field.error == nil)
    }

    @Test func `of exported meetings has no choices; what exists already is refused`() throws {
        let tasks = Self.tasks { _ in
            ImportedItems(standups: [], meetings: [], knownStandups: 1, knownMeetings: 2)
        }
        let app = try opened(tasks: tasks)
        app.press(.character("i"))
        app.type("json")
        app.press(.enter)
        #expect(try form(app).form.fields == [])
        #expect(try form(app).facts.map(\.value)[1] == "Exported meetings: 1 standup and 2 meetings")
        app.press(.enter)
        #expect(requests(tasks) == [ImportRequest(path: "/home/ann/exported.json")])
        #expect(
            try form(app).form.error
                == "Nothing to import: all standups (1) and meetings (2) of the file already exist.")
        app.press(.escape)
        #expect(try files(app).rows.count == 1, "back at the file")
    }

    @Test func `of standups shows them in the list, with what was skipped`() throws {
        let tasks = Self.tasks { _ in
            ImportedItems(
                standups: [.init(rawValue: "s9")], meetings: [.init(rawValue: "m8"), .init(rawValue: "m9")],
                knownStandups: 3, knownMeetings: 4)
        }
        let app = try opened(tasks: tasks)
        app.press(.character("i"))
        app.type("json")
        app.press(.enter, .enter)
        #expect(app.screen.list?.cards.map(\.title) == ["Web", "Ops", "Monday"])
        #expect(app.screen.list?.selected == 2)
        #expect(
            app.screen.notice?.text == "Imported. New standups: 1, new meetings: 2. Press u to undo. "
                + "Skipped because they already exist: standups 3, meetings 4.")
    }

    @Test func `is undone with u as a whole, and deletions before it after that`() throws {
        let app = try opened(.standup("Ops"))
        app.press(.character("D"), .character("d"))
        #expect(app.screen.list?.cards.map(\.title) == ["Web"])
        app.press(.character("i"))
        app.type("monday")
        app.press(.enter, .enter)
        #expect(app.screen.address == "standup/s9/meeting/m9")
        app.press(.character("u"))
        #expect(app.screen.address == "standups" && app.screen.list?.cards.map(\.title) == ["Web"])
        #expect(app.screen.notice?.text == "Undid: the import of 1 meeting.")
        #expect(try app.store.meeting(.init(rawValue: "m9")) == nil)
        app.press(.character("u"))
        #expect(app.screen.list?.cards.map(\.title) == ["Web", "Ops"])
        app.press(.character("u"))
        #expect(app.screen.list?.cards.map(\.title) == ["Web", "Ops"])
    }

    @Test func `that is undone keeps a new standup that has had another meeting since`() throws {
        let app = try opened()
        app.press(.character("i"))
        app.type("monday")
        app.press(.enter, .enter, .escape)
        try app.store.begin(
            Meeting(
                id: .init(rawValue: "later"), standupID: .init(rawValue: "s9"), title: "Monday",
                startedAt: Timestamp(nanosecondsSince1970: 5), state: .finished, duration: .seconds(1),
                attendees: []))
        app.press(.character("u"))
        #expect(app.screen.address == "standup/s9")
        #expect(app.screen.page?.meetings.map(\.id) == ["later"])
    }

    @Test func `that is broken off leaves the form as it was`() throws {
        let app = try opened(tasks: Self.tasks { _ in nil })
        app.press(.character("i"))
        app.type("monday")
        app.press(.enter, .enter)
        #expect(try values(app)[0] == "Monday")
        #expect(app.screen.notice?.text == "Import stopped. Nothing was imported.")
    }

    @Test func `opens from its address, at the folder, the file or the choice of the speakers' times`() throws {
        let folder = try opened(Place(address: "import?folder=/home/ann/b"))
        #expect(folder.screen.address == "import?folder=/home/ann/b")
        let file = try opened(Place(address: "standup/Web/import?folder=/home/ann&file=call.wav"))
        #expect(file.screen.address == "standup/s1/import?folder=/home/ann&file=call.wav")
        #expect(try values(file)[0] == "Web")
        let speakers = try opened(Place(address: "import?file=/home/ann/call.wav&dialog=speakers"))
        #expect(speakers.screen.address == "import?folder=/home/ann&file=call.wav&dialog=speakers")
        let missing = try opened(Place(address: "import?folder=/nowhere"))
        #expect(try files(missing).error == "/nowhere does not exist. Choose another.")
        missing.press(.escape)
        #expect(missing.screen.list != nil)
    }
}
