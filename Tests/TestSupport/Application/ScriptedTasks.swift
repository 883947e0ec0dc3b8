package import MeetingHistory
package import StandupFeatures
import Synchronization

/// Background tasks that follow a script, and remember what they were asked for. [any thread]
package final class ScriptedTasks: TaskPerformer {
    /// Performs a task: reports its progress and returns what it makes, nil if it was broken off.
    package typealias Script =
        @Sendable (BackgroundTask, any MeetingStore, TaskControl) throws(TaskProblem) -> TaskResult?

    private let exporter: FixedExporter
    private let script: Script
    private let asked = Mutex<[BackgroundTask]>([])

    /// Creates tasks: `exporter` performs exports, `script` the others.
    package init(exporter: FixedExporter = FixedExporter(), script: @escaping Script = ScriptedTasks.half) {
        self.exporter = exporter
        self.script = script
    }

    /// What was begun, in order.
    package var begun: [BackgroundTask] { asked.withLock { $0 } }

    /// Performs a task by the script.
    package func perform(
        _ task: BackgroundTask, in store: any MeetingStore, _ control: TaskControl
    ) throws(TaskProblem) -> TaskResult? {
        asked.withLock { $0.append(task) }
        guard case .export(let request) = task else { return try script(task, store, control) }
        return try exporter.export(request, from: store) { progress in
            control.report(TaskProgress(progress))
            return !control.isCancelled
        }.map { .exported(path: $0) }
    }

    /// Reports a half, and makes a small result.
    package static let half: Script = { task, _, control in
        control.report(TaskProgress(0.5))
        guard !control.isCancelled else { return nil }
        return switch task {
        case .export(let request): .exported(path: request.path)
        case .exportMeetings(let request):
            .exportedMeetings(
                ExportedMeetings(
                    count: request.meetings?.count ?? 1, of: request.meetings?.count ?? 1, skipped: 0,
                    folder: request.choices.path))
        case .transcribe(let request):
            .transcribed(request.meeting, MadeTranscript(number: 2, recognizer: request.recognizer, words: 7))
        case .minutes: .minutes(points: 3, failures: 0)
        case .post: .posted(destinations: 1)
        case .install(let model): .installed(model: model)
        case .verify(let model): .verified(model: model, .good)
        case .importFile: nil
        }
    }
}
