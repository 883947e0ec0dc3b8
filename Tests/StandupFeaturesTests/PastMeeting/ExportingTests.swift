import Localization
import MeetingHistory
import MeetingModel
import MeetingTiming
import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The export of a past meeting") struct ExportingTests {
    /// The application at a meeting of Ann, Ben and Cal, with or without a call.
    private func opened(
        exporter: FixedExporter = FixedExporter(), preferences: InMemoryPreferences = InMemoryPreferences(),
        channels: Int = 1, dialog: MeetingDialog? = nil
    ) throws -> ApplicationFixture {
        let library = TemporaryLibrary()
        var meeting = MeetingRig(state: .live).meeting
        meeting.recording = Recording(fileName: "m1.wav", sampleRate: 16_000, frames: 2_000_000, channels: channels)
        try library.store.save(
            Standup(id: meeting.standupID, title: "Web", length: .seconds(180), theme: .navy, attendees: Team.all))
        try library.store.begin(meeting)
        try library.store.record(
            MeetingRig().transcripts[0].map { .utterance($0.utterance) } + [.state(.finished, duration: .seconds(125))],
            in: meeting.id)
        return try ApplicationFixture(
            place: .meeting("s1", meeting: "m1", dialog: dialog), preferences: preferences, library: library,
            exporter: exporter)
    }

    private func screen(_ app: ApplicationFixture) -> ExportScreen? {
        if case .export(let screen) = app.screen.content { return screen }
        return nil
    }

    private func values(_ app: ApplicationFixture) -> [String] {
        screen(app)?.form.fields.map(\.field.text) ?? []
    }

    @Test func `offers the formats, and names the file as the command does`() throws {
        let app = try opened()
        app.press(.character("x"))
        #expect(app.runner.screen.address.hasSuffix("dialog=export"))
        let stem = MeetingRig.stem
        #expect(values(app) == ["md · transcript", "everyone", "/home/ann/\(stem).md"])
        app.press(.right)
        #expect(values(app) == ["wav · recording", "everyone", "/home/ann/\(stem).wav"])
        app.press(.down, .right, .right)
        #expect(values(app) == ["wav · recording", "Ben", "/home/ann/\(stem)_Ben.wav"])
        app.press(.up, .left, .up)
        #expect(values(app) == ["md · transcript", "Ben", "/home/ann/\(stem)_Ben.md"])
        app.press(.escape)
        #expect(screen(app) == nil)
    }

    @Test func `keeps the name that the user types, with the ending of the format`() throws {
        let app = try opened()
        app.press(.character("x"), .backTab, .control("u"))
        app.type("minutes.md")
        app.press(.backTab, .backTab, .right)
        #expect(values(app).last == "minutes.wav")
        app.press(.down, .right)
        #expect(values(app) == ["wav · recording", "Ann", "minutes.wav"])
    }

    @Test func `offers the channels of a call for its recording alone`() throws {
        let exporter = FixedExporter()
        let app = try opened(exporter: exporter, channels: 2)
        app.press(.character("x"))
        #expect(values(app).count == 3)
        app.press(.right, .down, .down, .right, .right)
        #expect(values(app)[2] == "call")
        app.press(.enter)
        #expect(exporter.requests.map(\.channel) == [.call])
        #expect(exporter.requests.first?.version == nil, "a recording has no transcript")
    }

    @Test func `writes the file, says where, and remembers format, speaker and folder`() throws {
        let exporter = FixedExporter()
        let preferences = InMemoryPreferences()
        let app = try opened(exporter: exporter, preferences: preferences, dialog: .export)
        app.press(.right, .down, .right, .down, .control("u"))
        app.type("/tmp/a.wav")
        app.press(.enter)
        #expect(exporter.requests.map(\.path) == ["/tmp/a.wav"])
        #expect(exporter.requests.map(\.format.name) == ["wav"])
        #expect(screen(app) == nil)
        #expect(app.screen.notice?.text == "Exported to /tmp/a.wav.")
        let next = try opened(exporter: exporter, preferences: preferences, dialog: .export)
        #expect(values(next) == ["wav · recording", "Ann", "/tmp/\(MeetingRig.stem)_Ann.wav"])
    }

    @Test func `asks before it overwrites a file`() throws {
        let path = "/home/ann/\(MeetingRig.stem).md"
        let exporter = FixedExporter(existing: [path])
        let app = try opened(exporter: exporter)
        app.press(.character("x"), .enter)
        #expect(app.screen.dialog?.title == "This file already exists. Overwrite it?")
        #expect(app.screen.dialog?.message == path)
        app.press(.enter)
        #expect(app.screen.dialog == nil && screen(app) != nil, "Enter alone overwrites nothing")
        app.press(.enter, .character("o"))
        #expect(exporter.requests.map(\.overwrites) == [false, false, true])
        #expect(app.screen.notice?.text == "Exported to \(path).")
    }

    @Test func `completes a folder, and moves the cursor elsewhere in the path`() throws {
        let app = try opened()
        app.press(.character("x"), .backTab, .control("u"))
        app.type("/tmp/")
        app.press(.tab)
        #expect(values(app).last == "/tmp/minutes/")
        app.press(.left, .right)
        #expect(values(app).last == "/tmp/minutes/")
    }

    @Test func `says what went wrong`() throws {
        var form = try #require(Self.form)
        #expect(form.perform(.activate) != nil)
        form.take(.noFolder(path: "/nowhere"))
        #expect(form.problem == .noFolder(path: "/nowhere"))
        #expect(form.perform(.down) == nil && form.problem == nil)
        #expect(form.perform(.back) == .close)
        #expect(
            Message(TaskProblem.noFolder(path: "/nowhere")).text(.english)
                == "The folder /nowhere does not exist. Create it or choose another.")
    }

    @Test func `has no sound without a recording, and no path without a name`() throws {
        var form = try #require(Self.form)
        #expect(form.format?.name == "md")
        _ = form.perform(.right)
        #expect(form.format?.name == "md", "there is no other")
        _ = form.perform(.previousField)
        _ = form.perform(.deleteToStart)
        #expect(form.perform(.activate) == nil)
    }

    @Test func `has the corrections that were just made`() throws {
        let exporter = FixedExporter()
        let app = try opened(exporter: exporter)
        app.press(.down, .character("e"), .control("u"))
        app.type("new")
        app.press(.enter, .character("x"))
        app.press(.enter)
        #expect(exporter.requests.map(\.version) == [2])
        #expect(try app.store.transcript(of: MeetingRig().meeting.id, version: 2).first?.utterance.text == "new")
    }

    @Test func `opens only once the corrections are saved, and is refused while the meeting runs`() {
        // One has read the unsaved corrections.
        func calls(_ rig: MeetingRig) -> Int { rig.effects.count(where: { $0.isCall(on: .preferences) }) }
        var rig = MeetingRig.read()
        rig.perform(.edit)
        rig.type("new")
        rig.refusal = .cannotWrite(path: "/data", reason: "full")
        rig.perform(.activate, .export)
        #expect(rig.notice?.kind == .error && calls(rig) == 1)
        rig.refusal = nil
        rig.perform(.save)
        #expect(calls(rig) == 1)
        var live = MeetingRig.read(state: .live)
        live.perform(.export)
        #expect(live.notice?.kind == .warning && calls(live) == 1)
    }

    @Test func `writes the format that the typed ending names`() throws {
        let exporter = FixedExporter()
        let app = try opened(exporter: exporter)
        app.press(.character("x"), .backTab, .control("u"))
        app.type("/tmp/a.WAV")
        #expect(values(app).first == "wav · recording")
        app.press(.enter)
        #expect(exporter.requests.map(\.format.name) == ["wav"])
    }

    @Test func `says so if the history is closed, and can be left`() throws {
        let app = try opened()
        app.press(.character("x"))
        app.runner.perform { $0.history.close { _ in } }
        app.clock.settle()
        app.press(.enter)
        #expect(app.screen.task == nil && screen(app)?.form.error != nil)
        app.press(.escape)
        #expect(screen(app) == nil)
    }

    private static var form: ExportForm? {
        var loaded = MeetingRig.read().feature.loaded
        loaded?.meeting.recording = nil
        let offer = ExportOffer(
            formats: [OfferedFormat("md", isSound: false), OfferedFormat("wav", isSound: true)], folder: "/",
            memory: nil)
        return loaded.map { ExportForm(ExportForm.Source($0, isMinutes: false), offer) }
    }
}

extension MeetingRig {
    /// The name of the meeting's exports, without the ending.
    fileprivate static var stem: String {
        LocalTime(MeetingRig().meeting.startedAt).fileName + "_Web"
    }
}
