import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("A background task") struct BackgroundTaskTests {
    private static let task = BackgroundTask.install(model: "base")
    private static let export = ExportRequest(
        meeting: Meeting.ID(rawValue: "m1"), format: OfferedFormat("md", isSound: false), path: "/tmp/a.md",
        name: "a.md")

    /// The application with a task that has begun.
    private func begun(_ task: BackgroundTask = Self.task) -> ApplicationRig {
        var rig = ApplicationRig([])
        _ = rig.application.admitted([.begin(task)])
        return rig
    }

    @Test func `shows what it does, and its progress`() {
        var rig = begun()
        #expect(rig.screen.task?.title == "Installing the speech model base" && rig.screen.task?.fraction == nil)
        rig.receive(.taskProgress(Self.task, TaskProgress(0.425, .downloads(file: "a.bin", host: "example.org"))))
        #expect(rig.screen.task?.percent == "42 %" && rig.screen.task?.detail == "a.bin from example.org")
        rig.receive(.taskProgress(.install(model: "tiny"), TaskProgress(0.9)))
        #expect(rig.screen.task?.percent == "42 %", "another task's progress is too late")
        rig.receive(.taskEnded(Self.task, .success(.installed(model: "base"))))
        #expect(rig.screen.task == nil && rig.notice == "The speech model base is installed.")
        rig.perform(.down)
        #expect(rig.notice == nil)
    }

    @Test func `takes the keys: Esc breaks it off, Enter puts it behind the screen, Ctrl-T brings it back`() {
        var rig = begun()
        rig.press(.character("a"))
        #expect(rig.address == "standups?task=yes" && rig.effects == [])
        rig.press(.escape)
        #expect(rig.effects == [.cancelTask] && rig.screen.task?.detail == "Stopping…")
        rig.press(.enter)
        #expect(rig.screen.task?.isInFront == false && rig.effects == [])
        rig.press(.character("a"))
        #expect(rig.address == "standups/add?focus=title")
        rig.press(.control("t"))
        #expect(rig.screen.task?.isInFront == true && rig.address == "standups/add?focus=title&task=yes")
        let place = rig.application.place
        rig.press(.enter, .escape)
        #expect(rig.address == "standups" && rig.screen.task?.isInFront == false)
        _ = rig.application.open(place)
        #expect(rig.application.place == place && rig.screen.task?.isInFront == true)
        #expect(ApplicationRig([], place: place).address == "standups/add?focus=title", "no task is running")
        rig.press(.control("c"))
        #expect(rig.effects.contains(.quit))
    }

    @Test(
        arguments: [
            (task, "Download stopped. What was downloaded is kept; install the model again to continue."),
            (.export(export), "Export stopped. Nothing was written."),
            (
                .transcribe(
                    TranscriptionRequest(meeting: Meeting.ID(rawValue: "m1"), recognizer: "whisper", language: "en")),
                "Transcription stopped. What is done is kept; transcribe again to continue."
            ),
            (.importFile(ImportRequest(path: "/tmp/a.wav")), "Import stopped. Nothing was imported."),
        ] as [(BackgroundTask, String)])
    func `says what has become of its work when it was broken off`(task: BackgroundTask, notice: String) {
        var rig = begun(task)
        rig.receive(.taskEnded(task, .success(nil)))
        #expect(rig.notice == notice && rig.screen.task == nil)
    }

    @Test func `is said at its beginning and at each tenth`() {
        var rig = begun()
        var speaker = ScreenSpeaker(.english)
        #expect(speaker.say(rig.screen).contains("Installing the speech model base\n"))
        rig.receive(.taskProgress(Self.task, TaskProgress(0.42)))
        #expect(speaker.say(rig.screen) == "Installing the speech model base, 42 %\n")
        rig.receive(.taskProgress(Self.task, TaskProgress(0.43)))
        #expect(speaker.say(rig.screen) == "")
        rig.receive(.taskEnded(Self.task, .success(.installed(model: "base"))))
        #expect(speaker.say(rig.screen) == "The speech model base is installed.\n")
    }

    @Test func `is the only one`() {
        var rig = begun()
        #expect(rig.application.admitted([.begin(.install(model: "tiny")), .loadStandups]) == [.loadStandups])
        #expect(rig.screen.notice?.kind == .warning && rig.application.running?.task == Self.task)
    }

    @Test func `shows why it failed, also after its form was closed`() {
        var rig = begun(.export(Self.export))
        rig.receive(.taskEnded(.export(Self.export), .failure(.noFolder(path: "/nowhere"))))
        #expect(rig.screen.notice?.kind == .error)
        rig = begun()
        rig.receive(.taskEnded(Self.task, .failure(.history(.noMeeting(Meeting.ID(rawValue: "m1"))))))
        #expect(rig.notice == "That meeting no longer exists.")
    }

    @Test func `is broken off on request and by quitting, which waits for it`() throws {
        let cancellations = Mutex(0)
        let tasks = ScriptedTasks { _, _, control in
            control.onCancel { cancellations.withLock { $0 += 1 } }
            return control.isCancelled ? nil : .installed(model: "base")
        }
        let app = try ApplicationFixture(tasks: tasks)
        // The clock has one queue for everything, so a task begins after what was done with it here.
        app.runner.perform { runner in
            runner.carryOut(runner.admitted([.begin(Self.task)]))
            runner.carryOut([.cancelTask])
        }
        app.clock.settle()
        #expect(app.screen.task == nil && app.screen.notice?.text.hasPrefix("Download stopped.") == true)
        app.runner.perform { runner in
            runner.carryOut(runner.admitted([.begin(Self.task)]))
            runner.quit()
        }
        app.clock.settle()
        #expect(cancellations.withLock { $0 } == 2 && tasks.begun == [Self.task, Self.task])
        #expect(app.screen.task == nil)
    }

    @Test func `reports each percent once, and breaks off what begins after it was broken off`() {
        let shown = Mutex<[TaskProgress]>([])
        let control = TaskControl { progress in shown.withLock { $0.append(progress) } }
        for fraction in [0.1, 0.101, 0.11] { control.report(TaskProgress(fraction)) }
        control.report(TaskProgress(0.11, .converts))
        #expect(shown.withLock { $0 } == [TaskProgress(0.1), TaskProgress(0.11), TaskProgress(0.11, .converts)])
        control.cancel()
        let isCancelled = Mutex(false)
        control.onCancel { isCancelled.withLock { $0 = true } }
        #expect(control.isCancelled && isCancelled.withLock { $0 })
    }
}
