import MeetingTiming
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The speech models below the devices") struct SpeechModelTests {
    private static func shelf(isConfigured: Bool = false) -> SpeechModelShelf {
        SpeechModelShelf(
            [
                ListedModel(
                    name: "base", recognizer: "whisper:base", title: "Whisper base",
                    languages: ["en", "de", "fr", "ko"],
                    size: 147_951_465, state: .installed),
                ListedModel(
                    name: "small", recognizer: "whisper:small", title: "Whisper small", languages: ["en", "de"],
                    size: 487_601_967, state: .available),
                ListedModel(
                    name: "pocketsphinx", recognizer: "pocketsphinx", title: "PocketSphinx", languages: ["en-us"],
                    state: .installed, isManaged: false),
            ], recognizer: isConfigured ? "pocketsphinx" : nil, isConfigured: isConfigured, standard: "Whisper base")
    }

    /// The devices, with the first row of the models selected.
    private func opened(
        _ models: FixedModels = FixedModels(shelf()), tasks: ScriptedTasks? = nil, address: String = "devices"
    ) throws -> ApplicationFixture {
        let app = try ApplicationFixture(place: Place(address: address), tasks: tasks, models: models)
        if address == "devices" { app.press(.backTab) }
        return app
    }

    private func rows(_ app: ApplicationFixture) -> [DevicesScreen.Row] {
        if case .devices(let screen) = app.screen.content { return screen.models }
        return []
    }

    private func selected(_ app: ApplicationFixture) -> String? {
        guard case .devices(let screen) = app.screen.content else { return nil }
        let before = screen.inputs.count + screen.calls.count + screen.outputs.count
        return screen.models.indices.contains(screen.selected - before)
            ? screen.models[screen.selected - before].label : nil
    }

    @Test func `are listed with their languages, sizes and states`() throws {
        let app = try opened()
        #expect(
            rows(app).map { "\($0.label): \($0.detail)" } == [
                "The best installed one for the language (Whisper base): ", "Whisper base: 4 languages · 148 MB",
                "Whisper small: en, de · 488 MB · not installed", "PocketSphinx: en-us",
            ])
        #expect(rows(app).map(\.isChosen) == [true, false, false, false])
        #expect(rows(app).map(\.isMissing) == [false, false, true, false])
        #expect(selected(app)?.hasPrefix("The best installed one") == true)
    }

    @Test func `are chosen for the following meetings`() throws {
        let app = try opened()
        app.press(.down, .enter)
        #expect(rows(app).map(\.isChosen) == [false, true, false, false])
        app.press(.tab, .backTab)
        #expect(selected(app) == "Whisper base", "the chosen one")
        app.press(.up, .enter)
        #expect(rows(app).map(\.isChosen) == [true, false, false, false])
    }

    @Test func `cannot be chosen against the configuration, and say why another cannot be used`() throws {
        let app = try opened(FixedModels(Self.shelf(isConfigured: true)))
        app.press(.end, .up, .up, .enter)
        #expect(
            app.screen.notice?.text
                == "The configuration chooses pocketsphinx. Change it with “standup config set recognizer”.")
        #expect(rows(app).map(\.isChosen) == [false, false, false, true])
        let broken = try opened(FixedModels(Self.shelf(), problem: .other("build it with: tools/speech")))
        broken.press(.down, .enter)
        #expect(broken.screen.notice?.kind == .error && rows(broken).map(\.isChosen)[0])
    }

    @Test func `are installed by Enter, with a progress`() throws {
        let models = FixedModels(Self.shelf())
        let tasks = ScriptedTasks { task, _, control in
            guard case .install(let model) = task else { return nil }
            control.report(TaskProgress(0.5, .downloads(file: "small.bin", host: "example.org")))
            models.setState(of: model, .installed)
            return .installed(model: model)
        }
        let app = try opened(models, tasks: tasks)
        app.press(.down, .down, .enter)
        #expect(app.screen.dialog?.title == "Download and install the speech model small?" && tasks.begun.isEmpty)
        #expect(app.screen.dialog?.message.contains("488 MB") == true)
        app.press(.enter)
        #expect(tasks.begun == [.install(model: "small")])
        #expect(rows(app).map(\.isMissing) == [false, false, false, false])
        #expect(app.screen.notice?.text == "The speech model small is installed.")
    }

    @Test func `are removed after a question, which has an address`() throws {
        let app = try opened()
        app.press(.down, .character("D"))
        #expect(app.screen.dialog?.title == "Remove the speech model base?")
        #expect(app.screen.address == "devices?dialog=remove:base")
        app.press(.enter)
        #expect(app.screen.dialog == nil && rows(app).map(\.isMissing) == [false, false, true, false])
        app.press(.character("D"), .character("r"))
        #expect(rows(app).map(\.isMissing) == [false, true, true, false])
        app.press(.character("D"))
        #expect(app.screen.notice?.text == "The speech model base is not installed. Press Enter to install it.")
        app.press(.down, .down, .character("D"))
        #expect(app.screen.notice?.text == "PocketSphinx comes from the system. Remove it there.")
        let again = try opened(address: "devices?dialog=remove:base")
        #expect(again.screen.dialog?.title == "Remove the speech model base?")
    }

    @Test func `have their keys in the bottom line only where they do something`() throws {
        func hints(_ app: ApplicationFixture) -> Set<String> {
            Set(app.screen.keys.map(\.text)).intersection(["test ding", "verify model", "remove model"])
        }
        let app = try opened()
        #expect(hints(app) == [])
        app.press(.down)
        #expect(hints(app) == ["verify model", "remove model"])
        app.press(.down)
        #expect(hints(app) == [])
        app.press(.home)
        #expect(hints(app) == ["test ding"])
    }

    @Test func `are compared with the catalogue`() throws {
        let tasks = ScriptedTasks()
        let app = try opened(tasks: tasks)
        app.press(.down, .character("v"))
        #expect(tasks.begun == [.verify(model: "base")])
        #expect(
            app.screen.notice?.text == "The speech model base matches the catalogue.")
        app.press(.down, .character("v"))
        #expect(tasks.begun.count == 1, "it is not installed")
    }
}
