import Dispatch
import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupFeatures
import StandupSpeech
import Synchronization

/// The application's background tasks: what the commands do.
struct ApplicationTasks: TaskPerformer {
    let composition: Composition

    func perform(
        _ task: BackgroundTask, in store: any MeetingStore, _ control: TaskControl
    ) throws(TaskProblem) -> TaskResult? {
        do {
            let history = History(folder: composition.folder, store: store)
            return switch task {
            case .export(let request): try export(request, from: store, control)
            case .exportMeetings(let request):
                try ApplicationExporter(dataFolder: composition.folder).export(request, from: store) { progress in
                    control.report(TaskProgress(progress))
                    return !control.isCancelled
                }.map { .exportedMeetings($0) }
            case .transcribe(let request): try transcribe(request, in: history, control)
            case .minutes(let request): try makeMinutes(request, in: store, control)
            case .post(let request): try post(request, in: history, control)
            case .install(let model): try install(model, control)
            case .verify(let model): try verify(model)
            case .importFile(let request): try importFile(request, into: store, control)
            }
        } catch {
            if control.isCancelled { return nil }
            throw TaskProblem(error)
        }
    }

    private func export(
        _ request: ExportRequest, from store: any MeetingStore, _ control: TaskControl
    ) throws(TaskProblem) -> TaskResult? {
        try ApplicationExporter(dataFolder: composition.folder).export(request, from: store) { progress in
            control.report(TaskProgress(progress))
            return !control.isCancelled
        }.map { .exported(path: $0) }
    }

    private func importFile(
        _ request: ImportRequest, into store: any MeetingStore, _ control: TaskControl
    ) throws(TaskProblem) -> TaskResult? {
        let importer = ApplicationImporter(
            dataFolder: composition.folder, language: composition.configuration.language)
        let imported = try importer.run(request, into: store) { progress in
            control.report(TaskProgress(progress))
            return !control.isCancelled
        }
        guard let imported else { return nil }
        composition.makeMinutes(ofImported: imported.meetings, in: store) { !control.isCancelled }
        return .imported(imported)
    }

    // MARK: Transcribing

    private func transcribe(
        _ request: TranscriptionRequest, in history: History, _ control: TaskControl
    ) throws -> TaskResult {
        let meeting = try history.meeting(id: request.meeting)
        try meeting.check(request.channel)
        let recording = try history.recording(of: meeting)
        let choice = try RecognizerChoice(
            flag: request.recognizer, language: request.language, configuration: composition.configuration)
        if let problem = choice.problem ?? choice.substitution { throw problem }
        guard let recognition = choice.segments else { throw TaskProblem.other("\(choice.name) does not transcribe") }
        let transcription = try MeetingRetranscription(
            of: meeting, recording, channel: request.channel, language: request.language, by: recognition,
            in: history, composition)
        defer { transcription.lock.release() }
        let start = Composition.clock.now
        control.report(TaskProgress(0))
        let number = try wait(control) {
            try await transcription.run(jobs: recognition.jobsOfMachine) { progress in
                let left = progress.remaining(after: Composition.clock.now - start)
                control.report(
                    TaskProgress(
                        Double(progress.done) / Double(progress.total), left.map { .remaining($0.inSteps) }))
            }
        }
        let made = try history.transcripts(of: meeting.id).first { $0.version.number == number }
        return .transcribed(
            meeting.id,
            made.map {
                MadeTranscript(number: $0.version.number, recognizer: recognition.name, words: $0.words)
            })
    }

    /// Runs work that the control cancels, and waits for it.
    private func wait<Value: Sendable>(
        _ control: TaskControl, for work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
        let isDone = DispatchSemaphore(value: 0)
        let task = Task.detached(executorPreference: DiskExecutor(label: "standup.transcription")) {
            do {
                let value = try await work()
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            isDone.signal()
        }
        control.onCancel { task.cancel() }
        isDone.wait()
        return try result.withLock { try $0.get() }
    }

    // MARK: Models

    private func install(_ model: String, _ control: TaskControl) throws -> TaskResult {
        let stop = InstallationStop()
        control.onCancel { stop.stop() }
        var detail: TaskProgress.Detail?
        _ = try Composition.installModel(model, until: stop) { event in
            switch event {
            case .downloads(let file, let host):
                detail = .downloads(file: file, host: host)
                control.report(TaskProgress(0, detail))
            case .progress(let count, let total): control.report(TaskProgress(Double(count) / Double(total), detail))
            case .converts: control.report(TaskProgress(nil, .converts))
            case .failed(let source, let reason):
                control.report(TaskProgress(nil, .sourceFailed(source: source, reason: reason)))
            }
        }
        return .installed(model: model)
    }
}

extension ApplicationTasks {
    private func verify(_ model: String) throws -> TaskResult {
        let condition = try Composition.modelInstaller.verify(model, by: Composition.modelCatalogue()).condition
        return .verified(model: model, ModelCondition(rawValue: condition.rawValue) ?? .unknown)
    }
}

extension TaskProblem {
    init(_ error: any Error) {
        switch error {
        case let problem as TaskProblem: self = problem
        case let error as HistoryError: self = .history(error)
        case let error as RecognizerError: self = .recognizer(error)
        case let obstacle as TranscriptionObstacle:
            self =
                switch obstacle {
                case .live: .live
                case .noRecording: .noRecording
                case .missing(_, let path): .recordingMissing(path: path)
                case .incomplete(let path, _, _): .recordingIncomplete(path: path)
                case .busy: .busy
                }
        default: self = .other(Failure(error).message)
        }
    }
}

extension Duration {
    /// Rounded up to steps that do not change with every segment: 5 s, from a minute on 30 s.
    fileprivate var inSteps: Duration {
        let step = self < .seconds(60) ? 5 : 30
        return .seconds((Int(seconds) / step + 1) * step)
    }
}
